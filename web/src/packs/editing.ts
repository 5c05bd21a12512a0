/** A pack while it is edited: cards as data, laid over those of the game, and written as TOML. Nothing here knows a game. */

export type Card = Record<string, unknown> & { id: string };
export type Pack = Record<string, Card[]>;

/** The words of JSON Schema that the server uses. */
export interface Schema {
  type?: "object" | "array" | "string" | "integer" | "boolean" | "null";
  enum?: unknown[];
  examples?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema | Schema[];
  anyOf?: Schema[];
  required?: string[];
  else?: { required: string[] };
}

export const plain = (id: string): string => id.replaceAll("_", " ");

export const find = (pack: Pack, kind: string, id: string): Card | undefined => pack[kind]?.find((card) => card.id === id);

/** The pack with a card put in, in its place if it was there. */
export function put(pack: Pack, kind: string, card: Card): Pack {
  const cards = pack[kind] ?? [];
  const known = cards.some((one) => one.id === card.id);
  return { ...pack, [kind]: known ? cards.map((one) => (one.id === card.id ? card : one)) : [...cards, card] };
}

/** The pack without a card; a kind without cards goes as well. */
export function drop(pack: Pack, kind: string, id: string): Pack {
  const rest = (pack[kind] ?? []).filter((card) => card.id !== id);
  const { [kind]: _, ...others } = pack;
  return rest.length ? { ...pack, [kind]: rest } : others;
}

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Change a field of a card. A field that says what the game's own card says is left out; a card that changes nothing, too. */
export function change(pack: Pack, kind: string, own: Card | undefined, id: string, field: string, value: unknown): Pack {
  const before: Card = find(pack, kind, id) ?? { id, source: "public" };
  const { [field]: _, ...rest } = before;
  const left = value === undefined || (own && field !== "source" && same(own[field], value));
  const card = (left ? rest : { ...rest, [field]: value }) as Card;
  const idle = own && Object.keys(card).every((name) => name === "id" || (name === "source" && card.source === own.source));
  return idle ? drop(pack, kind, id) : put(pack, kind, card);
}

/** The least value that a form accepts, for something new. */
export function blank(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum.find((one) => one !== "") ?? schema.enum[0];
  if (schema.anyOf) return blank(schema.anyOf[0] ?? {});
  switch (schema.type) {
    case "object":
      return Object.fromEntries((schema.required ?? []).map((name) => [name, blank(schema.properties?.[name] ?? {})]));
    case "array":
      return Array.isArray(schema.items) ? schema.items.map(blank) : [];
    case "integer":
      return Math.max(0, schema.minimum ?? 0);
    case "boolean":
      return false;
    default:
      return "";
  }
}

/** A new card of a kind. */
export function newCard(schema: Schema, id: string): Card {
  const needed = schema.else?.required ?? [];
  const fields = Object.fromEntries(needed.map((name) => [name, blank(schema.properties?.[name] ?? {})]));
  return { ...fields, id, source: "house" };
}

/** The form among several that a value has. */
export function formOf(schema: Schema, value: unknown): Schema {
  if (!schema.anyOf) return schema;
  const kind = Array.isArray(value) ? "array" : value === null ? "null" : typeof value === "number" ? "integer" : typeof value;
  return schema.anyOf.find((one) => one.type === kind || one.enum?.includes(value)) ?? schema.anyOf[0] ?? {};
}

/** An id out of a name. */
export const idOf = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 60);

// TOML

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const inside = Object.entries(value).map(([name, one]) => `${key(name)} = ${inline(one)}`);
    return inside.length ? `{ ${inside.join(", ")} }` : "{}";
  }
  return JSON.stringify(value);
}

const key = (name: string): string => (/^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name));

function field(name: string, value: unknown): string {
  const line = `${key(name)} = ${inline(value)}`;
  if (line.length <= 120 || !Array.isArray(value)) return line;
  return [`${key(name)} = [`, ...value.map((one) => `    ${inline(one)},`), "]"].join("\n");
}

/** A pack as a file. */
export function write(pack: Pack): string {
  return Object.entries(pack)
    .flatMap(([kind, cards]) =>
      cards.map((card) => [`[[${key(kind)}]]`, ...Object.entries(card).map(([n, v]) => field(n, v)), ""].join("\n")),
    )
    .join("\n");
}
