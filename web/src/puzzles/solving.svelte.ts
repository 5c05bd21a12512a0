/** A puzzle being solved at this table: an answer is judged instead of played, and can be given again. */
import { untrack } from "svelte";
import { api } from "../net/api";
import type { Judged, PuzzleInfo, Suggestion } from "../net/protocol";
import { settings } from "../settings.svelte";
import { percent, type Compared } from "../table/annotate";
import type { Table } from "../table/table.svelte";
import { say } from "../words/words.svelte";
import { keep, marksOf, nextUnsolved, ordered, type Marks } from "./shelf";

export class Solving {
  verdict = $state.raw<Judged | null>(null);
  /** All puzzles of the game, in order. */
  puzzles = $state.raw<PuzzleInfo[]>([]);
  marks = $state.raw<Marks>({});
  /** The answers are picked from the list; otherwise the game's own panel and its drafts are there to plan with. */
  listed = $state(true);

  constructor(
    private readonly table: Pick<Table, "me">,
    readonly game: string,
    readonly name: string,
  ) {
    this.marks = marksOf(game);
  }

  /** Follow the language: the list, and the verdict if there is one, are told again in it. */
  watch(): void {
    $effect(() => {
      const language = settings.language;
      api.puzzles(this.game, language).then(
        (found) => (this.puzzles = ordered(found)),
        () => undefined,
      );
      untrack(() => void this.retell());
    });
  }

  /** Its place in the list, from 1 on; 0 while the list is not known. */
  get number(): number {
    return this.puzzles.findIndex(({ name }) => name === this.name) + 1;
  }

  get info(): PuzzleInfo | undefined {
    return this.puzzles[this.number - 1];
  }

  get next(): PuzzleInfo | undefined {
    return nextUnsolved(this.puzzles, this.marks, this.name);
  }

  async answer(key: string): Promise<void> {
    const verdict = await this.ask(key);
    this.marks = keep(this.game, this.name, verdict.right);
    this.verdict = verdict;
  }

  again(): void {
    this.verdict = null;
  }

  private async retell(): Promise<void> {
    const given = this.verdict?.given;
    if (given === undefined) return;
    const verdict = await this.ask(given).catch(() => null);
    if (verdict && this.verdict) this.verdict = verdict;
  }

  private ask(key: string): Promise<Judged> {
    return this.table.me.send<Judged>({ type: "answer", question: this.table.me.question?.number ?? 0, key });
  }

  /** What the board shows with the verdict: the right answer, and mine if that is another. */
  get compared(): Compared | null {
    const verdict = this.verdict;
    if (!verdict) return null;
    const { given, best, right, tempting } = verdict;
    const mine = verdict.answers.find(({ answer }) => answer.key === given);
    if (!mine) return null;
    const known = [best, tempting].find(({ answer }) => answer.key === given);
    const played: Suggestion = known ?? { ...mine, tries: 0, leads: [], line: [] };
    const better = right ? played : best;
    return {
      entries: 0,
      better,
      played,
      tags: {
        better: say("right_tag", { chance: percent(better.chance) }),
        played: say("yours_tag", { chance: percent(played.chance) }),
      },
    };
  }
}
