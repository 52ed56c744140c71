// Codes to scan (QR, ISO/IEC 18004): bytes at the lowest level of correction and in one block, which is enough
// for an address or a key. They are drawn here, because what they hold is for no server's log.

import { svg } from "./dom.js";

// How many bytes a code of each size holds, and how many correct them.
const SIZES = [[17, 7], [32, 10], [53, 15], [78, 20], [106, 26]];

// The patterns that are laid over the bytes, one of which is chosen.
const MASKS = [
  (x, y) => (x + y) % 2, (x, y) => y % 2, (x) => x % 3, (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2, (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2, (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

// Draws a text as a code, or nothing where it is too long for one.
export function code(text, label) {
  const rows = modules(text);
  if (!rows) return null;
  const dark = rows.flatMap((row, y) => [...row.matchAll(/1+/g)].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`));
  const side = rows.length + 8;
  return svg("svg", { class: "code", role: "img", "aria-label": label, viewBox: `-4 -4 ${side} ${side}`, "shape-rendering": "crispEdges" },
    svg("path", { d: dark.join("") }));
}

// The rows of a code, "1" where it is dark.
export function modules(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = SIZES.findIndex(([most]) => bytes.length <= most);
  if (version < 0) return null;
  const [room, checks] = SIZES[version];
  const words = wordsOf(bytes, room + 2);
  const bits = [...words, ...correction(words, checks)].map((word) => word.toString(2).padStart(8, "0")).join("");
  const made = MASKS.map((mask, number) => drawn(17 + 4 * (version + 1), bits, mask, number));
  return made.reduce((best, it) => (disorder(it) < disorder(best) ? it : best));
}

// The kind of text, its length, the text and an end, in halves of bytes; what is left over is filled.
function wordsOf(bytes, count) {
  const halves = [4, bytes.length, ...bytes].flatMap((it, at) => (at ? [it >> 4, it & 15] : it));
  const words = Array.from({ length: bytes.length + 2 }, (_, at) => (halves[2 * at] << 4) | (halves[2 * at + 1] ?? 0));
  while (words.length < count) words.push((words.length - bytes.length) % 2 ? 0x11 : 0xec);
  return words;
}

// Multiplies in the field of 256 elements that the bytes are taken for.
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((b >> bit) & 1) * a);
  }
  return product;
}

// The bytes by which a reader mends the others (Reed and Solomon).
function correction(words, count) {
  let divisor = [1];
  for (let at = 0, root = 1; at < count; at += 1, root = times(root, 2)) {
    divisor = [...divisor, 0].map((it, at) => it ^ times(divisor[at - 1] ?? 0, root));
  }
  const rest = [...words, ...Array(count).fill(0)];
  words.forEach((_, at) => {
    const factor = rest[at];
    divisor.forEach((it, by) => { rest[at + by] ^= times(it, factor); });
  });
  return rest.slice(words.length);
}

function drawn(side, bits, mask, number) {
  const rows = Array.from({ length: side }, () => Array(side).fill(null));
  const set = (x, y, isDark) => { if (rows[y]?.[x] !== undefined) rows[y][x] = Number(isDark); };
  const square = (x, y, size, isDark) => {
    for (let dy = -size; dy <= size; dy += 1) {
      for (let dx = -size; dx <= size; dx += 1) set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
    }
  };
  for (let at = 8; at < side - 8; at += 1) { set(at, 6, at % 2 === 0); set(6, at, at % 2 === 0); }
  for (const [x, y] of [[3, 3], [side - 4, 3], [3, side - 4]]) square(x, y, 4, (far) => far !== 2 && far !== 4);
  if (side > 21) square(side - 7, side - 7, 2, (far) => far !== 1);
  form(set, side, number);
  // The bits go up and down in pairs of columns, from the right, past the column of the timing.
  let next = 0;
  for (let right = side - 1, isUp = true; right > 0; right -= right === 8 ? 3 : 2, isUp = !isUp) {
    for (let step = 0; step < side; step += 1) {
      const y = isUp ? side - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (rows[y][x] !== null) continue;
        rows[y][x] = Number(bits[next] === "1") ^ Number(mask(x, y) === 0);
        next += 1;
      }
    }
  }
  return rows.map((row) => row.join(""));
}

// Level and mask, with their own correction, twice.
function form(set, side, number) {
  const level = 8 | number;
  let rest = level;
  for (let bit = 0; bit < 10; bit += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((level << 10) | rest) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const isDark = (bits >> at) & 1;
    if (at < 8) {
      set(8, at < 6 ? at : at + 1, isDark);
      set(side - 1 - at, 8, isDark);
    } else {
      set(at === 8 ? 7 : 14 - at, 8, isDark);
      set(8, side - 15 + at, isDark);
    }
  }
  set(8, side - 8, true);
}

// How badly a code reads: long runs, squares, what looks like a corner, and more of the one than of the other.
function disorder(rows) {
  const columns = [...rows[0]].map((_, x) => rows.map((row) => row[x]).join(""));
  const lines = [...rows, ...columns];
  const count = (pattern) => lines.flatMap((line) => line.match(pattern) ?? []);
  const runs = count(/0{5,}|1{5,}/g).reduce((sum, run) => sum + run.length - 2, 0);
  const corners = 40 * count(/(?=10111010000|00001011101)/g).length;
  let squares = 0;
  for (let y = 1; y < rows.length; y += 1) {
    for (let x = 1; x < rows.length; x += 1) {
      const four = rows[y][x] + rows[y][x - 1] + rows[y - 1][x] + rows[y - 1][x - 1];
      if (four === "0000" || four === "1111") squares += 3;
    }
  }
  const share = rows.join("").replaceAll("0", "").length / rows.length ** 2;
  return runs + corners + squares + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
