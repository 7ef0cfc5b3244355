// The first page: choose a game, its rules and who sits where; tables of this browser; loading records.
import { $, address, call, complain, el, forget, known, remember } from "./common.js";

let games = [];
let game = null;

function chosenGame() {
  const name = document.querySelector("input[name=game]:checked").value;
  game = games.find((one) => one.name === name);
  $("players").replaceChildren(...game.players.map((n) => el("option", { value: n, textContent: n })));
  $("players").value = String(game.players.includes(2) ? 2 : game.players[0]);
  $("players").closest(".row").hidden = game.players.length === 1;
  $("options").replaceChildren(...game.options.map(optionField));
  showSeats();
  showChanged();
}

function seatName(seat) {
  return game.seat_names[seat] ?? `Seat ${seat}`;
}

function showSeats() {
  const players = Number($("players").value);
  $("seats").replaceChildren(...Array.from({ length: players }, (_, seat) => seatField(seat)));
}

function seatField(seat) {
  const agents = game.agents.filter((agent) => agent.seat === null || agent.seat === seat);
  const who = el("select", { className: "who", "aria-label": `${seatName(seat)}: who` },
    el("option", { value: "human", textContent: "human" }),
    ...agents.map((agent) => el("option", { value: agent.name, textContent: agent.name, title: agent.help })));
  const name = el("input", { className: "name", maxLength: 40, placeholder: "name", "aria-label": `${seatName(seat)}: name` });
  const set = el("input", { className: "set", maxLength: 150, spellcheck: false, "aria-label": `${seatName(seat)}: settings` });
  const about = el("span", { className: "soft about" });
  const show = () => {
    const agent = agents.find((one) => one.name === who.value);
    const parameters = agent ? Object.entries(agent.parameters) : [];
    set.hidden = parameters.length === 0;
    set.value = agent && "seconds" in agent.parameters ? "seconds=2" : "";
    set.title = parameters.map(([key, kind]) => `${key}=${kind}`).join(", ");
    set.placeholder = parameters.map(([key]) => key).join(", ");
    const settings = parameters.length ? `; settings: ${parameters.map(([key]) => key).join(", ")}` : "";
    about.textContent = agent ? agent.help + settings : "";
  };
  who.value = seat === 0 ? "human" : "ismcts";
  who.addEventListener("change", show);
  show();
  return el("div", { className: "seat row" }, el("b", { textContent: seatName(seat) }), who, set, name, about);
}

function seats() {
  return [...document.querySelectorAll(".seat")].map((row) => {
    const who = row.querySelector(".who").value;
    const set = row.querySelector(".set").value.trim();
    return { kind: who !== "human" && set ? `${who}:${set}` : who, name: row.querySelector(".name").value };
  });
}

function optionField(option) {
  let input;
  if (option.kind === "bool") input = el("input", { type: "checkbox", checked: option.default });
  else if (option.kind === "choice") {
    input = el("select", {}, ...option.choices.map((value) => el("option", { value, textContent: value })));
    input.value = option.default;
  } else if (option.kind === "int") {
    input = el("input", { type: "number", min: option.low, max: option.high, value: option.default });
  } else {
    input = el("input", { type: "text", value: option.default.join(", "), title: option.allowed, spellcheck: false });
  }
  input.className = "option";
  input.dataset.name = option.name;
  input.addEventListener("input", showChanged);
  const words = el("span", {}, el("code", { textContent: option.name }), ` ${option.help} `,
    el("span", { className: "soft", textContent: option.rules.join(", ") }));
  return el("label", { className: `option-row ${option.kind}` }, input, words);
}

function optionValue(option, input) {
  if (option.kind === "bool") return input.checked;
  if (option.kind === "int") return Number(input.value);
  if (option.kind === "choice") return input.value;
  const parts = input.value.split(",").map((part) => part.trim()).filter(Boolean);
  return option.kind === "ints" ? parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part)) : parts;
}

function changedOptions() {
  const changed = {};
  for (const option of game.options) {
    const value = optionValue(option, document.querySelector(`.option[data-name="${option.name}"]`));
    if (JSON.stringify(value) !== JSON.stringify(option.default)) changed[option.name] = value;
  }
  return changed;
}

function showChanged() {
  const number = Object.keys(changedOptions()).length;
  $("changed").textContent = number ? `(${number} changed)` : "";
}

function opened(created, asked, title, name) {
  const secrets = {};
  created.tokens.forEach((token, seat) => {
    if (token) secrets[seat] = token;
  });
  const names = asked.map((seat, number) => seat.name || (seat.kind === "human" ? name(number) : seat.kind));
  remember({ id: created.id, title, names, seats: secrets });
  location.assign(address(created.id, secrets));
}

async function begin(event) {
  event.preventDefault();
  complain("");
  $("begin").disabled = true;
  try {
    const asked = seats();
    const created = await call("POST", "/api/tables", { game: game.name, seats: asked, options: changedOptions() });
    opened(created, asked, game.title, seatName); // the button stays off: a second click would set up a second table
  } catch (error) {
    complain(error.message);
    $("begin").disabled = false;
  }
}

async function load() {
  const file = $("record").files[0];
  if (!file) return;
  complain("");
  $("record").disabled = true;
  try {
    const text = await file.text();
    const asked = seats();
    if (fits(text, file.name)) opened(await call("POST", "/api/records", { record: text, seats: asked }), asked, game.title, seatName);
  } catch (error) {
    complain(`${file.name}: ${error.message}`);
  }
  $("record").value = "";
  $("record").disabled = false;
}

/** Whether the form asks for the seats of a record's game; if not, it now does, and the user is told. */
function fits(text, name) {
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    return true; // the server says what is wrong with it
  }
  const its = games.find((one) => one.name === record?.game);
  const players = record?.players;
  if (!its?.players.includes(players)) return true;
  if (its === game && players === Number($("players").value)) return true;
  document.querySelector(`input[name=game][value=${its.name}]`).checked = true;
  chosenGame();
  $("players").value = String(players);
  showSeats();
  const of = players === 1 ? "one player" : `${players} players`;
  complain(`${name} is a game of ${its.title} with ${of}. Its seats can be chosen now; then load it again.`);
  return false;
}

function showTables() {
  const tables = known();
  $("none").hidden = tables.length > 0;
  $("tables").replaceChildren(...tables.map((table) => el("li", { className: "row" },
    el("span", {}, el("a", { href: address(table.id, table.seats), textContent: `${table.title}: ${table.names.join(", ")}` }),
      el("span", { className: "soft", textContent: table.opened ? ` ${when(table.opened)}` : "" })),
    el("button", {
      type: "button", className: "small", textContent: "forget",
      title: "Take it off this list. The table stays where it is; without its link nobody can open it.",
      onclick: () => {
        if (confirm("Forget this table? Without its link it cannot be opened again.")) {
          forget(table.id);
          showTables();
        }
      },
    }))));
}

const when = (time) => new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

async function start() {
  showTables();
  window.addEventListener("storage", showTables); // another page of this browser has opened or forgotten a table
  window.addEventListener("pageshow", () => {
    showTables();
    $("begin").disabled = false;
  });
  while (!games.length) {
    try {
      games = await call("GET", "/api/games");
      complain("");
    } catch (error) {
      complain(error.message);
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
  $("games").replaceChildren(...games.map((one, number) => el("label", { className: "game" },
    el("input", { type: "radio", name: "game", value: one.name, checked: number === 0, onchange: chosenGame }), one.title)));
  $("players").addEventListener("change", showSeats);
  $("new").addEventListener("submit", begin);
  $("record").addEventListener("change", load);
  chosenGame();
}

start();
