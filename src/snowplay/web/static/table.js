// A table: the board, what can be chosen, the log; one or several seats at this screen.
import { $, Refused, address, call, complain, el, forget, known, remember, setting } from "./common.js";

const WAIT = 20; // seconds that a request may wait for news
const [id, ...given] = location.hash.slice(1).split("/");
const seats = Object.fromEntries(given.map((part) => part.split(":"))); // seat -> secret
const path = `/api/tables/${id}`;

let active = null; // the seat whose view is shown
let view = null;
let busy = false;
let shownLog = "";
let shownAt = 0; // when the view was last shown, on the clock of events

const mine = () => Object.keys(seats).map(Number);
const name = (seat) => view.seats[seat].name;

// --- which seat looks ---------------------------------------------------------------------------------------

/** Show a view, or the curtain if another seat of this screen is to move and sees something else. */
async function arrive(next) {
  const other = next.to_move !== null && next.to_move !== next.seat && next.to_move in seats;
  if (other && next.hides) return lower(next.to_move, next);
  if (other) return look(next.to_move);
  if (next.hides && next.seat !== active) return lower(next.seat, next); // it has taken its move back from another's turn
  active = next.seat;
  view = next;
  show();
}

/** Until the answer is there, what is shown stays whole, and a click means what it says; the click is then the newer. */
async function look(seat) {
  const before = view;
  const next = await call("GET", path, undefined, seats[seat]);
  if (view === before) await arrive(next);
}

function lower(seat, next = view) {
  active = seat;
  view = next;
  closePick();
  $("main").hidden = true;
  $("board").replaceChildren();
  $("moves").replaceChildren();
  $("log").replaceChildren();
  $("text").textContent = shownLog = "";
  $("words").close();
  $("advice").hidden = true;
  $("whose").textContent = `${name(seat)} is next`;
  $("curtain").hidden = false;
  $("reveal").focus();
}

async function raise() {
  const seat = active;
  try {
    const next = await call("GET", path, undefined, seats[seat]);
    if (seat !== active || $("curtain").hidden) return; // raised already by a second click, or lowered for another seat
    complain("");
    if (next.to_move !== null && next.to_move !== seat && next.to_move in seats) return lower(next.to_move, next);
    view = next;
    $("curtain").hidden = true;
    show();
  } catch (error) {
    complain(error.message);
  }
}

/** Wait for news, for ever. A page that nobody looks at asks now and then, and holds no connection. */
async function listen() {
  let lost = false;
  for (;;) {
    const hidden = document.visibilityState === "hidden";
    if (hidden) await sleep(3);
    const seat = active;
    const covered = !$("curtain").hidden;
    if (covered || busy) {
      await sleep(0.1);
      continue;
    }
    try {
      const asked = view.version;
      const next = await call("GET", `${path}?version=${asked}&wait=${hidden || lost ? 0 : WAIT}`, undefined, seats[seat]);
      if (lost) complain("");
      lost = false;
      // an answer that something else has overtaken is dropped, and asked for again
      const current = seat === active && !busy && $("curtain").hidden && view.version === asked;
      if (current && next.version !== asked) await arrive(next);
    } catch (error) {
      complain(error.message);
      if (error.status === 401) return gone();
      lost = true;
      await sleep(1);
    }
  }
}
const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

function gone() {
  forget(id);
  $("main").hidden = true;
}

// --- doing things -------------------------------------------------------------------------------------------

/** Send something the active seat does; the server answers with its new view. */
async function act(what, body, seat = active) {
  if (busy) return;
  busy = true;
  document.body.classList.add("busy");
  complain("");
  closePick();
  try {
    await arrive(await call("POST", `${path}/${what}`, body, seats[seat]));
  } catch (error) {
    complain(error.message);
    if (error.status === 409) await refresh();
  } finally {
    busy = false;
    document.body.classList.remove("busy");
  }
}

