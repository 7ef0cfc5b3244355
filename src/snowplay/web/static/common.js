// What the pages share: calling the server, making elements, the tables this browser knows.

export const $ = (id) => document.getElementById(id);

/** An element with properties, data attributes (`data: {...}`) and children. */
export function el(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key === "data") Object.assign(made.dataset, value);
    else if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** Call an operation of the API; throws Refused with the server's words. */
export async function call(method, path, body, token) {
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused(0, "The server does not answer. Tables are kept; this page goes on when it is back.");
  }
  const text = await answer.text();
  let content = null;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Refused(answer.status, `The server answered ${answer.status}, which this page does not understand.`);
  }
  if (!answer.ok) throw new Refused(answer.status, content.error);
  return content;
}

export function complain(words) {
  $("problem").textContent = words;
  $("problem").hidden = !words;
}

// What a browser keeps; one that keeps nothing, or whose room is full, can be played in all the same.
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // nothing is kept
  }
}

// Tables: [{id, title, names, seats: {seat: secret}, opened}], the last one opened first.
const KEY = "snowplay.tables";

export const known = () => read(KEY) ?? [];

export function remember(table) {
  const others = known().filter((other) => other.id !== table.id);
  write(KEY, [table, ...others].slice(0, 200));
}

export function forget(id) {
  write(KEY, known().filter((other) => other.id !== id));
}

/** The address of a table with the secrets of some seats. They stand behind the #, which no server ever sees. */
export function address(id, seats) {
  const parts = Object.entries(seats).map(([seat, secret]) => `${seat}:${secret}`);
  return `/table#${[id, ...parts].join("/")}`;
}

export function setting(name, value) {
  if (value !== undefined) write(`snowplay.${name}`, value);
  return read(`snowplay.${name}`);
}
