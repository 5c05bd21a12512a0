/**
 * The grammar of messages: how a template's gaps are filled.
 *
 * The rules speak the same grammar in Python (`kernel/words.py`, which explains it); `tests/kernel/gaps.json` is a table of cases
 * that both must say alike.
 */
export type Gaps = Record<string, string | number>;
/** Templates by their keys: sentences, and names such as `weapon.warhammer`. */
export type Templates = Record<string, string>;

const GAP = /\{(\w+)(?::(\w+)|\|([^|{}]*)\|([^|{}]*))?\}/g;
const SENTENCE = "_text";

/** The name of a thing of some kind; the value itself if it has no name. A list is named part by part. */
export function nameOf(templates: Templates, kind: string, value: string | number): string {
  if (typeof value === "string" && value.includes("+"))
    return value
      .split("+")
      .map((part) => nameOf(templates, kind, part))
      .join(", ");
  return templates[`${kind}.${value}`] ?? String(value);
}

/** Fill `{gap}`, `{gap:kind}` and `{gap|one|many}`. A gap for which there is no value stays blank. */
export function fill(template: string, gaps: Gaps, templates: Templates = {}): string {
  return template.replace(GAP, (_whole, gap: string, kind?: string, one?: string, many?: string) => {
    const value = gaps[gap] ?? "";
    if (one !== undefined) return value === 1 ? one : (many ?? "");
    if (!kind) return String(value);
    const sentence = kind.endsWith(SENTENCE) ? templates[`${kind}.${value}`] : undefined;
    return sentence === undefined ? nameOf(templates, kind, value) : fill(sentence, gaps, templates);
  });
}

/** The template of a key; where some values are 0 the one that leaves them out, if there is one. */
export function templateOf(templates: Templates, key: string, gaps: Gaps): string | undefined {
  const nothing = Object.keys(gaps).filter((gap) => gaps[gap] === 0);
  for (let count = nothing.length; count > 0; count -= 1)
    for (const some of combinations(nothing, count)) {
      const found = templates[`${key}_without_${some.join("_and_")}`];
      if (found !== undefined) return found;
    }
  return templates[key];
}

/** All ways to take `count` of some things, in their order. */
function combinations<T>(things: T[], count: number): T[][] {
  if (count === 0) return [[]];
  return things.flatMap((thing, n) => combinations(things.slice(n + 1), count - 1).map((rest) => [thing, ...rest]));
}
