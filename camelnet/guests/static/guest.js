// A guest's page: opens the sealed channel to the laptop, shows the screens that come, and sends
// what is pressed. It knows no game. camelnet/guests/server.py has the other half.
import { chacha20poly1305 } from "/noble/ciphers/chacha.js";
import { hkdf } from "/noble/hashes/hkdf.js";
import { sha256 } from "/noble/hashes/sha2.js";

const WORDS = {
  en: {
    connecting: "Connecting…",
    noKey: "This address lacks its key. Scan the code on the laptop.",
    noSuchKey: "This code isn't valid any more. Ask for a new one on the laptop.",
    used: "Another phone has already used this code. Ask for a new one on the laptop.",
    old: "This page is older than the camelnet on the laptop. Close it, and scan the code again.",
    replaced: "You play on in another window. Reload this page to play here.",
    unreachable: "The laptop can't be reached. Is this phone on the same network? Trying again…",
  },
  fr: {
    connecting: "Connexion…",
    noKey: "Il manque la clé à cette adresse. Scanne le code affiché sur l’ordinateur.",
    noSuchKey: "Ce code n’est plus valable. Demande-en un nouveau sur l’ordinateur.",
    used: "Un autre téléphone a déjà utilisé ce code. Demande-en un nouveau sur l’ordinateur.",
    old: "Cette page est plus ancienne que le camelnet de l’ordinateur. Ferme-la et scanne le code.",
    replaced: "Tu joues dans une autre fenêtre. Recharge cette page pour jouer ici.",
    unreachable: "L’ordinateur est injoignable. Ce téléphone est-il sur le même réseau ? Nouvel essai…",
  },
  de: {
    connecting: "Verbinde…",
    noKey: "Dieser Adresse fehlt der Schlüssel. Scanne den Code auf dem Laptop.",
    noSuchKey: "Dieser Code gilt nicht mehr. Lass dir auf dem Laptop einen neuen zeigen.",
    used: "Ein anderes Handy hat diesen Code schon benutzt. Lass dir einen neuen zeigen.",
    old: "Diese Seite ist älter als das camelnet auf dem Laptop. Schließ sie und scanne den Code neu.",
    replaced: "Du spielst in einem anderen Fenster. Lade diese Seite neu, um hier zu spielen.",
    unreachable: "Der Laptop ist nicht erreichbar. Ist dieses Handy im selben Netz? Neuer Versuch…",
  },
};
const LANG = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in WORDS) ?? "en";
const NAME = "camelnet guest 1: name of a secret";
const TO_PHONE = "camelnet guest 1: laptop to phone";
const TO_LAPTOP = "camelnet guest 1: phone to laptop";
const PICTURES = 4; // as many as the laptop takes us to have
const TOUCH = 44; // CSS pixels that a thumb needs
const $ = (id) => document.getElementById(id);
const bytes = (text) => new TextEncoder().encode(text);
const words = (array) => new TextDecoder().decode(array);
const hex = (array) => Array.from(array, (byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
const random = (size) => crypto.getRandomValues(new Uint8Array(size));
const nameOf = (secret) => hkdf(sha256, secret, undefined, bytes(NAME), 16);

// --- what this phone keeps: the token for which it has exchanged each key, by the key's name ------

const memory = {}; // where the browser keeps nothing
const kept = (key) => { try { return localStorage.getItem(key); } catch { return memory[key]; } };
const keep = (key, value) => { memory[key] = value; try { localStorage.setItem(key, value); } catch { /* memory */ } };

let key = null; // from the code
let place = null; // the name of the key, by which the token is kept

function findKey() {
  const typed = location.hash.slice(1);
  try {
    if (/^~[0-9a-f]{32}$/.test(typed)) place = typed.slice(1);
    else if (typed) key = Uint8Array.from(atob(typed.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    else place = kept("camelnet:last");
    if (key?.length === 32) place = hex(nameOf(key));
    else key = null;
  } catch { key = null; }
  return key || (place && kept(`camelnet:${place}`));
}

// --- the channel ----------------------------------------------------------------------------------

let link = null, tries = 0, heard = 0, retry = 0, withKey = false, ended = "";
let seal, open; // of this connection, once its keys are known

function cipher(secret, salt, info) {
  const derived = hkdf(sha256, secret, salt, bytes(info), 32);
  let count = 0;
  return () => {
    const nonce = new Uint8Array(12);
    new DataView(nonce.buffer).setBigUint64(4, BigInt(count++));
    return chacha20poly1305(derived, nonce);
  };
}

function connect() {
  clearTimeout(retry);
  if (link) link.onclose = link.onmessage = null, link.close();
  const token = withKey ? null : kept(`camelnet:${place}`);
  const secret = token ? fromHex(token) : key;
  if (!secret) return stop("noSuchKey");
  const fresh = random(32);
  seal = open = null;
  const mine = link = new WebSocket(`ws://${location.host}/ws`);
  mine.binaryType = "arraybuffer";
  mine.onopen = () => mine.send(new Uint8Array([...fromHex(document.documentElement.dataset.version), ...nameOf(secret), ...fresh]));
  mine.onmessage = ({ data }) => {
    try {
      if (open) return take(open().decrypt(new Uint8Array(data)));
      const salt = new Uint8Array([...fresh, ...new Uint8Array(data)]);
      seal = cipher(secret, salt, TO_LAPTOP);
      open = cipher(secret, salt, TO_PHONE);
      const chosen = token ? new Uint8Array() : random(32);
      if (!token) keep(`camelnet:${place}`, hex(chosen)), withKey = false;
      send(chosen);
      hello();
    } catch { mine.close(); }
  };
  mine.onclose = ({ code }) => {
    if (code === 4001) return old();
    if (code === 4002 && key && token) return withKey = true, connect();
    if (code >= 4002 && code <= 4005) return stop({ 4002: "noSuchKey", 4003: "used", 4004: "replaced" }[code]);
    tries += 1;
    away(tries > 1 ? WORDS[LANG].unreachable : WORDS[LANG].connecting);
    retry = setTimeout(connect, Math.min(8000, 250 * 2 ** tries) * (0.75 + Math.random() / 2));
  };
}

const send = (content) => link?.readyState === 1 && seal && link.send(seal().encrypt(content));
const act = (content) => send(bytes(JSON.stringify(content)));
const hello = () => act({
  kind: "hello", lang: LANG, width: innerWidth, height: innerHeight, ratio: devicePixelRatio,
  dark: matchMedia("(prefers-color-scheme: dark)").matches,
});

function take(message) {
  const content = message.subarray(1);
  heard = performance.now();
  if (tries || !$("all").inert) tries = 0;
  switch (words(message.subarray(0, 1))) {
    case "P": return picture(content);
    case "E": ended = words(content); return;
    case "S":
      history.replaceState(null, "", `#~${place}`);
      keep("camelnet:last", place);
      try { sessionStorage.removeItem("reloaded"); } catch { /* then it was not set either */ }
      away("");
      return show(JSON.parse(words(content))).then(() => send(new Uint8Array()));
  }
}

function away(why) { // what stands there cannot be pressed until the laptop is back
  document.body.classList.toggle("away", why !== "");
  $("all").inert = why !== "";
  if (why && $("question").open) $("question").close();
  if ($("trouble").textContent !== why) $("trouble").textContent = why;
}

function stop(why) {
  link = null;
  clearTimeout(retry);
  $("status").textContent = "";
  away(ended || WORDS[LANG][why] || WORDS[LANG].noSuchKey);
}

function old() {
  try {
    if (sessionStorage.getItem("reloaded")) return stop("old");
    sessionStorage.setItem("reloaded", "yes");
    location.reload();
  } catch { stop("old"); }
}

function check() { // a phone that wakes may hold a connection that died meanwhile
  if (!link || document.hidden) return;
  if (link.readyState > 1) return connect();
  const asked = performance.now();
  if (send(bytes("?")) === false || !seal) return;
  setTimeout(() => { if (link && heard < asked && !document.hidden) connect(); }, 3000);
}

// --- the screen -----------------------------------------------------------------------------------

const pictures = new Map(); // addresses by id, the oldest first
const KINDS = { 0x89: "image/png", 0xff: "image/jpeg", 0x52: "image/webp" };
let screen = null, asked = null;

function picture(content) {
  const size = (content[0] << 8) | content[1];
  const image = content.subarray(2 + size);
  pictures.set(words(content.subarray(2, 2 + size)), URL.createObjectURL(new Blob([image], { type: KINDS[image[0]] })));
  for (const [id, address] of pictures) {
    if (pictures.size <= PICTURES) break;
    URL.revokeObjectURL(address);
    pictures.delete(id);
  }
}

async function show(next) {
  const last = screen;
  screen = next;
  document.documentElement.lang = next.lang;
  document.title = `${next.my_turn ? "● " : ""}${next.title}`;
  $("title").textContent = next.title;
  if ($("status").textContent !== next.status) $("status").textContent = next.status;
  document.body.classList.toggle("mine", next.my_turn);
  if (next.my_turn && !last?.my_turn) flash();
  $("all").classList.toggle("pictured", Boolean(next.picture || next.text));
  await board(next);
  $("text").hidden = !next.text;
  if ($("text").textContent !== next.text) $("text").textContent = next.text;
  $("text").setAttribute("aria-label", next.picture_name || next.title);
  fit();
  sync($("choices"), next.choices, newButton, button);
  sync($("sections"), next.sections, newSection, section);
  ask(next.question);
}

async function board(next) {
  const address = pictures.get(next.picture);
  $("board").hidden = !address;
  if (!address) return $("spots").replaceChildren();
  $("board").style.aspectRatio = `${next.width} / ${next.height}`;
  const before = [...$("board").querySelectorAll("img")];
  if (before.at(-1)?.src !== address) {
    const image = new Image();
    image.src = address;
    await image.decode().catch(() => {});
    image.className = before.length ? "comes" : "";
    $("spots").before(image);
    before.slice(0, -1).forEach((one) => one.remove());
    setTimeout(() => before.forEach((one) => { one.remove(); }), 300);
    before.forEach((one) => { one.alt = ""; });
  }
  $("board").querySelector("img:last-of-type").alt = next.picture_name;
  sync($("spots"), next.spots.map((spot) => ({ ...spot.button, spot })), newButton, button);
}

function fit() { // the board as large as the page allows, spots as large as a thumb, text as wide
  const top = $("board").getBoundingClientRect().top + scrollY;
  const beside = getComputedStyle($("all")).display === "grid";
  if (screen?.width) $("board").style.maxWidth = beside ? `${(innerHeight - top) * screen.width / screen.height}px` : "";
  const { width, height } = $("board").getBoundingClientRect();
  const boxes = (screen?.spots ?? []).map(({ x, y, width: w, height: h }) => {
    const [left, upper, wide, high] = [x * width, y * height, w * width, h * height];
    const [more, above] = [Math.max(0, TOUCH - wide) / 2, Math.max(0, TOUCH - high) / 2];
    return { own: [left, upper, left + wide, upper + high], grown: [left - more, upper - above, left + wide + more, upper + high + above] };
  });
  boxes.forEach((one, index) => boxes.slice(index + 1).forEach((two) => apart(one, two)));
  [...$("spots").children].forEach((node, index) => {
    const [left, upper, right, lower] = boxes[index].grown;
    Object.assign(node.style, { left: `${left}px`, top: `${upper}px`, width: `${right - left}px`, height: `${lower - upper}px` });
  });
  const columns = Math.max(...(screen?.text ?? "").split("\n").map((line) => line.length), 20);
  $("text").style.fontSize = `${Math.max(9, Math.min(17, ($("text").clientWidth - 18) / columns / 0.605))}px`;
}

function apart(one, two) { // what two spots have grown into each other ends in the middle between them
  const overlap = [0, 1].every((axis) => one.grown[axis] < two.grown[axis + 2] && two.grown[axis] < one.grown[axis + 2]);
  if (!overlap) return;
  const gap = (axis) => Math.max(two.own[axis] - one.own[axis + 2], one.own[axis] - two.own[axis + 2]);
  const axis = gap(0) >= gap(1) ? 0 : 1;
  if (gap(axis) < 0) return; // they overlap by themselves
  const [first, second] = one.own[axis] < two.own[axis] ? [one, two] : [two, one];
  const middle = (first.own[axis + 2] + second.own[axis]) / 2;
  first.grown[axis + 2] = Math.min(first.grown[axis + 2], middle);
  second.grown[axis] = Math.max(second.grown[axis], middle);
}

function flash() {
  navigator.vibrate?.([90, 60, 90]);
  document.body.classList.add("flash");
  setTimeout(() => document.body.classList.remove("flash"), 1800);
}

function sync(parent, items, make, fill) { // reuses what stays, so that focus stays, too
  const old = new Map([...parent.children].map((node) => [node.dataset.id, node]));
  items.forEach((item, index) => {
    const node = old.get(item.id) ?? make(item);
    old.delete(item.id);
    node.dataset.id = item.id;
    fill(node, item);
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null);
  });
  old.forEach((node) => node.remove());
}

function newButton() {
  const node = document.createElement("button");
  node.type = "button";
  node.append(document.createElement("span"), document.createElement("small"));
  node.onclick = () => {
    if (node.dataset.sent) return; // twice by accident
    node.dataset.sent = "yes";
    setTimeout(() => delete node.dataset.sent, 1000);
    if (node.parentNode.id === "answers") act({ kind: "answer", id: asked, button: node.dataset.id, value: $("field").value });
    else act({ kind: "press", id: node.dataset.id });
  };
  return node;
}

function button(node, item) {
  delete node.dataset.sent;
  node.disabled = !item.enabled;
  node.classList.toggle("main", item.main);
  if (item.chosen) node.setAttribute("aria-pressed", "true");
  else node.removeAttribute("aria-pressed");
  if (item.spot) node.setAttribute("aria-label", [item.name, item.note].filter(Boolean).join(", "));
  node.children[0].textContent = item.spot ? "" : item.name;
  node.children[1].textContent = item.spot ? "" : item.note;
}

function newSection(item) {
  const node = document.createElement("details");
  node.append(document.createElement("summary"));
  node.open = item.open;
  return node;
}

function section(node, item) {
  node.classList.toggle("private", item.private);
  node.firstChild.textContent = item.title;
  sync(node, [{ id: "" }, ...item.lines.map((text, index) => ({ id: `${index}`, text }))],
    () => document.createElement("p"), (line, { id, text }) => { if (id) line.textContent = text; });
}

function ask(question) {
  if (!question) { asked = null; return $("question").open && $("question").close(); }
  $("asked").textContent = question.text;
  $("field").hidden = question.field === null;
  if (asked !== question.id) $("field").value = question.field ?? "";
  asked = question.id;
  sync($("answers"), question.buttons, newButton, button);
  if (!$("question").open) $("question").showModal();
}

// --- the start ------------------------------------------------------------------------------------

document.documentElement.lang = LANG;
away(WORDS[LANG].connecting);
$("question").oncancel = (event) => event.preventDefault(); // it asks until it is answered
$("field").onkeydown = (event) => { if (event.key === "Enter") $("answers").querySelector("button:enabled")?.click(); };
addEventListener("resize", () => { fit(); clearTimeout(addEventListener.later); addEventListener.later = setTimeout(hello, 300); });
matchMedia("(prefers-color-scheme: dark)").onchange = hello;
document.onvisibilitychange = check;
addEventListener("pageshow", check);
addEventListener("online", check);
addEventListener("hashchange", () => location.reload());
setInterval(check, 10000);
if (findKey()) connect();
else stop(location.hash ? "noKey" : "noKey");
