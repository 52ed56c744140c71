// Every sentence, in the language of whoever looks: say.Placed({ side, square, count, flips }). The server is
// built with the texts of each language, and sends with each file of scripts those that are said there.

import { texts } from "./texts.js";

export const language = document.documentElement.lang;

// Chooses what the server sends the page in from now on, by links from elsewhere too. It is read back because a
// browser may keep a cookie a moment after it is written, when the page is already asked for again.
export function speak(language) {
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
  return document.cookie;
}

export const say = new Proxy({}, {
  get: (_, key) => (places = {}) => texts[key].replace(/\{(\w+)(?:\|([^}]*))?\}/g, (_, name, forms) => {
    const value = String(places[name]);
    return forms ? forms.split("|")[value === "1" ? 0 : 1] : value;
  }),
});

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const color = (side) => (side === "black" ? say.Black() : say.White());
export const the = (side) => (side === "black" ? say.TheBlack() : say.TheWhite());
export const side = (side) => capital(the(side));
export const opponent = (side) => (side === "black" ? "white" : "black");

// Why the server declines; its own words where the code is not known.
export const refusal = ({ code, message }) => texts[code] ?? message;

const decimal = (text) => (language === "pt" ? text.replace(".", ",") : text);

// Hundredths of discs as people read them: +2.1
export function worth(centidiscs) {
  const text = (centidiscs / 100).toFixed(1).replace(/^-(0\.0)$/, "$1");
  return decimal((centidiscs > 0 ? "+" : "") + text).replace("-", "\u2212");
}

export const day = (ms) => new Date(ms).toLocaleDateString(language, { dateStyle: "medium" });

// A span of time: 1:05
export function span(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