async function refresh() {
  try {
    await look(active);
  } catch (error) {
    complain(error.message);
  }
}

/** The second click of a double click was not meant for what the first one brought. */
function stray(event) {
  return event.detail > 1 && event.timeStamp - shownAt < 300;
}

const choose = (action) => act("choose", { version: view.version, action, confirm: $("quick").checked });
const confirmMove = () => act("confirm", { version: view.version });

async function back() {
  if (busy) return;
  if (view.draft !== null || view.undo === "") return act("back", { version: view.version });
  // The seat that moved last may be another one at this screen.
  const refusal = view.undo;
  let found = null;
  busy = true;
  try {
    for (const seat of mine().filter((one) => one !== active)) {
      const its = await call("GET", path, undefined, seats[seat]);
      if (its.undo === "") found = its;
    }
  } catch (error) {
    return complain(error.message);
  } finally {
    busy = false;
  }
  if (found) return act("back", { version: found.version }, found.seat);
  complain(refusal);
}

async function hint() {
  const asked = view.version;
  $("hint").disabled = true;
  $("advice").textContent = "Looking …";
  $("advice").hidden = false;
  try {
    const found = await call("POST", `${path}/hint`, undefined, seats[active]);
    if (found.version === view.version) showHint(found);
  } catch (error) {
    if (view.version === asked) $("advice").hidden = true;
    complain(error.message);
  }
  $("hint").disabled = false;
}

function showHint(found) {
  const lines = found.moves.map((move) => el("li", {},
    el("button", { type: "button", textContent: move.words, data: { action: move.action } }),
    move.share ? ` ${part(move.share)}, expects ${move.value.toFixed(2)}` : " not looked at"));
  $("advice").replaceChildren("A short search would play (part of the search that began with it; what it expects, 0 a loss, 1 a win):", el("ol", { className: "plain" }, ...lines));
  $("draft").scrollTop = $("draft").scrollHeight; // it may have less room now
}

const part = (share) => (share < 0.005 ? "under 1 %" : `${Math.round(100 * share)} %`);

async function explain(number) {
  try {
    const { text } = await call("GET", `${path}/thoughts/${number}`, undefined, seats[active]);
    const move = view.log.find((entry) => entry.number === number);
    const line = (words) => words.replace(/(: |; )(\d): /g, (_, before, seat) => `${before}${name(seat)}: `);
    say(
      text.replace(/^expected: .*$/m, line),
      move ? `${name(move.who)}, ${move.moment}: ${move.words}` : "",
      "For each move: the part of the search that began with it, what the search expected of it (0 is a loss, 1 a win, ± the error of 95 %), and the move.",
    );
  } catch (error) {
    complain(error.message);
  }
}

function say(words, about = "", legend = "") {
  $("about").textContent = about;
  $("legend").textContent = legend;
  $("said").textContent = words;
  if (!$("words").open) $("words").showModal();
}

