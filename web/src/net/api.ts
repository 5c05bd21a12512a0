/** Requests over plain HTTP: the lobby, new tables, seats, words and rules. */
import type {
  CardForms,
  CheckPacks,
  BenchInfo,
  Blocked,
  BookInfo,
  Claim,
  Claimed,
  Complaint,
  Created,
  ExampleInfo,
  ForceMatchup,
  ForceOpened,
  ForceView,
  FormInfo,
  GlossaryInfo,
  JudgeForce,
  JudgePosition,
  OpenForce,
  OpenPosition,
  Invitation,
  JudgePlan,
  KitInfo,
  LookAround,
  LessonInfo,
  ListedTables,
  Lobby,
  KeepThing,
  MatchForces,
  Me,
  MyMatches,
  NewReport,
  NewTable,
  NewTournament,
  OpenPlan,
  PackId,
  PackRead,
  PackReport,
  PackText,
  PlanOpened,
  PlanView,
  PositionOpened,
  Profile,
  PositionSaved,
  PositionView,
  PushKey,
  PuzzleInfo,
  RollAttack,
  Rolled,
  RuleInfo,
  TableCards,
  Tournament,
  Tournaments,
  ThingKept,
  Things,
  Vista,
  SavePosition,
  Subscribe,
} from "./protocol";
import type { Templates } from "../words/gaps";
import { say } from "../words/say";
import { HEADER, needKey, ownKey } from "../people/key";

export type Language = "en" | "es";

/** What the server has said no to, and how. */
export class Declined extends Error {
  constructor(
    text: string,
    readonly status: number,
  ) {
    super(text);
  }
}

/** The table is at another server, perhaps one of an earlier version. */
export class Elsewhere extends Declined {
  constructor(readonly address: string) {
    super(say("table_elsewhere"), 421);
  }

  /** Go there if that is what went wrong, with the invitation if there is one: its page shows the same. */
  static follow(error: unknown, table: string, invite = ""): void {
    const secret = invite ? `#invite=${invite}` : "";
    if (error instanceof Elsewhere) location.assign(`${error.address}/table/${encodeURIComponent(table)}${secret}`);
  }
}
const MOVED = { "x-muster-moved": "tell" };

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(path, init).catch(() => Promise.reject(new Error(say("no_server"))));
  const body: unknown = await answer.json().catch(() => null);
  if (answer.status === 421) throw new Elsewhere(new URL(answer.headers.get("location") ?? "/", location.href).origin);
  if (!answer.ok) throw new Declined((body as Complaint | null)?.text ?? `${answer.status}`, answer.status);
  return body as T;
}

function post<T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  return ask<T>(path, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) });
}

/** The key of this browser, as the server reads it. */
const mine = (): Record<string, string> => (ownKey() ? { [HEADER]: ownKey() } : {});
/** The same, for somebody who sits down: they are a player from then on. */
const seated = (): Record<string, string> => ({ [HEADER]: needKey() });

