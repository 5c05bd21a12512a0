/** What has changed in a view, put into the view that we have. What was there stays as it is: only the parts on the way are copied. */

import type { Update } from "./protocol";

export type Change = NonNullable<Update["changes"]>[number];

export const withChanges = (view: unknown, changes: readonly Change[]): unknown =>
  changes.reduce((seen, [place, value]) => put(seen, place, value), view);

function put(there: unknown, place: readonly (string | number)[], value: unknown): unknown {
  const [first, ...rest] = place;
  if (first === undefined) return value;
  const copy = (Array.isArray(there) ? [...(there as unknown[])] : { ...(there as object) }) as Record<string | number, unknown>;
  copy[first] = put(copy[first], rest, value);
  return copy;
}
