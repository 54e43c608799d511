// A guest's page: opens the sealed channel to the laptop, shows the screens that come, and sends
// what is pressed. It knows no game. camelnet/guests/server.py has the other half.
import { chacha20poly1305 } from "/noble/ciphers/chacha.js";
import { hkdf } from "/noble/hashes/hkdf.js";
import { sha256 } from "/noble/hashes/sha2.js";

const WORDS = { // all others come from the laptop
  en: {
    connecting: "Connecting…",
    noKey: "This address lacks its key.",
    typed: "Scan the code on the laptop, or type the letters below it:",
    noSuchKey: "This code isn't valid any more. Ask for a new one on the laptop.",
    used: "Another phone has already used this code. Ask for a new one on the laptop.",
    old: "This page is older than the camelnet on the laptop. Close it, and scan the code again.",
    replaced: "You play on in another window. Reload this page to play here.",
    unreachable: "The laptop can't be reached. Is this phone on the same network? Trying again…",
  },
  fr: {
    connecting: "Connexion…",
    noKey: "Il manque la clé à cette adresse.",
    typed: "Scanne le code affiché sur l’ordinateur, ou tape les lettres en dessous :",
    noSuchKey: "Ce code n’est plus valable. Demande-en un nouveau sur l’ordinateur.",
    used: "Un autre téléphone a déjà utilisé ce code. Demande-en un nouveau sur l’ordinateur.",
    old: "Cette page est plus ancienne que le camelnet de l’ordinateur. Ferme-la et rescanne le code.",
    replaced: "Tu joues dans une autre fenêtre. Recharge cette page pour jouer ici.",
    unreachable: "L’ordinateur est injoignable. Ce téléphone est-il sur le même réseau ? Nouvel essai…",
  },
  de: {
    connecting: "Verbinde…",
    noKey: "Dieser Adresse fehlt der Schlüssel.",
    typed: "Scanne den Code auf dem Laptop, oder tippe die Buchstaben darunter:",
    noSuchKey: "Dieser Code gilt nicht mehr. Lass dir auf dem Laptop einen neuen zeigen.",
    used: "Ein anderes Handy hat diesen Code schon benutzt. Lass dir einen neuen zeigen.",
    old: "Diese Seite ist älter als das camelnet auf dem Laptop. Schließ sie und scanne den Code neu.",
    replaced: "Du spielst in einem anderen Fenster. Lade diese Seite neu, um hier zu spielen.",
    unreachable: "Der Laptop ist nicht erreichbar. Ist dieses Handy im selben Netz? Neuer Versuch…",
  },
};
const LANG = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in WORDS) ?? "en";
const REFUSALS = { 4002: "noSuchKey", 4003: "used", 4004: "replaced", 4005: "noSuchKey" };
const PICTURES = 4, LETTERS = 20; // as many as the laptop takes us to have; of a key
const TOUCH = 44; // CSS pixels that a thumb needs
const PATIENCE_MS = 5000; // for the laptop's first sealed words
const $ = (id) => document.getElementById(id);
const bytes = (text) => new TextEncoder().encode(text);
const text = (array) => new TextDecoder().decode(array);
const joined = (...arrays) => new Uint8Array(arrays.flatMap((array) => [...array]));
const hex = (array) => Array.from(array, (byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (digits) => Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
const random = (size) => crypto.getRandomValues(new Uint8Array(size));
const say = (id, words) => { if ($(id).textContent !== words) $(id).textContent = words; };

// --- secrets: the key of the code, and the token for which this phone has exchanged it ------------

const memory = {}; // for a browser that keeps nothing
function kept(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return value === undefined ? memory[name] : (memory[name] = value);
  }
}

const nameOf = (secret) => hkdf(sha256, secret, undefined, bytes("camelnet guest 1: name of a secret"), 16);
let key = null, place = null; // the name of the key, by which its token is kept

function findKey() {
  const typed = location.hash.slice(1), letters = typed.toLowerCase().replace(/[^a-z2-9]/g, "");
  if (!typed) place = kept("camelnet:last");
  else if (typed.startsWith("~")) place = typed.slice(1);
  else if (letters.length === LETTERS) key = bytes(letters), place = hex(nameOf(key));
  return key || (place && kept(`camelnet:${place}`));
}

// --- the channel ----------------------------------------------------------------------------------

let link = null, retry = 0, tries = 0, heard = 0, farewell = "";
let withKey = false; // the laptop does not know the token: perhaps it never got it
let seal, open; // of this connection, once its keys are known

function cipher(secret, salt, direction) {
  const derived = hkdf(sha256, secret, salt, bytes(`camelnet guest 1: ${direction}`), 32);
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
  const fresh = random(32), mine = link = new WebSocket(`ws://${location.host}/ws`);
  seal = open = null;
  mine.binaryType = "arraybuffer";
  mine.onopen = () => mine.send(joined(fromHex(document.documentElement.dataset.version), nameOf(secret), fresh));
  mine.onmessage = ({ data }) => {
    const said = new Uint8Array(data);
    heard = performance.now();
    try {
      if (open) return take(open().decrypt(said));
      seal = cipher(secret, joined(fresh, said), "phone to laptop");
      open = cipher(secret, joined(fresh, said), "laptop to phone");
      const chosen = token ? new Uint8Array() : random(32);
      if (!token) kept(`camelnet:${place}`, hex(chosen)), withKey = false;
      send(chosen);
      hello();
    } catch { mine.close(); }
  };
  mine.onclose = ({ code }) => {
    clearTimeout(retry);
    if (code === 4001) return old();
    if (code === 4002 && key && token) return withKey = true, connect();
    if (code in REFUSALS) return stop(REFUSALS[code]);
    away(WORDS[LANG][tries++ ? "unreachable" : "connecting"]);
    retry = setTimeout(connect, Math.min(8000, 250 * 2 ** tries) * (0.75 + Math.random() / 2));
  };
  retry = setTimeout(() => { // a cable is cut: the browser itself would wait for minutes
    away(WORDS[LANG].unreachable);
    connect();
  }, PATIENCE_MS);
}

const send = (content) => seal && link?.readyState === 1 && link.send(seal().encrypt(content));
const act = (content) => send(bytes(JSON.stringify(content)));
const hello = () => act({
  kind: "hello", lang: LANG, width: innerWidth, height: innerHeight, ratio: devicePixelRatio,
  dark: matchMedia("(prefers-color-scheme: dark)").matches,
});

function take(message) {
  const content = message.subarray(1);
  clearTimeout(retry);
  tries = 0;
  switch (text(message.subarray(0, 1))) {
    case "P": return keepPicture(content);
    case "E": return farewell = text(content);
    case "S":
      if (location.hash !== `#~${place}`) history.replaceState(null, "", `#~${place}`); // the key leaves
      kept("camelnet:last", place);
      try { sessionStorage.removeItem("reloaded"); } catch { /* it was never set */ }
      away("");
      show(JSON.parse(text(content))).finally(() => send(new Uint8Array()));
  }
}

function away(why) { // what stands there cannot be pressed until the laptop is back
  $("board").inert = $("choices").inert = why !== "";
  if (why && $("question").open) $("question").close();
  say("trouble", why);
}

function stop(why) {
  link = null;
  const words = farewell || WORDS[LANG][why], button = { id: "key", name: "OK", enabled: true, main: true };
  away(words);
  ["status", "more"].forEach((id) => say(id, ""));
  if (farewell || ["old", "replaced"].includes(why)) return;
  ask({ id: "key", text: `${words}\n${WORDS[LANG].typed}`, field: "", buttons: [button] });
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
  const lost = () => link && heard < asked && !document.hidden;
  if (send(bytes("?")) === undefined) setTimeout(() => lost() && (away(WORDS[LANG].connecting), connect()), 3000);
}

// --- the screen -----------------------------------------------------------------------------------

const pictures = new Map(); // addresses by id, the oldest first
let screen = null, resized = 0, told = innerWidth;
let busy = 0; // until when a press is not answered yet

function keepPicture(content) {
  const start = 2 + ((content[0] << 8) | content[1]);
  const blob = new Blob([content.subarray(start)]);
  pictures.set(text(content.subarray(2, start)), URL.createObjectURL(blob));
  const [[oldest, address]] = pictures;
  if (pictures.size > PICTURES) URL.revokeObjectURL(address), pictures.delete(oldest);
}

async function show(next) {
  const mine = next.my_turn && !screen?.my_turn;
  screen = next;
  busy = 0;
  document.documentElement.lang = next.lang;
  document.title = `${next.my_turn ? "● " : ""}${next.title}`;
  document.body.classList.toggle("mine", next.my_turn);
  document.body.classList.toggle("pictured", Boolean(next.picture || next.text));
  say("title", next.title);
  ["status", "more"].forEach((id, at) => say(id, next.status.split(/\n(.*)/s)[at] ?? "")); // its first line is the news
  say("text", next.text);
  $("text").hidden = !next.text;
  if (mine) flash();
  sync($("choices"), next.choices, newButton, fillButton);
  sync($("sections"), next.sections, newSection, fillSection);
  await showPicture(next);
  ask(next.question);
}

async function showPicture(next) {
  const address = pictures.get(next.picture), before = [...$("board").querySelectorAll("img")];
  $("board").hidden = !address;
  $("board").style.aspectRatio = `${next.width} / ${next.height}`;
  if (address && before.at(-1)?.src !== address) {
    const image = new Image();
    image.src = address;
    await image.decode().catch(() => {});
    image.className = before.length ? "comes" : "";
    $("spots").before(image);
    before.forEach((one) => { one.alt = ""; setTimeout(() => one.remove(), 300); });
  }
  if (address) $("board").querySelector("img:last-of-type").alt = next.picture_name;
  sync($("spots"), next.spots.map((spot) => ({ ...spot.button, spot })), newButton, fillButton);
  fit();
}

function fit() { // the board as large as the page allows, spots as large as a thumb, text as wide
  const beside = getComputedStyle(document.body).display === "grid";
  $("board").style.maxWidth = beside && screen?.height ? `${innerHeight * screen.width / screen.height}px` : "";
  const { width, height } = $("board").getBoundingClientRect();
  const boxes = (screen?.spots ?? []).map((spot) => {
    const own = [spot.x * width, spot.y * height, (spot.x + spot.width) * width, (spot.y + spot.height) * height];
    const more = [0, 1].map((axis) => Math.max(0, TOUCH - own[axis + 2] + own[axis]) / 2);
    return { own, grown: own.map((edge, side) => edge + (side < 2 ? -more[side] : more[side - 2])) };
  });
  boxes.forEach((one, index) => boxes.slice(index + 1).forEach((two) => part(one, two)));
  boxes.forEach(({ grown: [left, top, right, bottom] }, index) => Object.assign(
    $("spots").children[index].style,
    { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` },
  ));
  const columns = Math.max(20, ...(screen?.text ?? "").split("\n").map((line) => line.length));
  $("text").style.fontSize = `${Math.max(9, Math.min(17, ($("text").clientWidth - 18) / columns / 0.605))}px`;
}

function part(one, two) { // where two spots have grown into each other, they end in the middle
  const gaps = [0, 1].map((axis) => Math.max(two.own[axis] - one.own[axis + 2], one.own[axis] - two.own[axis + 2]));
  const axis = gaps[0] >= gaps[1] ? 0 : 1;
  if (gaps[axis] < 0) return; // they overlap by themselves
  const [first, second] = one.own[axis] < two.own[axis] ? [one, two] : [two, one];
  const middle = (first.own[axis + 2] + second.own[axis]) / 2;
  first.grown[axis + 2] = Math.min(first.grown[axis + 2], middle);
  second.grown[axis] = Math.max(second.grown[axis], middle);
}

function flash() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([90, 60, 90]);
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

const made = (tag, ...inside) => { const node = document.createElement(tag); node.append(...inside); return node; };

function newButton() {
  const node = made("button", made("span"), made("small"));
  node.type = "button";
  node.onclick = () => {
    if (performance.now() < busy) return; // twice by accident
    busy = performance.now() + 400;
    if ($("question").open && !link) return location.hash = $("field").value.replace(/\W/g, "");
    if (node.parentNode.id !== "answers") return act({ kind: "press", id: node.dataset.id });
    act({ kind: "answer", id: screen.question?.id ?? "", button: node.dataset.id, value: $("field").value });
  };
  return node;
}

function fillButton(node, { name, note, enabled, chosen, main, spot }) {
  node.disabled = !enabled;
  node.classList.toggle("main", main);
  if (chosen) node.setAttribute("aria-pressed", "true"); else node.removeAttribute("aria-pressed");
  if (spot) return node.setAttribute("aria-label", note ? `${name}, ${note}` : name);
  [node.children[0].textContent, node.children[1].textContent] = [name, note];
}

function newSection({ open }) {
  const summary = made("summary"), node = made("details", summary);
  summary.dataset.id = "title";
  node.open = open;
  return node;
}

function fillSection(node, { title, lines, private: own }) {
  node.classList.toggle("private", own);
  const items = [{ id: "title", line: title }, ...lines.map((line, index) => ({ id: `${index}`, line }))];
  sync(node, items, () => made("p"), (one, { line }) => { one.textContent = line; });
}

function ask(question) {
  if (!question) return $("question").open && $("question").close();
  if ($("question").dataset.id !== question.id) $("field").value = question.field ?? "";
  $("question").dataset.id = question.id;
  $("field").hidden = question.field === null;
  say("asked", question.text);
  sync($("answers"), question.buttons, newButton, fillButton);
  if (!$("question").open) $("question").showModal();
}

// --- the start ------------------------------------------------------------------------------------

document.documentElement.lang = LANG;
away(WORDS[LANG].connecting);
$("question").oncancel = (event) => event.preventDefault(); // it asks until it is answered
$("field").onkeydown = (event) => { if (event.key === "Enter") $("answers").firstChild.click(); };
onresize = () => {
  fit();
  clearTimeout(resized);
  if (innerWidth !== told) resized = setTimeout(() => { told = innerWidth; hello(); }, 300); // no keyboard
};
matchMedia("(prefers-color-scheme: dark)").onchange = hello;
document.onvisibilitychange = onpageshow = ononline = check;
onhashchange = () => location.reload();
setInterval(check, 10000);
findKey() ? connect() : stop("noKey");
