import { describe, expect, it } from "vitest";
import type { LogEntry } from "../../src/games/game";
import type { Told } from "../../src/net/protocol";
import { rowsOf } from "../../src/table/rows";
import { told } from "../sitting";

const entryOf = ({ key }: Told): LogEntry =>
  ({ round: { head: true }, rolled: { dice: [{ kind: "d6" as const, face: "4" }] }, detail: { fold: true } })[key] ?? {
    side: key === "theirs" ? "b" : "a",
  };
const log = (...said: [string, string][]): Told[] => said.map(([key, text]) => told(key, {}, text));
const read = (said: Told[], since = 0) => {
  const { rows, news } = rowsOf(said, since, entryOf, (entry) => !entry.fold);
  return { lines: rows.map(({ text, times, seq }) => `${text} ×${times} @${seq}`), news };
};

describe("the lines of the log", () => {
  it("are one where they say the same in succession", () => {
    const said = log(["mine", "A step"], ["mine", "A step"], ["mine", "A step"], ["mine", "A jump"], ["mine", "A step"]);
    expect(read(said).lines).toEqual(["A step ×1 @5", "A jump ×1 @4", "A step ×3 @3"]);
  });

  it("are one across a detail that is not shown between them", () => {
    expect(read(log(["mine", "Hit"], ["detail", "4"], ["mine", "Hit"])).lines).toEqual(["Hit ×2 @3"]);
  });

  it("stay apart for the two sides, for dice and for headings", () => {
    const said = log(["mine", "Hit"], ["theirs", "Hit"], ["rolled", "Dice"], ["rolled", "Dice"], ["round", "Round"], ["round", "Round"]);
    expect(read(said).lines).toHaveLength(6);
  });

  it("are marked where the last turn ended, even if that very event is not shown or says the same", () => {
    expect(read(log(["mine", "Step"], ["detail", "4"], ["theirs", "Shot"], ["theirs", "Hit"]), 2)).toEqual({
      lines: ["Hit ×1 @4", "Shot ×1 @3", "Step ×1 @1"],
      news: 2,
    });
    expect(read(log(["mine", "Step"], ["mine", "Step"], ["mine", "Step"]), 1)).toEqual({
      lines: ["Step ×2 @3", "Step ×1 @1"],
      news: 1,
    });
  });

  it("are all there since the last turn, however many they are, and otherwise the latest", () => {
    const said = Array.from({ length: 400 }, (_, n) => told("theirs", {}, `Event ${n}`));
    expect(read(said, 20)).toMatchObject({ news: 380 });
    expect(read(said, 20).lines).toHaveLength(381);
    expect(read(said).lines).toHaveLength(150);
  });
});
