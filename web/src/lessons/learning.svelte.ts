/** A lesson being taken at this table: the step it is at, and what came of the last answer. */
import { api } from "../net/api";
import type { LessonInfo, LessonStepShown, Taught } from "../net/protocol";
import { settings } from "../settings.svelte";
import type { Table } from "../table/table.svelte";
import { keepStep, nextLesson, progressOf, tableOf } from "./course";

export class Learning {
  /** What the lesson says about an answer that was not played. */
  verdict = $state.raw<Taught | null>(null);
  lessons = $state.raw<LessonInfo[]>([]);

  constructor(
    private readonly table: Pick<Table, "me" | "drop">,
    readonly game: string,
    readonly name: string,
  ) {}

  /** Follow the language, and keep how far one has come. */
  watch(): void {
    $effect(() => {
      api.lessons(this.game, settings.language).then(
        (found) => (this.lessons = found),
        () => undefined,
      );
    });
    $effect(() => {
      const shown = this.shown;
      if (!shown) return;
      keepStep(this.game, this.name, shown.step, shown.steps.length);
      this.table.me.rejoin = tableOf(this.game, this.name, shown.step);
    });
  }

  get shown(): LessonStepShown | null {
    return this.table.me.lesson;
  }

  get over(): boolean {
    return this.shown !== null && this.shown.step >= this.shown.steps.length;
  }

  /** There is nothing to answer: one reads, and goes on. */
  get waits(): boolean {
    return this.shown !== null && (this.shown.reads || this.over);
  }

  /** Its place among the lessons of the game, from 1 on; 0 while they are not known. */
  get number(): number {
    return this.lessons.findIndex(({ name }) => name === this.name) + 1;
  }

  get next(): LessonInfo | undefined {
    return nextLesson(this.lessons, progressOf(this.game), this.name);
  }

  /** Give an answer; true if it was played. */
  async answer(key: string): Promise<boolean> {
    this.verdict = null;
    const question = this.table.me.question?.number ?? 0;
    const taught = await this.table.me.send<Taught>({ type: "answer", question, key });
    const played = taught.came === "on" || taught.came === "done";
    if (!played) {
      this.verdict = taught;
      this.table.drop();
    }
    return played;
  }

  async turn(to: "on" | "back" | "again"): Promise<void> {
    this.verdict = null;
    this.table.drop();
    await this.table.me.send({ type: "turn", to });
  }
}
