/**
 * What this browser keeps (forces, tables, packs) and what the server keeps under the key, brought together. What was changed in
 * two places at once is kept twice; nothing is lost. What was deleted in one place is deleted in the other, unless it was changed there.
 */
import type { KeepThing, Thing } from "../net/protocol";

export type Kind = Thing["kind"];

/** Something as it lies in a list of this browser. */
export interface Own {
  id: string;
  game: string;
  title?: string;
  name?: string;
  [field: string]: unknown;
}

/** What this browser knows of a thing at the server: its version, and the mark of what it had here then. */
interface Known {
  version: number;
  mark: string;
}

/** The server, as far as this needs it; `keep` returns null if another device has written in the meantime. */
export interface Server {
  things: () => Promise<Thing[]>;
  keep: (thing: KeepThing) => Promise<number | null>;
  drop: (kind: Kind, id: string) => Promise<void>;
}

export const LISTS: Record<Kind, string> = { force: "muster.forces", table: "muster.plans", pack: "muster.packs" };
const KNOWN = "muster.known";

function read<T>(key: string, none: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? none;
  } catch {
    return none;
  }
}

/** Enough of a thing to see whether it has changed. */
function markOf(text: string): string {
  let hash = 5381;
  for (let n = 0; n < text.length; n++) hash = ((hash * 33) ^ text.charCodeAt(n)) >>> 0;
  return `${text.length}.${hash}`;
}

const titleOf = (own: Own): string => (own.title ?? own.name ?? own.id).slice(0, 120);

/** What of a thing is its own: a pack has its name inside. */
function bodyOf(kind: Kind, own: Own): Record<string, unknown> {
  const { id: _id, game: _game, title: _title, ...body } = own;
  if (kind === "force" && body.packs === undefined) delete body.packs;
  return body;
}

const ownOf = (thing: Thing): Own => ({
  ...thing.body,
  id: thing.id,
  game: thing.game,
  ...(thing.kind === "pack" ? {} : { title: thing.title }),
});

const mark = (kind: Kind, own: Own): string => markOf(JSON.stringify([own.game, titleOf(own), bodyOf(kind, own)]));

/** Bring both sides together; returns whether anything has changed in this browser. */
export async function bringTogether(server: Server, newId: () => string): Promise<boolean> {
  const known = read<Record<string, Known>>(KNOWN, {});
  const there = await server.things();
  let changed = false;
  for (const kind of Object.keys(LISTS) as Kind[]) {
    const found = read<Own[]>(LISTS[kind], []);
    const list = Array.isArray(found) ? found : [];
    const settled = await oneKind(server, kind, list, there, known, newId);
    const after = withChanges(kind, settled, list, read<Own[]>(LISTS[kind], []));
    if (JSON.stringify(after) === JSON.stringify(list)) continue;
    changed = true;
    localStorage.setItem(LISTS[kind], JSON.stringify(after));
  }
  localStorage.setItem(KNOWN, JSON.stringify(known));
  return changed;
}

/** What was settled, with everything that was changed here while the server was asked. */
function withChanges(kind: Kind, settled: Own[], before: Own[], now: Own[]): Own[] {
  const was = new Map(before.map((own) => [own.id, mark(kind, own)]));
  const fresh = now.filter((own) => was.get(own.id) !== mark(kind, own));
  const gone = before.filter((own) => !now.some((one) => one.id === own.id));
  return [...fresh, ...settled.filter((own) => ![...fresh, ...gone].some((one) => one.id === own.id))];
}

async function oneKind(
  server: Server,
  kind: Kind,
  list: Own[],
  there: Thing[],
  known: Record<string, Known>,
  newId: () => string,
): Promise<Own[]> {
  const after: Own[] = [];
  const upload = async (own: Own, version: number): Promise<void> => {
    const kept = await server.keep({ kind, id: own.id, game: own.game, title: titleOf(own), body: bodyOf(kind, own), version });
    if (kept !== null) known[`${kind}/${own.id}`] = { version: kept, mark: mark(kind, own) };
  };
  const take = (thing: Thing): void => {
    const own = ownOf(thing);
    known[`${kind}/${thing.id}`] = { version: thing.version, mark: mark(kind, own) };
    after.push(own);
  };
  for (const own of list) {
    const name = `${kind}/${own.id}`;
    const thing = there.find((one) => one.kind === kind && one.id === own.id);
    const before = known[name];
    const touched = before?.mark !== mark(kind, own);
    if (!thing && before && !touched) delete known[name];
    else if (!thing) {
      after.push(own);
      await upload(own, 0);
    } else if (before?.version === thing.version) {
      after.push(own);
      if (touched) await upload(own, thing.version);
    } else {
      if (touched && mark(kind, own) !== mark(kind, ownOf(thing))) {
        const copy = { ...own, id: newId() };
        after.push(copy);
        await upload(copy, 0);
      }
      take(thing);
    }
  }
  for (const thing of there.filter((one) => one.kind === kind && !list.some((own) => own.id === one.id))) {
    const name = `${kind}/${thing.id}`;
    if (known[name]?.version === thing.version) {
      await server.drop(kind, thing.id);
      delete known[name];
    } else take(thing);
  }
  return after;
}

/** Forget what was known of the server: with another key everything is new. */
export function forgetKnown(): void {
  localStorage.setItem(KNOWN, "{}");
}
