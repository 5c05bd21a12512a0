/** A picture of the end to share: the score, the names, the points round by round and the board, as one SVG that needs nothing else. */

export interface Shared {
  title: string;
  headline: string;
  names: { letter: string; name: string; points: string; colour: string }[];
  /** Points after each round, a row for each seat in the order of `names`. */
  lines: (number | null)[][];
  /** The board, as the text of an SVG element, and its size. */
  board: { svg: string; width: number; height: number } | null;
  paper: string;
  ink: string;
  faint: string;
}

export const WIDTH = 1200;
export const HEIGHT = 630;
const FONT = "system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

export function sharedPicture({ title, headline, names, lines, board, paper, ink, faint }: Shared): string {
  const text = (x: number, y: number, size: number, said: string, more = ""): string =>
    `<text x="${x}" y="${y}" font-size="${size}" font-family="${FONT}" fill="${ink}" ${more}>${escaped(said)}</text>`;
  const left = board ? 660 : 60;
  const parts = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${paper}"/>`,
    board ? placed(board) : "",
    text(left, 90, 24, title, `opacity="0.7"`),
    ...wrapped(headline, 20).map((line, n) => text(left, 150 + 52 * n, 44, line, `font-weight="700"`)),
  ];
  const below = 150 + 52 * wrapped(headline, 20).length;
  names.forEach(({ letter, name, points, colour }, n) => {
    const y = below + 20 + 46 * n;
    parts.push(`<rect x="${left}" y="${y - 24}" width="32" height="32" rx="6" fill="${colour}"/>`);
    parts.push(
      `<text x="${left + 16}" y="${y - 1}" font-size="20" font-weight="700" text-anchor="middle" font-family="${FONT}" fill="${paper}">${letter}</text>`,
    );
    parts.push(text(left + 46, y, 24, name), text(WIDTH - 60, y, 28, points, `text-anchor="end" font-weight="700"`));
  });
  parts.push(curves(lines, names, left, below + 30 + 46 * names.length, faint));
  parts.push(text(left, HEIGHT - 36, 18, "Muster", `opacity="0.6" font-weight="600"`));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${parts.join("")}</svg>`;
}

/** The board on the left, whole. */
function placed({ svg, width, height }: NonNullable<Shared["board"]>): string {
  const scale = Math.min(570 / width, 570 / height);
  const [x, y] = [30 + (570 - width * scale) / 2, 30 + (570 - height * scale) / 2];
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})">${svg}</g>`;
}

/** The points of each side, from nothing to the end. */
function curves(lines: (number | null)[][], names: Shared["names"], left: number, top: number, faint: string): string {
  const height = HEIGHT - 80 - top;
  const count = Math.max(0, ...lines.map((line) => line.length));
  const most = Math.max(1, ...lines.flat().map((one) => one ?? 0));
  if (count < 2 || height < 40) return "";
  const wide = WIDTH - 60 - left;
  const at = (n: number, value: number): string =>
    `${(left + (wide * n) / count).toFixed(1)} ${(top + height * (1 - Math.max(0, value) / most)).toFixed(1)}`;
  const drawn = lines.map((line, n) => {
    const points = [0, ...line].map((value, k) => at(k, value ?? 0));
    return `<path d="M${points.join("L")}" fill="none" stroke="${names[n]?.colour ?? faint}" stroke-width="4" stroke-linejoin="round"/>`;
  });
  return `<path d="M${left} ${top + height}h${wide}" stroke="${faint}"/>${drawn.join("")}`;
}

/** A sentence in lines of at most so many letters. */
export function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
