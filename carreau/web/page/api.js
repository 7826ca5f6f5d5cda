// Requests to the server. A refusal becomes an error whose message is the server's sentence.

export class Refused extends Error {
  constructor(status, code, text) {
    super(text);
    this.status = status;
    this.code = code;
  }
}

export async function request(method, path, body) {
  const answer = await fetch(`/api${path}`, {
    method,
    headers: body ? { "Content-Type": "application/json" } : {},
    body: body ? JSON.stringify(body) : undefined,
  });
  const kind = answer.headers.get("content-type") || "";
  const content = kind.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refused(answer.status, content.code || "http", content.text || answer.statusText);
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
