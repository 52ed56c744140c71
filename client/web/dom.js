// Elements, dialogs, and what is said to those who listen. What people wrote comes in as text: nothing
// here takes markup.

import { say } from "./say.js";

export function h(tag, props = {}, ...children) {
  return dress(document.createElement(tag), props, children);
}

export function svg(tag, props = {}, ...children) {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
}

function dress(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child || child === 0));
  return element;
}

export function button(text, onclick, props = {}) {
  return h("button", { type: "button", onclick, ...props }, text);
}

// Fills an element anew unless what it shows is the same: focus and selection stay where they are.
export function fill(element, key, make) {
  const shown = JSON.stringify(key);
  if (element.shown === shown) return;
  element.shown = shown;
  element.replaceChildren(...[make()].flat().filter(Boolean));
}

// Two regions take turns, so that the same words are spoken twice when they are said twice.
const regions = ["polite", "polite", "assertive"].map((live) =>
  h("div", { class: "unseen", "aria-live": live, "aria-atomic": "true" }));
document.body.append(...regions);
let turn = 0;

export function announce(text, isUrgent = false) {
  if (!text) return;
  turn = 1 - turn;
  regions[turn].textContent = "";
  regions[isUrgent ? 2 : turn].textContent = text;
  if (!isUrgent) regions[1 - turn].textContent = "";
}

// A short word at the foot of the page, for whoever looks.
const toast = h("div", { class: "toast", hidden: true });
document.body.append(toast);
let toastEnds;

export function tell(text, isUrgent = false) {
  announce(text, isUrgent);
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(toastEnds);
  toastEnds = setTimeout(() => { toast.hidden = true; }, 5000);
}

// Copies a text. Where the page is not served safely, browsers leave only the old way.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h("textarea", {}, text);
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  tell(say.PageCopied());
}

// Opens a dialog and resolves with the value of the button that ended it, or nothing.
export function dialog(title, body, buttons = []) {
  return new Promise((resolve) => {
    const end = (value) => { box.close(); resolve(value); };
    const foot = buttons.map(({ text, value, main }) =>
      h("button", { type: "submit", value, class: main ? "main" : "" }, text));
    const form = h("form", { method: "dialog" },
      h("h2", { id: "dialog-title" }, title), body, foot.length ? h("div", { class: "foot" }, foot) : null);
    const box = h("dialog", { "aria-labelledby": "dialog-title" }, form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      end(event.submitter?.value ?? buttons.find((each) => each.main)?.value);
    });
    box.addEventListener("click", (event) => { if (event.target === box) end(); });
    box.addEventListener("close", () => { resolve(); box.remove(); });
    box.end = end;
    document.body.append(box);
    box.showModal();
  });
}

// Ends the dialog that an element is in, with a value.
export function endDialog(element, value) {
  element.closest("dialog").end(value);
}
