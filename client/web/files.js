// Games in files: the server reads and writes the formats, the page carries them.

import { h, button, copy, dialog, endDialog, tell } from "./dom.js";
import { say } from "./say.js";

const FORMATS = { transcript: "txt", sgf: "sgf", ggf: "ggf", pgn: "pgn", json: "json", obf: "obf", evora: "txt", minho: "gx", wthor: "wtb" };

async function post(path, body) {
  const answer = await fetch(path, { method: "POST", body });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer;
}

// The positions of a game, one a ply.
export async function positionsOf(start, actions) {
  return (await post("/games/positions", JSON.stringify({ start, actions }))).json();
}

// The games of a file: one, or the number of them where there are several.
export async function read(name, bytes, number) {
  const query = new URLSearchParams({ name, ...(number ? { number } : {}) });
  return (await post(`/games/read?${query}`, bytes)).json();
}

// Lets a game be taken away in a format.
export async function exportGame({ view, id }) {
  const name = (side) => view[side]?.occupant.name ?? view[side]?.occupant.bot;
  await exportDialog({ start: view.start, actions: view.actions, black: name("black"), white: name("white"), time: view.time, opening: view.opening, result: view.result }, `reversi-${id}`);
}

export async function exportDialog(game, title) {
  const write = async (format) => {
    try {
      return await post(`/games/write?format=${format}`, JSON.stringify(game));
    } catch (failed) {
      tell(failed.message, true);
      return null;
    }
  };
  const row = (format) => h("li", {}, h("span", {}, say.PageFormat({ format })),
    format === "wthor" ? null : button(say.PageCopy(), async () => {
      const answer = await write(format);
      if (answer) await copy(await answer.text());
    }),
    button(say.PageDownload(), async () => {
      const answer = await write(format);
      if (answer) download(`${title}.${FORMATS[format]}`, await answer.blob());
    }, { id: `download-${format}` }));
  await dialog(say.PageExport(), h("ul", { class: "rows" }, Object.keys(FORMATS).map(row)), [{ text: say.PageClose() }]);
}

function download(name, blob) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// Asks for a game: pasted, dropped or chosen. Resolves with what was read, or nothing.
export async function importGame(dropped) {
  let found;
  const told = h("p", { class: "told", role: "status" });
  const take = async (box, name, bytes, number) => {
    told.textContent = "";
    try {
      const answer = await read(name, bytes, number);
      if (answer.games > 1 && !number) return several(box, name, bytes, answer.games);
      found = answer;
      endDialog(box, "done");
    } catch (failed) {
      told.textContent = failed.message;
    }
  };
  const several = (box, name, bytes, count) => {
    const which = h("input", { type: "number", min: 1, max: count, value: 1, "aria-label": say.PageWhichGame({ count }) });
    told.replaceChildren(say.PageWhichGame({ count }), which,
      button(say.PageOpen(), () => take(box, name, bytes, Number(which.value)), { class: "main" }));
  };
  const text = h("textarea", { rows: 6, placeholder: "f5d6c3d3c4", "aria-label": say.PagePaste(), id: "import-text" });
  const file = h("input", { type: "file", "aria-label": say.PageFile(), id: "import-file",
    onchange: async () => take(file, file.files[0].name, await file.files[0].arrayBuffer()) });
  const box = h("div", { class: "import" }, h("p", {}, say.PageImportAbout()), text,
    h("div", { class: "row" }, button(say.PageOpen(), () => take(box, "", text.value), { class: "main", id: "import-open" }), file), told);
  box.addEventListener("dragover", (event) => event.preventDefault());
  box.addEventListener("drop", async (event) => {
    event.preventDefault();
    const [it] = event.dataTransfer.files;
    if (it) await take(box, it.name, await it.arrayBuffer());
  });
  const ended = dialog(say.PageImport(), box, [{ text: say.PageCancel() }]);
  if (dropped) take(box, dropped.name, await dropped.arrayBuffer());
  await ended;
  return found;
}
