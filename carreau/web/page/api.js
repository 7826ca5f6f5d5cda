// Requests to the server. A refusal becomes an error whose message is the server's sentence.

import { lang, sentence } from "./words.js";

export class Refused extends Error {
  constructor(status, { code = "http", text, option = "" }) {
    super(sentence(text));
    this.status = status;
    this.code = code;
    this.option = option; // which one is refused, if it is an option of a game
  }
}

export async function request(method, path, body) {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: { "Accept-Language": lang, ...(body ? { "Content-Type": "application/json" } : {}) },
    body: body ? JSON.stringify(body) : undefined,
  });
  const kind = answer.headers.get("content-type") || "";
  const content = kind.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refused(answer.status, content.text ? content : { text: answer.statusText });
  return content;
}

export const get = (path) => request("GET", path);
export const post = (path, body) => request("POST", path, body);

/** The guest of this browser, or null. */
export const me = () => get("/me");

/** Make sure that there is a guest of that name. */
export async function beGuest(name) {
  const guest = await me();
  if (guest && guest.name === name) return guest;
  return post("/guests", { name });
}
