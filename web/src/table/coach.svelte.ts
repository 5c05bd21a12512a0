/** The coach at this table: advice on the open question, and the analysis of the match once it is over. */
import type { Advised, Analysed, DecisionMoment, DiceMoment, Done, Suggestion } from "../net/protocol";
import type { Errand, Reply } from "../net/seat.svelte";
import type { Table } from "./table.svelte";

export type Moment = DecisionMoment | DiceMoment;

export class Coach {
  /** The best answers to the open question, the best first. */
  suggestions = $state.raw<Suggestion[]>([]);
  /** How often something was tried for them. */
  tries = $state(0);
  /** How far the advice has come; null while nobody thinks about it. */
  thinking = $state<number | null>(null);
  analysis = $state.raw<Analysed | null>(null);
  studying = $state<number | null>(null);
  /** The moment that is explained, by its place in the analysis; -1 for none. */
  chosen = $state(-1);
  /** Whose chance to win is drawn; by default one's own. */
  private watched = $state<number | null>(null);
  /** Why there is no advice or no analysis. */
  trouble = $state("");
  /** The game has a draft of its own for the answer in hand: it is played from there. */
  private taken = false;
  private advising: Errand<Reply> | null = null;
  private analysing: Errand<Reply> | null = null;

  constructor(private readonly table: Table) {}

  /** Whether advice may be asked for: everybody else is a bot, or has sat down where it is allowed. */
  get allowed(): boolean {
    const { welcome, places, seat } = this.table.me;
    if (seat === null || !welcome || this.table.solving || this.table.learning) return false;
    return welcome.hints || !places.some((place) => place.seat !== seat && (place.who === "human" || place.who === "open"));
  }

  get seat(): number {
    return this.watched ?? this.table.me.seat ?? 0;
  }

  watch(seat: number): void {
    this.watched = seat;
  }

  get moment(): Moment | undefined {
    return this.analysis?.moments[this.chosen];
  }

  // Advice

  async ask(): Promise<void> {
    const { me, question } = this.table;
    if (!question || this.thinking !== null) return;
    this.forget();
    this.thinking = 0;
    const errand = me.errand<Advised>({ type: "hint", question: question.number }, (share) => {
      if (this.advising === errand) this.thinking = share;
    });
    this.advising = errand;
    try {
      const found = await errand.reply;
      if (this.advising !== errand) return;
      this.suggestions = found.suggestions;
      this.tries = found.tries;
    } catch (error) {
      if (this.advising === errand) this.trouble = (error as Error).message;
    } finally {
      if (this.advising === errand) {
        this.advising = null;
        this.thinking = null;
      }
    }
  }

  /** The same advice, told again. */
  private async adviseAgain(): Promise<void> {
    const { me, question } = this.table;
    const before = this.suggestions;
    if (!before.length || !question) return;
    const found = await me.send<Advised>({ type: "hint", question: question.number }).catch(() => null);
    if (found && this.suggestions === before) this.suggestions = found.suggestions;
  }

  /** Drop the advice, and call it off if it is still being worked out. */
  forget(): void {
    if (this.advising) this.table.me.callOff(this.advising.id);
    this.advising = null;
    this.thinking = null;
    this.suggestions = [];
    this.trouble = "";
  }

  /** Take a suggested answer in hand, so that the board shows it as if the person had picked it; the second time it is played. */
  pick(suggestion: Suggestion): void {
    const { table } = this;
    const { key, seat } = suggestion.answer;
    if (table.selection.option === key) {
      if (!this.taken) void table.commit(key);
      return;
    }
    const after = suggestion.line.filter((move) => move.seat === seat).map((move) => move.key);
    table.drop();
    const target = table.scene.highlights.find((light) => light.keys.includes(key))?.target ?? "";
    table.aim(key, target);
    this.taken = table.client?.take?.(table, key, after) ?? false;
  }

  // Analysis

  /** The analysis that is kept with the match, if there is one. */
  async fetch(): Promise<void> {
    if (this.analysis || this.analysing) return;
    const found = await this.table.me.send<Analysed | Done>({ type: "analyse", stored: true }).catch(() => null);
    if (found?.type === "analysed" && !this.analysis) this.analysis = found;
  }

  async analyse(): Promise<void> {
    if (this.analysis || this.analysing) return;
    this.trouble = "";
    this.studying = 0;
    const errand = this.table.me.errand<Analysed>({ type: "analyse" }, (share) => {
      if (this.analysing === errand) this.studying = share;
    });
    this.analysing = errand;
    try {
      const found = await errand.reply;
      if (this.analysing === errand) this.analysis = found;
    } catch (error) {
      if (this.analysing === errand) this.trouble = (error as Error).message;
    } finally {
      if (this.analysing === errand) {
        this.analysing = null;
        this.studying = null;
      }
    }
  }

  stopAnalysing(): void {
    if (this.analysing) this.table.me.callOff(this.analysing.id);
    this.analysing = null;
    this.studying = null;
  }

  /** In another language everything is told again; what is kept comes at once. */
  async retell(): Promise<void> {
    void this.adviseAgain();
    if (!this.analysis) return;
    const found = await this.table.me.send<Analysed | Done>({ type: "analyse", stored: true }).catch(() => null);
    if (found?.type === "analysed") this.analysis = found;
    if (this.chosen >= 0) await this.show(this.chosen);
  }

  /** Explain a moment, and show the board then through the eyes of the player it is about. */
  async show(n: number): Promise<void> {
    const moment = this.analysis?.moments[n];
    if (!moment) return;
    this.chosen = n;
    const decision = moment.type === "decision" ? moment : null;
    await this.table.look(
      moment.seq,
      moment.seat,
      decision && { entries: decision.entries, better: decision.better, played: decision.played },
    );
  }

  /** The next moment after the one that is shown, or after the place in the log that is; from the last the first again. */
  async next(step = 1): Promise<void> {
    const count = this.analysis?.moments.length ?? 0;
    if (!count) return;
    const from = this.chosen >= 0 ? this.chosen : step > 0 ? -1 : 0;
    await this.show((from + step + count) % count);
  }

  /** The person goes somewhere else in the replay: no moment is explained any more. */
  leave(): void {
    this.chosen = -1;
  }
}
