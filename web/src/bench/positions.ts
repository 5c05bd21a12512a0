/** A position as plain data, and changes of it by path (`unit.2.at`); none of them knows a game. */
import type { FieldForm } from "../net/protocol";

export type Position = Record<string, unknown>;

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isMap = (value: unknown): value is Position => typeof value === "object" && value !== null && !Array.isArray(value);

/** What stands at a path, or undefined. */
export function get(position: Position, path: string): unknown {
  let found: unknown = position;
  for (const name of path ? path.split(".") : []) {
    if (isList(found)) found = found[Number(name)];
    else if (isMap(found)) found = found[name];
    else return undefined;
  }
  return found;
}

/** With another value at a path; undefined takes it out. What lies on the way is made as needed. */
export function put(position: Position, path: string, value: unknown): Position {
  return changed(position, path.split("."), value) as Position;
}

function changed(holder: unknown, [name = "", ...rest]: string[], value: unknown): unknown {
  if (isList(holder)) {
    const n = Number(name);
    if (!rest.length && value === undefined) return holder.filter((_, k) => k !== n);
    const copy = [...holder];
    copy[n] = rest.length ? changed(copy[n], rest, value) : value;
    return copy;
  }
  const copy: Position = { ...(isMap(holder) ? holder : {}) };
  const next = rest.length ? changed(copy[name] ?? (/^\d+$/.test(rest[0] ?? "") ? [] : {}), rest, value) : value;
  if (next === undefined) delete copy[name];
  else copy[name] = next;
  return copy;
}

/** The form of what stands at a path. */
export function formAt(form: FieldForm, path: string): FieldForm | undefined {
  const [name = "", ...rest] = path ? path.split(".") : [];
  if (!name) return form;
  const { kind, of } = form;
  const next = kind === "record" ? of.find((one) => one.name === name) : kind === "row" ? of[Number(name)] : of[0];
  return next && formAt(next, rest.join("."));
}

/** A new thing for a list: what its form requires, and what is given. */
export function fresh(form: FieldForm, given: Position): Position {
  const required = form.of.filter((one) => one.required).map((one) => [one.name, one.usual] as const);
  return { ...Object.fromEntries(required), ...given };
}

export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
