/** A drawing on the screen as text that stands alone: colours written out, symbols and patterns brought along. */

const LOOKS = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linejoin",
  "opacity",
  "fill-opacity",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "vector-effect",
  "visibility",
  "display",
  "transform",
];

export interface Snapshot {
  svg: string;
  width: number;
  height: number;
}

export function snapshot(source: SVGSVGElement): Snapshot {
  const { width, height } = source.getBoundingClientRect();
  const copy = dressed(source) as SVGSVGElement;
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const defs = document.createElementNS("http://www.w3.org/2000/svg", "defs");
  bring(copy, defs, new Set());
  copy.prepend(defs);
  return { svg: resolved(new XMLSerializer().serializeToString(copy)), width, height };
}

/** Colours of the page by their values; those of a piece are written at the piece. */
function resolved(text: string): string {
  const style = getComputedStyle(document.documentElement);
  const value = (whole: string, name: string, otherwise?: string): string =>
    style.getPropertyValue(name).trim() || otherwise?.trim() || whole;
  const once = (from: string): string => from.replace(/var\((--[\w-]+)(?:,([^()]*(?:\([^()]*\))?[^()]*))?\)/g, value);
  return once(once(text));
}

/** A copy with every look of its elements written at the element. */
function dressed(source: Element): Element {
  const copy = source.cloneNode(true) as Element;
  const [from, to] = [
    [source, ...source.querySelectorAll("*")],
    [copy, ...copy.querySelectorAll("*")],
  ];
  from.forEach((element, n) => {
    const target = to[n] as Element;
    const style = getComputedStyle(element);
    const wanted = element.tagName === "use" ? [...LOOKS, "color", "--side", "--piece-bg"] : LOOKS;
    const looks = wanted.map((name) => [name, style.getPropertyValue(name)] as const).filter(([, value]) => value);
    target.setAttribute("style", looks.map(([name, value]) => `${name}:${value}`).join(";"));
    for (const name of ["class", "tabindex", "role"]) target.removeAttribute(name);
    for (const { name } of [...target.attributes]) if (/^(aria|data)-/.test(name)) target.removeAttribute(name);
  });
  return copy;
}

/** Everything a drawing refers to by name, and what that refers to. */
function bring(into: Element, defs: Element, known: Set<string>): void {
  const names = new Set<string>();
  for (const element of [into, ...into.querySelectorAll("*")]) {
    const link = element.getAttribute("href") ?? "";
    if (link.startsWith("#")) names.add(link.slice(1));
    for (const found of (element.getAttribute("style") ?? "").matchAll(/url\(["']?#([^"')]+)["']?\)/g)) names.add(found[1] ?? "");
  }
  for (const name of names) {
    if (known.has(name) || into.querySelector(`#${CSS.escape(name)}`)) continue;
    known.add(name);
    const found = document.getElementById(name);
    if (!found) continue;
    const copy = found.cloneNode(true) as Element;
    defs.append(copy);
    bring(copy, defs, known);
  }
}

/** A picture as PNG; null where the browser cannot draw it. */
export async function asPng(svg: string, width: number, height: number): Promise<Blob | null> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    return await new Promise((done) => canvas.toBlob(done, "image/png"));
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