async function save() {
  complain("");
  try {
    const answer = await fetch(`${path}/record`, { headers: { Authorization: `Bearer ${seats[active]}` } });
    const text = await answer.text();
    if (!answer.ok) throw new Refused(answer.status, JSON.parse(text).error);
    const link = el("a", {
      href: URL.createObjectURL(new Blob([text], { type: "application/json" })),
      download: `${view.game}-${id}.json`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000); // some browsers read it after the click
  } catch (error) {
    complain(error.message);
  }
}

async function remove() {
  if (busy || !confirm("Delete this table for everybody? It cannot be brought back.")) return;
  busy = true; // nobody waits for news of a table that is going
  try {
    await call("DELETE", path, undefined, seats[active]);
    forget(id);
    location.assign("/");
  } catch (error) {
    busy = false;
    complain(error.message);
  }
}

// --- showing ------------------------------------------------------------------------------------------------

function show() {
  const moving = view.to_move === active;
  shownAt = performance.now();
  closePick(); // it and the hint offer moves of the view before
  $("advice").hidden = true;
  document.title = `${moving ? "● " : ""}${view.title} · ${view.moment}`;
  $("title").textContent = view.title;
  $("moment").textContent = view.moment;
  $("main").hidden = false;
  $("main").className = view.outcome ? "over" : moving ? "moving" : "";
  $("status").textContent = status(moving);
  showDraft(moving);
  showMoves();
  showBoard();
  showSeats();
  showLog();
  showLinks();
  $("text").textContent = view.text;
  $("retry").hidden = !view.trouble;
  if (view.trouble) complain(view.trouble);
  $("save").disabled = view.hides && !view.outcome;
  $("save").title = $("save").disabled ? "When the game is over: before, it would show hidden cards" : "";
  watch();
  focusNext(moving);
}

function status(moving) {
  if (view.outcome) {
    const { winner, explanation, tied } = view.outcome;
    const alone = mine().length === 1 && winner === active;
    const who = winner === null ? "The game is over" : alone ? "You win" : `${name(winner)} wins`;
    return `${who}: ${explanation}${tied.length && winner !== null ? " (equal on points)" : ""}`;
  }
  const who = mine().length > 1 || !moving ? name(view.to_move) : "You";
  return `${who}: ${view.draft?.complete ? "confirm the move" : view.waiting_for}`;
}

function showDraft(moving) {
  const draft = view.draft;
  $("draft").hidden = draft === null;
  $("draft").replaceChildren(...(draft?.words ?? []).map((words) => el("li", { textContent: words })));
  $("draft").scrollTop = $("draft").scrollHeight;
  $("confirm").hidden = !draft?.complete;
  $("note").hidden = !draft?.complete;
  $("note").textContent = draft?.note ?? "";
  $("hint").hidden = !moving || view.moves.length < 2;
  $("back").disabled = draft === null && view.undo !== "" && mine().length === 1;
  $("back").title = draft === null ? view.undo : "";
}

function showMoves() {
  const filter = $("filter");
  filter.value = "";
  filter.hidden = view.moves.length < 13;
  const kinds = Map.groupBy ? Map.groupBy(view.moves, (move) => move.kind) : grouped(view.moves);
  const groups = [];
  const single = el("div", { className: "group" });
  for (const moves of kinds.values()) {
    const head = common(moves.map((move) => move.words));
    const buttons = moves.map((move) => el("button", {
      type: "button", className: "move", textContent: move.words.slice(head.length),
      title: move.words, data: { action: move.action, words: move.words.toLowerCase() },
    }));
    if (head) groups.push(el("div", { className: "group" }, el("h3", { textContent: head }), ...buttons));
    else single.append(...buttons);
  }
  if (single.childElementCount) groups.push(single);
  if (!groups.length) groups.push(el("p", { className: "soft", textContent: idle() }));
  $("moves").replaceChildren(...groups);
}

/** What stands in the place of the moves when there are none. */
function idle() {
  if (view.draft?.complete) return "Nothing is left to choose: confirm the move, or go back.";
  return "Your moves will be listed here.";
}

function grouped(moves) {
  const kinds = new Map();
  for (const move of moves) kinds.set(move.kind, [...(kinds.get(move.kind) ?? []), move]);
  return kinds;
}

/** What all of several texts begin with, up to a colon or the first space; nothing for one alone. */
function common(words) {
  if (words.length < 2) return "";
  for (const mark of [": ", " "]) {
    const head = words[0].slice(0, words[0].indexOf(mark) + mark.length);
    if (words[0].includes(mark) && words.every((word) => word.startsWith(head))) return head;
  }
  return "";
}

function showBoard() {
  const svg = new DOMParser().parseFromString(view.board, "image/svg+xml").documentElement;
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  const enabled = view.moves.length > 0;
  for (const thing of svg.querySelectorAll("[data-actions]")) {
    if (!enabled) {
      thing.removeAttribute("data-actions");
      thing.classList.remove("legal");
      continue;
    }
    thing.setAttribute("role", "button");
    thing.setAttribute("aria-label", thing.querySelector("title")?.textContent ?? "");
  }
  $("board").replaceChildren(document.importNode(svg, true));
}

function showSeats() {
  const sources = Object.keys(view.seats[0].parts);
  const words = (source) => source.replaceAll("_", " ").replace(/ points$/, "");
  const head = el("tr", {}, el("th", { textContent: "Points" }), el("th", { textContent: "all" }), ...sources.map((source) => el("th", { textContent: words(source) })));
  const rows = view.seats.map((seat, number) => {
    const won = view.outcome && view.outcome.winner === number;
    return el("tr", { className: number === view.to_move ? "mover" : won ? "winner" : "" },
      el("td", { title: seat.kind, textContent: `${seat.name}${number === active ? " (you)" : ""}` }),
      el("td", {}, el("b", { textContent: seat.score })),
      ...sources.map((source) => el("td", { textContent: seat.parts[source] })));
  });
  $("seats").tHead.replaceChildren(head);
  $("seats").tBodies[0].replaceChildren(...rows);
}

function showLog() {
  const fresh = JSON.stringify(view.log);
  if (fresh === shownLog) return;
  shownLog = fresh;
  const lines = [];
  let moment = null;
  let run = null; // entries of one player in a row
  for (const entry of view.log) {
    if (entry.moment !== moment) {
      moment = entry.moment;
      run = null;
      lines.push(el("h3", { textContent: moment }));
    }
    if (run === null || run.who !== entry.who) {
      run = { who: entry.who, words: el("span"), last: null, times: 1, count: null };
      const who = entry.who < 0 ? "chance" : name(entry.who);
      lines.push(el("p", { className: entry.who < 0 ? "soft" : "" }, el("b", { textContent: who }), " ", run.words));
    }
    if (run.last === entry.words) {
      run.times += 1;
      run.count.textContent = ` ×${run.times}`;
    } else {
      run.times = 1;
      run.count = el("span");
      run.words.append(run.last === null ? "" : "; ", entry.words, run.count);
      run.last = entry.words;
    }
    if (entry.explained) {
      run.words.append(" ", el("button", { type: "button", className: "small", textContent: "why?", data: { thoughts: entry.number } }));
    }
  }
  $("log").replaceChildren(...lines);
  $("log").scrollTop = $("log").scrollHeight;
}

function showLinks() {
  const rows = mine().map((seat) => {
    const link = location.origin + address(id, { [seat]: seats[seat] });
    return el("p", { className: "row" }, el("b", { textContent: name(seat) }),
      el("input", { readOnly: true, value: link, "aria-label": `Link of ${name(seat)}`, onfocus: (event) => event.target.select() }),
      mine().length < 2 ? null : el("button", {
        type: "button", textContent: "Played elsewhere",
        title: "Give the link to whoever plays this seat; it leaves this screen.",
        onclick: () => giveAway(seat),
      }));
  });
  $("links").replaceChildren(el("p", { className: "soft", textContent: "Whoever has a seat's link plays it." }), ...rows);
}

function giveAway(seat) {
  if (busy) return; // the answer may be for the seat that goes
  delete seats[seat];
  history.replaceState(null, "", address(id, seats));
  keep(seat);
  // whoever looked at the seat that goes need not be the one whose seat stays
  if (seat === active && view.hides) return lower(mine()[0]);
  if (seat === active) active = mine()[0];
  look(active).catch((error) => complain(error.message));
}

/** Remember the table; seats that this browser has opened by other links stay, but for one given away. */
function keep(given) {
  const before = known().find((table) => table.id === id);
  const names = view.seats.map((seat) => (seat.kind === "human" ? seat.name : `${seat.name} (${seat.kind.split(":")[0]})`));
  const all = { ...before?.seats, ...seats };
  delete all[given];
  remember({ ...before, id, title: view.title, names, seats: all, opened: Date.now() });
}

/** Put the focus where the next key should go, unless something else is being used. */
function focusNext(moving) {
  const used = document.activeElement;
  if (used && (used.tagName === "INPUT" || used.tagName === "SUMMARY" || used.id === "log" || used.closest("dialog"))) return;
  if (!moving) return;
  if (!$("confirm").hidden) $("confirm").focus({ preventScroll: true });
  else $("moves").querySelector("button")?.focus({ preventScroll: true });
}

// --- agents -------------------------------------------------------------------------------------------------

let watching = false;

/** Show how far the agent to move is, while one is. */
async function watch() {
  const thinks = () => view.to_move !== null && !(view.to_move in seats) && view.seats[view.to_move].kind !== "human";
  if (watching || !thinks()) {
    $("thinking").hidden = !thinks();
    return;
  }
  watching = true;
  await sleep(0.25); // most agents are done by then
  while (thinks() && $("curtain").hidden && document.visibilityState === "visible") {
    try {
      const thinking = await call("GET", `${path}/thinking`, undefined, seats[active]);
      $("thinking").hidden = thinking.seat === null;
      $("share").value = thinking.share;
      $("seconds").textContent = thinking.waiting ? "waits its turn" : `${thinking.seconds.toFixed(1)} s`;
    } catch {
      $("thinking").hidden = true; // the other loop tells
      await sleep(1);
    }
    await sleep(0.3);
  }
  $("thinking").hidden = true;
  watching = false;
}

async function hurry() {
  try {
    await call("POST", `${path}/hurry`, undefined, seats[active]);
  } catch (error) {
    complain(error.message);
  }
}

// --- pointing and keys --------------------------------------------------------------------------------------

function actionsOf(thing) {
  const touched = thing.dataset.actions.split(" ").map(Number);
  return view.moves.filter((move) => touched.includes(move.action));
}

/** What can be chosen under the pointer: a thing, or what it lies on, such as an area below its labourers. */
function pointedAt(event) {
  const under = [event.target, ...document.elementsFromPoint(event.clientX, event.clientY)];
  return under.map((element) => element.closest("#board [data-actions]")).find(Boolean);
}

function clickBoard(event) {
  const thing = pointedAt(event);
  if (!thing) return closePick();
  if (stray(event)) return;
  const moves = actionsOf(thing);
  if (moves.length === 1) return choose(moves[0].action);
  const pick = $("pick");
  pick.replaceChildren(...moves.map((move) => el("button", {
    type: "button", role: "menuitem", textContent: move.words, data: { action: move.action },
  })));
  pick.hidden = false;
  const left = Math.min(event.clientX, window.innerWidth - pick.offsetWidth - 8);
  const top = Math.min(event.clientY, window.innerHeight - pick.offsetHeight - 8);
  pick.style.left = `${Math.max(8, left)}px`;
  pick.style.top = `${Math.max(8, top)}px`;
  pick.querySelector("button").focus();
  event.stopPropagation();
}

function closePick() {
  $("pick").hidden = true;
}

/** Mark on the board what a move in the list touches. */
function point(action) {
  for (const thing of $("board").querySelectorAll(".hot")) thing.classList.remove("hot");
  if (action === undefined) return;
  for (const thing of $("board").querySelectorAll("[data-actions]")) {
    if (thing.dataset.actions.split(" ").includes(action)) thing.classList.add("hot");
  }
}

function find() {
  const words = $("filter").value.trim().toLowerCase();
  for (const button of $("moves").querySelectorAll("button")) button.hidden = !button.dataset.words.includes(words);
  for (const group of $("moves").querySelectorAll(".group")) group.hidden = !group.querySelector("button:not([hidden])");
}

function step(by) {
  const box = $("pick").hidden ? $("moves") : $("pick");
  const buttons = [...box.querySelectorAll("button:not([hidden])")].filter((button) => button.offsetParent !== null);
  if (!buttons.length) return;
  const at = buttons.indexOf(document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : buttons.length - 1) : (at + by + buttons.length) % buttons.length;
  buttons[next].focus();
}

const KEYS = `Arrow keys      go through the moves
Enter           take the move; confirm
Backspace       take the last decision back
/               find a move by its words
h               hint
n               have the agent move now
Escape          leave what is open
?               this list`;

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("words").open) return;
  // a key that is held down takes one decision, not one after the other
  if (event.repeat && (event.key === "Enter" || (event.key === "Backspace" && event.target.tagName !== "INPUT"))) {
    return event.preventDefault();
  }
  const typing = event.target.tagName === "INPUT" || event.target.tagName === "SELECT";
  const does = {
    ArrowDown: () => step(1), ArrowUp: () => step(-1), ArrowRight: () => step(1), ArrowLeft: () => step(-1),
  }[event.key] ?? (!typing && {
    Backspace: back, h: () => $("hint").hidden || $("hint").disabled || hint(), n: hurry, "?": () => say(KEYS),
    "/": () => $("filter").hidden || $("filter").focus(),
  }[event.key]);
  if (event.key === "Escape") {
    closePick();
    if (typing) {
      $("filter").value = "";
      find();
      step(1);
    }
    return;
  }
  if (event.key === "Enter" && event.target === $("filter")) {
    $("moves").querySelector("button:not([hidden])")?.click();
    return;
  }
  if (!does || $("main").hidden || (typing && event.key.startsWith("Arrow") && event.target !== $("filter"))) return;
  if (typing && (event.key === "ArrowLeft" || event.key === "ArrowRight")) return;
  event.preventDefault();
  does();
}

