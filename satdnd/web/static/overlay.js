/** Drawing over the cells of a picture: bridges, and loops along edges or through centres. */

import { drawnCentres } from "./centres.js";
import { drawnCorners } from "./corners.js";
import { key, s } from "./dom.js";
import { edgeKey, ends, isLine, placeOf } from "./lines.js";

/** @import { Cell, Edge, Layers, Link, Picture, Sign } from "./types.js" */

/**
 * All lines of a picture, with the states from the layers.
 * @param {Picture} picture
 * @param {Layers} layers
 * @param {Map<string, Edge>} edges of the picture, by their keys
 * @returns {Element[]}
 */
export function drawing(picture, layers, edges) {
  if (picture.edges || picture.dotted) return [...(picture.dotted ? [dots(picture)] : []), ...loop(picture, layers, edges), ...drawnCorners(picture), ...drawnCentres(picture)];
  const drawn = (picture.links ?? []).flatMap((link) => lines(link));
  if (picture.spaced && layers.showForced)
    for (const [name, sign] of layers.forced) {
      const place = name.split(",").map(Number);
      if (!parseInt(sign)) continue;
      const link = {
        start: /** @type {Cell} */ ([place[0], place[1]]),
        end: /** @type {Cell} */ ([place[2], place[3]]),
      };
      if (
        (picture.links ?? []).some((x) => key(x.start) === key(link.start) && key(x.end) === key(link.end) && x.count)
      )
        continue;
      drawn.push(...lines({ ...link, count: parseInt(sign), maybe: sign.endsWith("+"), look: "ghost" }));
    }
  for (const link of layers.found) drawn.push(...lines(link));
  return drawn;
}

/** The distance of a dashed line from the border of its cage. */
const INSET = 0.08;

/** Dashed lines inside cages. @param {Cell[][]} cages @returns {Element[]} */
export function cages(cages) {
  return cages.map((cells) => {
    const inside = new Set(cells.map(key));
    const there = (/** @type {number} */ r, /** @type {number} */ c) => inside.has(key([r, c]));
    const strokes = cells.flatMap(([r, c]) =>
      [[-1, 0], [1, 0], [0, -1], [0, 1]].filter(([dr, dc]) => !there(r + dr, c + dc)).map(([dr, dc]) => {
        const [y, x] = [r + 0.5 + (0.5 - INSET) * dr, c + 0.5 + (0.5 - INSET) * dc];
        const ends = [-1, 1].map((end) => {
          const [a, b] = [r + end * Math.abs(dc), c + end * Math.abs(dr)];
          const reach = !there(a, b) ? 0.5 - INSET : there(a + dr, b + dc) ? 0.5 + INSET : 0.5;
          return `${x + end * reach * Math.abs(dr)} ${y + end * reach * Math.abs(dc)}`;
        });
        return `M${ends[0]}L${ends[1]}`;
      }),
    );
    return s("path", { class: "cage", d: strokes.join("") });
  });
}

/** Where the point of a sign is. @type {Record<string, [number, number]>} */
const POINTS = { "<": [-1, 0], ">": [1, 0], "∧": [0, -1], "∨": [0, 1] };

/** The strokes of a sign. @param {number} x @param {number} y @param {string} sign */
function strokes(x, y, sign) {
  if (sign === "=") return `M${x - 0.1} ${y - 0.05}h0.2M${x - 0.1} ${y + 0.05}h0.2`;
  if (sign === "×") return `M${x - 0.08} ${y - 0.08}l0.16 0.16M${x - 0.08} ${y + 0.08}l0.16 -0.16`;
  const [dx, dy] = POINTS[sign];
  const [a, b] = [-1, 1].map((way) => `${x - 0.08 * dx + 0.13 * dy * way} ${y - 0.08 * dy + 0.13 * dx * way}`);
  return `M${a}L${x + 0.08 * dx} ${y + 0.08 * dy}L${b}`;
}

/** Signs on the lines between cells. @param {Sign[]} signs @returns {Element[]} */
export function signs(signs) {
  return signs.flatMap(([r, c, side, sign]) => {
    const [x, y] = side === "e" ? [c + 1, r + 0.5] : [c + 0.5, r + 1];
    return [s("circle", { class: "under", cx: x, cy: y, r: 0.17 }), s("path", { class: "sign", d: strokes(x, y, sign) })];
  });
}

/** The dots at the corners. @param {Picture} picture */
function dots(picture) {
  const [height, width] = [picture.tiles.length, picture.tiles[0].length];
  const dots = Array.from({ length: (height + 1) * (width + 1) }, (_, i) => {
    const r = Math.floor(i / (width + 1));
    return `M${i - r * (width + 1)} ${r}h0`;
  });
  return s("path", { class: "dots", d: dots.join("") });
}

