// The page's own words, in the reader's language. What belongs to a game comes from the server.

export const LANGUAGES = ["en", "fr"];
let words = {};
export let lang = "en";

export function preferred() {
  const kept = localStorage.getItem("lang");
  if (LANGUAGES.includes(kept)) return kept;
  const wanted = (navigator.languages || [navigator.language || "en"]).map((each) => each.slice(0, 2));
  return wanted.find((each) => LANGUAGES.includes(each)) || "en";
}

export async function speak(language) {
  const answer = await fetch(`/page/words/${language}.json`);
  words = await answer.json();
  lang = language;
  document.documentElement.lang = language;
}

/** Which form of a text goes with a number: `one` or `other`. */
export const plural = (n) => (new Intl.PluralRules(lang).select(n) === "one" ? "one" : "other");

/** What is shown alone begins with a capital. */
export const sentence = (text) => text.charAt(0).toLocaleUpperCase(lang) + text.slice(1);

/** A text by its key, with {name} replaced. */
export function t(key, values = {}) {
  const text = words[key];
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}
