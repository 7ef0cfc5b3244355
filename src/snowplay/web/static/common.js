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
    throw new Refused(0, "The server does not answer. The table is kept; this page goes on when it is back.");
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

// Tables: [{id, title, names, seats: {seat: secret}}], the last one opened first.
const KEY = "snowplay.tables";

export function known() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

export function remember(table) {
  const others = known().filter((other) => other.id !== table.id);
  localStorage.setItem(KEY, JSON.stringify([table, ...others].slice(0, 200)));
}

export function forget(id) {
  localStorage.setItem(KEY, JSON.stringify(known().filter((other) => other.id !== id)));
}

/** The address of a table with the secrets of some seats. They stand behind the #, which no server ever sees. */
export function address(id, seats) {
  const parts = Object.entries(seats).map(([seat, secret]) => `${seat}:${secret}`);
  return `/table#${[id, ...parts].join("/")}`;
}

export function setting(name, value) {
  if (value !== undefined) localStorage.setItem(`snowplay.${name}`, JSON.stringify(value));
  return JSON.parse(localStorage.getItem(`snowplay.${name}`) ?? "null");
}