/** The edges or lines between centres, with the states from the layers. @param {Picture} picture @param {Layers} layers @param {Map<string, Edge>} edges */
function loop(picture, layers, edges) {
  const found = new Map(layers.edges.map((edge) => [edgeKey(edge), edge]));
  const drawn = /** @type {Element[]} */ ([]);
  const above = /** @type {Element[]} */ ([]);
  const fixed = (/** @type {Cell} */ [r, c]) => picture.tiles[r][c].fixed;
  for (const [name, edge] of edges)
    if (!found.has(name)) (stands(name, edge, layers) ? above : drawn).push(edgeElement(edge, name, layers));
  for (const [name, sign] of layers.showForced ? layers.forced : []) {
    const place = placeOf(name);
    if (!isLine(name) || edges.has(name) || found.has(name)) continue;
    if (place.other && [place.cell, place.other].some(fixed)) continue; // obviously no line
    drawn.push(edgeElement({ ...place, style: sign === "-" ? "line" : "none", look: "ghost" }, name, layers));
  }
  for (const [name, edge] of found) above.push(edgeElement(edge, name, layers));
  for (const name of layers.differing)
    if (isLine(name) && !edges.has(name)) drawn.push(edgeElement({ ...placeOf(name), look: "differs" }, name, layers));
  for (const name of layers.used)
    if (isLine(name)) above.push(s("circle", { class: "used", ...middle(placeOf(name)), r: 0.09 }));
  for (const [name, edge] of edges)
    if (edge.used && !layers.used.has(name)) above.push(s("circle", { class: "used", ...middle(edge), r: 0.09 }));
  return [...drawn, ...above];
}

/** @param {Link} link @returns {Element[]} */
function lines(link) {
  const [[r1, c1], [r2, c2]] = [link.start, link.end];
  const flat = r1 === r2;
  const look = link.look ?? (link.marked ? "marked" : "mark");
  const count = (link.count ?? 1) + (link.maybe ? 1 : 0);
  if (link.note) {
    const [x, y] = [(c1 + c2) / 2 + 0.5, (r1 + r2) / 2 + 0.5];
    const note = s("text", { class: `note ${look}`, x: x + (flat ? 0 : 0.16), y: y - (flat ? 0.1 : -0.1) });
    note.textContent = link.note;
    return [note, ...(count ? lines({ ...link, note: "" }) : [])];
  }
  if (!count) {
    const [x, y] = [(c1 + c2) / 2 + 0.5, (r1 + r2) / 2 + 0.5];
    return [s("path", { class: `none ${look}`, d: `M${x - 0.13} ${y - 0.13}l.26 .26m0 -.26l-.26 .26` })];
  }
  return Array.from({ length: count }, (_, i) => {
    const shift = count === 1 ? 0 : i ? 0.09 : -0.09;
    const [dx, dy] = flat ? [0, shift] : [shift, 0];
    const dashed = link.maybe && i === count - 1;
    return s("line", {
      class: dashed ? `${look} maybe` : look,
      x1: c1 + 0.5 + dx,
      y1: r1 + 0.5 + dy,
      x2: c2 + 0.5 + dx,
      y2: r2 + 0.5 + dy,
    });
  });
}

/** The midpoint of a line. @param {Pick<Edge, "cell" | "side" | "other">} edge */
function middle(edge) {
  const [[r1, c1], [r2, c2]] = ends(edge);
  return { cx: (c1 + c2) / 2, cy: (r1 + r2) / 2 };
}

/** Whether an edge is drawn above the others. @param {string} name @param {Edge} edge @param {Layers} layers */
const stands = (name, edge, layers) => edge.marked || layers.wrong.has(name) || layers.fresh.has(name);

/** @param {Edge} edge @param {string} name @param {Layers} layers @returns {Element} */
function edgeElement(edge, name, layers) {
  const look = stands(name, edge, layers) ? "marked" : (edge.look ?? "mark");
  if (edge.style === "none") {
    const { cx, cy } = middle(edge);
    return s("path", {
      class: `none ${look}`,
      d: `M${cx - 0.09} ${cy - 0.09}l.18 .18m0 -.18l-.18 .18`,
      "data-edge": name,
    });
  }
  const [[r1, c1], [r2, c2]] = ends(edge);
  return s("line", { class: edge.piece === undefined ? look : `${look} hue-${edge.piece}`, x1: c1, y1: r1, x2: c2, y2: r2, "data-edge": name });
}
