/** Boards as they stood: after an answer, or before it, as one's own eyes or another's see them. */
import type { Looked } from "../net/protocol";
import type { Seat, Still } from "../net/seat.svelte";

const looked = ({ seq, view, picture, scene }: Looked, after: number): Still => ({ seq, after, view, picture, drawing: scene ?? null });

/** The table at the first moment it stood still with more than `seq` events told. */
export async function stillAfter(me: Seat, seq: number, eyes: number | null): Promise<Still | null> {
  const known = eyes === null ? me.stills.find((one) => one.after <= seq && one.seq > seq) : undefined;
  if (known) return known;
  try {
    return looked(await me.send<Looked>({ type: "look", seq: seq + 1, seat: eyes }), seq);
  } catch {
    return null;
  }
}

/** The table at the last moment it stood still with fewer than `seq` events told: an answer can cause many events. */
export async function stillBefore(me: Seat, seq: number, eyes: number | null): Promise<Still | null> {
  const at = (wanted: number) => me.send<Looked>({ type: "look", seq: Math.max(0, wanted), seat: eyes });
  try {
    let found = await at(seq - 1);
    for (let gap = 2; found.seq >= seq && gap < 2 * seq; gap *= 2) found = await at(seq - gap);
    if (found.seq >= seq) return null;
    for (;;) {
      const next = await at(found.seq + 1);
      if (next.seq >= seq || next.seq <= found.seq) return looked(found, found.seq);
      found = next;
    }
  } catch {
    return null;
  }
}
