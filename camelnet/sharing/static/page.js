"use strict";
(async () => {
  const find = (id) => document.getElementById(id);
  const main = document.querySelector("main");
  if (!("DecompressionStream" in window)) return; // what can be read stands in the page
  const packed = Uint8Array.from(atob(find("game").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const game = await new Response(stream).json();
  const last = game.scores.length - 1;
  const night = matchMedia("(prefers-color-scheme: dark)");
  const PACE = 1600; // milliseconds that a step stays while the game plays
  let at = last, playing = 0, printing = false, words, pictures, picture = null;

  // --- drawing ---------------------------------------------------------------------------------

  const SVG = "http://www.w3.org/2000/svg";
  const made = (name, attributes = {}) => {
    const element = document.createElementNS(SVG, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    return element;
  };
  const shapes = game.tables;
  const drawn = (number) => {
    const [shape, style, at, clip] = shapes.elements[number];
    let element;
    if (style < 0) {
      element = made("g");
      element.append(...shapes.groups[shape].map(drawn));
    } else {
      element = made("path", { d: shapes.shapes[shape] });
      for (const [, key, value] of shapes.styles[style].matchAll(/([a-z-]+)="([^"]*)"/g))
        element.setAttribute(key, value);
    }
    if (at) element.setAttribute("transform", `matrix(${at})`);
    if (clip < 0) return element;
    const clipped = made("g", { "clip-path": `url(#c${clip})` });
    clipped.append(element);
    return clipped;
  };
  const canvas = ([wide, high]) => made("svg", { viewBox: `0 0 ${wide} ${high}`, "aria-hidden": "true" });
  const defs = () => {
    const holder = made("svg", { width: 0, height: 0, class: "defs", "aria-hidden": "true" });
    const inside = made("defs");
    inside.innerHTML = shapes.paints.map((paint, n) => paint.replace(" ", ` id="g${n}" `)).join("");
    shapes.clips.forEach((text, n) => {
      const [rule] = text.split(" ", 1);
      const clip = made("clipPath", { id: `c${n}` });
      clip.append(made("path", { d: text.slice(rule.length + 1), "clip-rule": rule }));
      inside.append(clip);
    });
    holder.append(inside);
    return holder;
  };
  // A layer whose elements are replaced only from the first to the last that differs.
  const layer = () => ({ node: made("g"), numbers: [] });
  const show = (layer, numbers) => {
    const old = layer.numbers, nodes = layer.node.childNodes;
    let head = 0, tail = 0;
    const least = Math.min(old.length, numbers.length);
    while (head < least && old[head] === numbers[head]) head++;
    while (tail < least - head && old[old.length - 1 - tail] === numbers[numbers.length - 1 - tail]) tail++;
    for (let n = old.length - tail - 1; n >= head; n--) nodes[n].remove();
    const fresh = document.createDocumentFragment();
    fresh.append(...numbers.slice(head, numbers.length - tail).map(drawn));
    layer.node.insertBefore(fresh, nodes[head] || null);
    layer.numbers = numbers;
  };

  // --- the page --------------------------------------------------------------------------------

  const speak = (language) => {
    words = game.words[language];
    pictures = shapes && game.pictures[language];
    document.documentElement.lang = language;
    document.title = words.title;
    main.innerHTML = words.body;
    find("stage").hidden = false;
    find("plain").hidden = true;
    const board = find("board");
    if (shapes) {
      picture = { ground: layer(), things: layer(), finish: layer() };
      const svg = canvas(game.size);
      svg.append(picture.ground.node, picture.things.node);
      board.append(defs(), svg);
      if (pictures.finish[0].length) {
        const end = canvas(game.finishSize);
        end.append(picture.finish.node);
        find("finish").append(end);
      }
    } else board.append(document.createElement("pre"));
    words.names.forEach((name, seat) => {
      const line = document.createElement("li");
      const parts = ["mark", "name", "chance", "score"].map((kind) => {
        const part = document.createElement("span");
        part.className = kind;
        return part;
      });
      parts[0].style.backgroundColor = game.colours[seat];
      parts[1].textContent = name;
      line.append(...parts);
      find("players").append(line);
    });
    draw();
    go(at);
  };

  // The chances of all players over the game, behind the slider.
  const draw = () => {
    const seek = find("seek"), graph = made("svg", {
      viewBox: `0 0 ${last} 1000`, preserveAspectRatio: "none", "aria-hidden": "true" });
    for (const place of game.chapters.slice(1))
      graph.append(made("path", { class: "chapter", d: `M${place} 0V1000` }));
    if (game.chances.length) graph.append(made("path", { class: "half", d: `M0 500H${last}` }));
    game.colours.forEach((colour, seat) => {
      const line = game.chances.map((shares, place) => `${place} ${1000 - shares[seat]}`);
      if (line.length) graph.append(made("path", { class: "line", stroke: colour, d: `M${line.join("L")}` }));
    });
    seek.prepend(graph);
    for (const [place, seat] of game.costly) {
      const flag = document.createElement("i");
      flag.className = "flag";
      flag.style.left = `calc(10px + (100% - 20px) * ${place / last})`;
      flag.style.borderBottomColor = game.colours[seat];
      seek.append(flag);
    }
  };

  const go = (place) => {
    at = Math.max(0, Math.min(last, place));
    const [chapter, told] = words.places[at];
    const where = words.labels.place.replace("{at}", at).replace("{last}", last);
    find("chapter").textContent = [chapter, where].filter(Boolean).join(" · ");
    if (find("told").textContent !== told) find("told").textContent = told;
    const range = find("range");
    range.value = at;
    const shown = Array.from(find("players").children, (line, seat) => {
      const [, name, chance, score] = line.children;
      const share = game.chances.length ? Math.round(game.chances[at][seat] / 10) : null;
      chance.textContent = share === null ? "" : words.labels.percent.replace("{number}", share);
      score.textContent = game.scores[at][seat];
      line.classList.toggle("turn", game.turns[at] === seat);
      if (game.turns[at] === seat) line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
      return share === null ? "" : `${name.textContent} ${chance.textContent}`;
    });
    range.setAttribute("aria-valuetext", [where, ...shown].filter(Boolean).join(", "));
    if (at === last) pause();
    paint();
  };

  const paint = () => {
    if (!shapes) {
      find("board").firstChild.textContent = words.boards[at];
      return;
    }
    const mode = night.matches && !printing ? 1 : 0;
    show(picture.ground, pictures.ground[mode]);
    show(picture.things, pictures.frames[pictures.order[at]][mode]);
    show(picture.finish, pictures.finish[mode]);
  };

  // --- playing ---------------------------------------------------------------------------------

  const named = (text) => {
    const button = find("play");
    button.setAttribute("aria-label", text);
    button.title = text;
    button.classList.toggle("playing", playing !== 0);
  };
  const pause = () => {
    clearInterval(playing);
    playing = 0;
    named(words.labels.play);
  };
  const play = () => {
    if (playing) return pause();
    if (at === last) go(0);
    playing = setInterval(() => go(at + 1), PACE);
    named(words.labels.pause);
  };
  const moves = {
    start: () => go(0), back: () => go(at - 1), on: () => go(at + 1), end: () => go(last), play,
    before: () => go(Math.max(0, ...game.chapters.filter((place) => place < at))),
    after: () => go(Math.min(last, ...game.chapters.filter((place) => place > at))),
  };

  main.addEventListener("input", (event) => {
    if (event.target.id === "range") { pause(); go(Number(event.target.value)); }
  });
  main.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.lang) {
      pause();
      speak(button.dataset.lang);
      document.querySelector(`[data-lang="${button.dataset.lang}"]`).focus();
    } else if (button.dataset.at) {
      pause();
      go(Number(button.dataset.at));
      find("stage").scrollIntoView();
      find("range").focus({ preventScroll: true });
    } else {
      if (button.id !== "play") pause();
      moves[button.id]?.();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const keys = {
      ArrowLeft: event.shiftKey ? "before" : "back", ArrowRight: event.shiftKey ? "after" : "on",
      Home: "start", End: "end", " ": "play",
    };
    const move = keys[event.key];
    if (!move || (event.key === " " && event.target.closest("button, a"))) return;
    event.preventDefault();
    if (move !== "play") pause();
    moves[move]();
  });
  night.addEventListener("change", paint);
  addEventListener("beforeprint", () => { printing = true; paint(); });
  addEventListener("afterprint", () => { printing = false; paint(); });

  const wanted = navigator.languages.map((language) => language.slice(0, 2).toLowerCase());
  speak(wanted.find((language) => language in game.words) || game.language);
})();