export const api = {
  lobby: (language: Language) => ask<Lobby>(`/api/lobby?language=${language}`),
  create: (wanted: NewTable) => post<Created>("/api/tables", wanted, seated()),
  claim: (table: string, claim: Claim) => post<Claimed>(`/api/tables/${encodeURIComponent(table)}/seats`, claim, { ...seated(), ...MOVED }),
  invitation: (table: string, invite: string, language: Language) =>
    post<Invitation>(`/api/tables/${encodeURIComponent(table)}/invitation?language=${language}`, { invite }, MOVED),
  tableCards: (table: string, invite: string) => post<TableCards>(`/api/tables/${encodeURIComponent(table)}/cards`, { invite }, MOVED),
  cards: (game: string, language: Language) => ask<CardForms>(`/api/packs/${game}/${language}`),
  readPack: (game: string, language: Language, pack: PackText) => post<PackRead>(`/api/packs/${game}/${language}/read`, pack),
  checkPacks: (game: string, language: Language, wanted: CheckPacks) => post<PackReport>(`/api/packs/${game}/${language}/checked`, wanted),
  words: (game: string, language: Language) => ask<Templates>(`/api/words/${game}/${language}`),
  glossary: (game: string) => ask<GlossaryInfo>(`/api/glossary/${game}`),
  puzzles: (game: string, language: Language) => ask<PuzzleInfo[]>(`/api/puzzles/${game}/${language}`),
  lessons: (game: string, language: Language) => ask<LessonInfo[]>(`/api/lessons/${game}/${language}`),
  form: (game: string, language: Language, packs: PackId[] = []) =>
    packs.length ? post<FormInfo>(`/api/forces/${game}/${language}`, { packs }) : ask<FormInfo>(`/api/forces/${game}/${language}`),
  judge: (game: string, language: Language, wanted: JudgeForce) => post<ForceView>(`/api/forces/${game}/${language}/judged`, wanted),
  openForce: (game: string, language: Language, wanted: OpenForce) => post<ForceOpened>(`/api/forces/${game}/${language}/opened`, wanted),
  matchForces: (game: string, language: Language, wanted: MatchForces) =>
    post<ForceMatchup>(`/api/forces/${game}/${language}/matched`, wanted),
  kit: (game: string, language: Language) => ask<KitInfo>(`/api/plans/${game}/${language}`),
  judgePlan: (game: string, language: Language, wanted: JudgePlan) => post<PlanView>(`/api/plans/${game}/${language}/judged`, wanted),
  openPlan: (game: string, language: Language, wanted: OpenPlan) => post<PlanOpened>(`/api/plans/${game}/${language}/opened`, wanted),
  lookAround: (game: string, language: Language, wanted: LookAround) => post<Vista>(`/api/plans/${game}/${language}/looked`, wanted),
  bench: (game: string, language: Language) => ask<BenchInfo>(`/api/workbench/${game}/${language}`),
  judgePosition: (game: string, language: Language, wanted: Omit<JudgePosition, "type">) =>
    post<PositionView>(`/api/workbench/${game}/${language}/judged`, { type: "judge", ...wanted }),
  openPosition: (game: string, language: Language, wanted: Omit<OpenPosition, "type">) =>
    post<PositionOpened>(`/api/workbench/${game}/${language}/opened`, { type: "open", ...wanted }),
  savePosition: (game: string, language: Language, wanted: Omit<SavePosition, "type">) =>
    post<PositionSaved>(`/api/workbench/${game}/${language}/saved`, { type: "save", ...wanted }),
  rollAttack: (game: string, language: Language, wanted: Omit<RollAttack, "type">) =>
    post<Rolled>(`/api/workbench/${game}/${language}/rolled`, { type: "roll", ...wanted }),
  book: (game: string, language: Language) => ask<BookInfo>(`/api/book/${game}/${language}`),
  example: (game: string, language: Language, clause: string) =>
    ask<ExampleInfo>(`/api/book/${game}/${language}/${encodeURIComponent(clause)}`),
  me: () => ask<Me>("/api/me", { headers: mine() }),
  rename: (name: string, language: Language) => post<Me>(`/api/me?language=${language}`, { name }, seated()),
  myMatches: (language: Language) => ask<MyMatches>(`/api/me/matches?language=${language}`, { headers: mine() }),
  myFile: (language: Language) => ask<unknown>(`/api/me/file?language=${language}`, { headers: mine() }),
  deleteMe: () => post<unknown>("/api/me/deleted", {}, mine()),
  blocked: async () => (await ask<Blocked>("/api/me/blocked", { headers: mine() })).players,
  profile: (player: string, language: Language) => ask<Profile>(`/api/people/${encodeURIComponent(player)}?language=${language}`),
  listed: async (language: Language) => (await ask<ListedTables>(`/api/lobby/tables?language=${language}`)).tables,
  tournaments: async (language: Language) =>
    (await ask<Tournaments>(`/api/tournaments?language=${language}`, { headers: mine() })).tournaments,
  tournament: (id: string, language: Language) => ask<Tournament>(`/api/tournaments/${encodeURIComponent(id)}?language=${language}`),
  newTournament: (wanted: NewTournament, language: Language) => post<Tournament>(`/api/tournaments?language=${language}`, wanted, seated()),
  joinTournament: (id: string, on: boolean, language: Language) =>
    post<Tournament>(`/api/tournaments/${encodeURIComponent(id)}/joined?language=${language}`, { on }, seated()),
  beginTournament: (id: string, language: Language) =>
    post<Tournament>(`/api/tournaments/${encodeURIComponent(id)}/begun?language=${language}`, {}, seated()),
  pushKey: async () => (await ask<PushKey>("/api/push")).key,
  subscribe: (wanted: Subscribe, language: Language) => post<unknown>(`/api/me/pushes?language=${language}`, wanted, mine()),
  unsubscribe: (endpoint: string) => post<unknown>("/api/me/pushes/dropped", { endpoint }, mine()),
  block: async (player: string, on: boolean) => (await post<Blocked>("/api/me/blocked", { player, on }, seated())).players,
  report: (wanted: NewReport, language: Language) => post<unknown>(`/api/reports?language=${language}`, wanted, mine()),
  kept: {
    things: async () => (await ask<Things>("/api/me/things", { headers: mine() })).things,
    keep: async (thing: KeepThing): Promise<number | null> => {
      try {
        return (await post<ThingKept>("/api/me/things", thing, mine())).version;
      } catch (error) {
        if (error instanceof Declined && error.status === 409) return null;
        throw error;
      }
    },
    drop: async (kind: KeepThing["kind"], id: string): Promise<void> => {
      await post("/api/me/things/dropped", { kind, id }, mine());
    },
  },
  rules: (game: string, language: Language) => ask<RuleInfo[]>(`/api/rules/${game}/${language}`),
};