function clickAction(event) {
  const button = event.target.closest("button[data-action]");
  if (button && !stray(event)) choose(Number(button.dataset.action));
}

// --- start --------------------------------------------------------------------------------------------------

async function start() {
  if (!mine().length) return complain("This link names no seat: use the link of a seat, or begin a game on the first page.");
  $("quick").checked = setting("quick") ?? false;
  $("quick").addEventListener("change", () => setting("quick", $("quick").checked));
  for (const box of ["moves", "pick", "advice"]) $(box).addEventListener("click", clickAction);
  for (const [what, does] of Object.entries({ confirm: confirmMove, back, hint, hurry, save, reveal: raise, delete: remove })) {
    $(what).addEventListener("click", (event) => stray(event) && what !== "back" ? undefined : does());
  }
  $("retry").addEventListener("click", () => act("retry"));
  $("keys").addEventListener("click", () => say(KEYS));
  $("board").addEventListener("click", clickBoard);
  $("filter").addEventListener("input", find);
  $("log").addEventListener("click", (event) => {
    const number = event.target.dataset.thoughts;
    if (number !== undefined) explain(Number(number));
  });
  for (const kind of ["mouseover", "focusin"]) {
    $("moves").addEventListener(kind, (event) => point(event.target.closest("button")?.dataset.action));
  }
  $("moves").addEventListener("mouseleave", () => point());
  document.addEventListener("keydown", key);
  document.addEventListener("click", (event) => $("pick").contains(event.target) || closePick());
  for (;;) {
    try {
      active = mine()[0];
      const first = await call("GET", path, undefined, seats[active]);
      complain("");
      if (first.hides && mine().length > 1) lower(first.to_move in seats ? first.to_move : active, first);
      else await arrive(first);
      break;
    } catch (error) {
      complain(error.message);
      if (error.status) return error.status === 401 && gone();
      await sleep(1);
    }
  }
  keep();
  document.addEventListener("visibilitychange", () => $("curtain").hidden && watch());
  listen();
}

// Another address behind the # is another table.
window.addEventListener("hashchange", () => location.reload());
start();
