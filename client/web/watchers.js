// Who watches a room, of those who wish that the others know it. It is fetched when somebody wants to see it.

import { h, dialog } from "./dom.js";
import { say } from "./say.js";

export function show({ view: { spectators, watchers } }) {
  const [names, count] = [watchers.join(", "), spectators - watchers.length];
  const text = count > 0 ? say.NamesAndMore({ names, count }) : names;
  return dialog(say.CountWatching({ count: spectators }), h("p", { id: "watchers" }, text), [{ text: say.PageOk(), value: "ok", main: true }]);
}
