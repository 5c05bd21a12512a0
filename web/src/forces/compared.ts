/** Which of two cards has the stronger figure. */
import type { FormCard } from "../net/protocol";

/** Whether a figure of a card is stronger than the other card's; one that the other lacks is, a dash is the weakest. */
export function stronger(card: FormCard, other: FormCard | undefined, term: string): boolean {
  const [mine, theirs] = [card, other].map((one) => one?.figures.find((figure) => figure.term === term));
  if (!other || !mine?.better) return false;
  const [a, b] = [mine, theirs].map((one) => (one ? parseInt(String(one.value)) : NaN)) as [number, number];
  if (Number.isNaN(a)) return false;
  if (Number.isNaN(b)) return true;
  return mine.better === "less" ? a < b : a > b;
}
