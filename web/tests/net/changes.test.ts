/** What has changed in a view is put in as the server's own test does it; the cases are the same. */
import { expect, test } from "vitest";
import shared from "../../../tests/server/changes.json";
import { withChanges, type Change } from "../../src/net/changes";

test.each(shared)("$what", ({ before, changes, now }) => {
  const kept = structuredClone(before);
  expect(withChanges(before, changes as Change[])).toEqual(now);
  expect(before).toEqual(kept);
});

test("what has not changed stays the same thing, so nothing is drawn anew for it", () => {
  const view = { still: { a: 1 }, moving: { b: 1 } };
  const next = withChanges(view, [[["moving", "b"], 2]]) as typeof view;
  expect(next.still).toBe(view.still);
  expect(next.moving).not.toBe(view.moving);
});
