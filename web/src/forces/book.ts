/** The form of a game's forces as one looks things up in it: the card in a slot, the title and the figure of an entry. */
import type { DraftEntry, Form, FormCard, Group, Slot } from "../net/protocol";
import { cardsIn, type Place } from "./drafts";
import { portraitOf } from "./portrait";

export const keyOf = (card: FormCard): string => `${card.kind}/${card.id}`;

/** A word that several of the cards to choose from have in common, to look through them by. */
export interface Trait {
  term: string;
  text: string;
}

export class FormBook {
  private readonly cards: ReadonlyMap<string, FormCard>;

  constructor(readonly form: Form) {
    this.cards = new Map(form.cards.map((card) => [keyOf(card), card]));
  }

  card(key: string): FormCard | undefined {
    return this.cards.get(key);
  }

  group(name: string): Group | undefined {
    return this.form.groups.find((one) => one.id === name);
  }

  slot(place: Place): Slot | undefined {
    return this.group(place.group)?.slots.find((one) => one.id === place.slot);
  }

  at(group: string, slot: string, name: string): FormCard | undefined {
    const kinds = this.slot({ entry: 0, group, slot })?.kinds ?? [];
    return kinds.map((kind) => this.cards.get(`${kind}/${name}`)).find((card) => card);
  }

  /** The slots of an entry; cards in slots that its group does not have are shown as well. */
  slots(entry: DraftEntry): Slot[] {
    const known = this.group(entry.group)?.slots ?? [];
    const strange = Object.keys(entry.slots ?? {}).filter((name) => !known.some((one) => one.id === name));
    return [...known, ...strange.map((name) => ({ id: name, title: name, kinds: [], most: 12, needed: false, figure: "" }))];
  }

  title(entry: DraftEntry | undefined): string {
    const group = this.group(entry?.group ?? "");
    const first = group?.slots.find((one) => cardsIn(entry, one.id).length);
    const name = first && cardsIn(entry, first.id)[0];
    return first && name ? (this.at(group?.id ?? "", first.id, name)?.name ?? name) : (group?.one ?? "");
  }

  figure(entry: DraftEntry): string {
    const held = Object.keys(entry.slots ?? {}).flatMap((slot) =>
      cardsIn(entry, slot).flatMap((name) => this.at(entry.group, slot, name) ?? []),
    );
    return portraitOf(held);
  }

  /** Where a card goes next: the first empty slot after this one that the entry needs, or that is a part of its figure. */
  next(entry: DraftEntry, after: string): Slot | undefined {
    const slots = this.group(entry.group)?.slots ?? [];
    const at = slots.findIndex((one) => one.id === after);
    const empty = (one: Slot) => one.id !== after && !cardsIn(entry, one.id).length && (one.needed || one.figure !== "");
    return slots.slice(at + 1).find(empty) ?? slots.slice(0, Math.max(0, at)).find(empty);
  }
}

const traitsOf = (card: FormCard): Trait[] => [
  ...(card.sub ? [card.sub] : []),
  ...card.lines.flatMap((line) => line.about.slice(0, 1)),
  ...card.lines.flatMap((line) => line.words),
  ...card.words,
];

export const hasTrait = (card: FormCard, term: string): boolean => traitsOf(card).some((one) => one.term === term);

/** The words by which the cards differ, the most frequent first: those on every card and those on one say nothing. */
export function traits(cards: readonly FormCard[], most: number): Trait[] {
  const found = new Map<string, { trait: Trait; count: number; texts: Set<string> }>();
  for (const card of cards)
    for (const term of new Set(traitsOf(card).map((one) => one.term))) {
      const texts = traitsOf(card).filter((one) => one.term === term);
      const old = found.get(term) ?? { trait: texts[0] ?? { term, text: "" }, count: 0, texts: new Set<string>() };
      texts.forEach((one) => old.texts.add(one.text));
      found.set(term, { ...old, count: old.count + 1 });
    }
  return [...found.values()]
    .filter((one) => one.texts.size === 1 && one.count > 1 && one.count < cards.length)
    .sort((a, b) => b.count - a.count || (a.trait.text < b.trait.text ? -1 : 1))
    .slice(0, most)
    .map((one) => ({ term: one.trait.term, text: one.trait.text }));
}
