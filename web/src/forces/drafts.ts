/** Changes of a draft, none of which knows a rule: put a card into a slot, add, copy and drop entries, choose. */
import type { FormChoice, Draft, DraftEntry, Form, FormCard, Slot } from "../net/protocol";

export interface Place {
  entry: number;
  group: string;
  slot: string;
}

export const cardsIn = (entry: DraftEntry | undefined, slot: string): readonly string[] => entry?.slots?.[slot] ?? [];
export const entriesOf = (draft: Draft): DraftEntry[] => [...(draft.entries ?? [])];

export function emptyDraft(form: Form): Draft {
  return { name: "", choices: Object.fromEntries(form.choices.map((one) => [one.field, one.usual])), entries: [] };
}

/** A card into a slot; where only one fits it takes the place of the other. */
export function put(draft: Draft, place: Place, slot: Slot, card: string): Draft {
  const entries = entriesOf(draft);
  const old = entries[place.entry] ?? { group: place.group, slots: {} };
  const held = cardsIn(old, place.slot);
  const cards = held.length < slot.most ? [...held, card] : [...held.slice(0, -1), card];
  entries[place.entry] = { group: old.group, slots: { ...old.slots, [place.slot]: cards } };
  return { ...draft, entries };
}

export function take(draft: Draft, entry: number, slot: string, nth: number): Draft {
  const entries = entriesOf(draft);
  const old = entries[entry];
  if (!old) return draft;
  const slots = { ...old.slots, [slot]: cardsIn(old, slot).filter((_, n) => n !== nth) };
  if (!slots[slot]?.length) delete slots[slot];
  entries[entry] = { group: old.group, slots };
  return { ...draft, entries };
}

/** Without an entry; a choice that points to an entry behind it moves along, one that points to it falls back. */
export function drop(draft: Draft, entry: number, choices: readonly FormChoice[]): Draft {
  const chosen = { ...draft.choices };
  for (const one of choices.filter((one) => one.among)) {
    const at = Number(chosen[one.field] ?? -1);
    if (at >= entry) chosen[one.field] = at === entry ? one.usual : at - 1;
  }
  return { ...draft, choices: chosen, entries: entriesOf(draft).filter((_, n) => n !== entry) };
}

export function twin(draft: Draft, entry: number): Draft {
  const old = entriesOf(draft)[entry];
  return old ? { ...draft, entries: [...entriesOf(draft), old] } : draft;
}

/** Everything on a card that one may search for. */
export function textOf(card: FormCard): string {
  const words = [...card.words, ...card.lines.flatMap((line) => [{ text: line.name }, ...line.about, ...line.words])];
  return [card.name, card.number, card.sub?.text ?? "", ...words.map((one) => one.text)].join(" ").toLocaleLowerCase();
}
