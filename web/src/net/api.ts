/** Requests over plain HTTP: the lobby, new tables, seats, words and rules. */
import type {
  Claim,
  Claimed,
  Complaint,
  Created,
  ForceOpened,
  ForceView,
  FormInfo,
  GlossaryInfo,
  JudgeForce,
  OpenForce,
  Invitation,
  Lobby,
  NewTable,
  PuzzleInfo,
  RuleInfo,
} from "./protocol";
import type { Templates } from "../words/gaps";

export type Language = "en" | "es";

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(path, init);
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error((body as Complaint | null)?.text ?? `${answer.status}`);
  return body as T;
}

function post<T>(path: string, body: unknown): Promise<T> {
  return ask<T>(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
}

export const api = {
  lobby: (language: Language) => ask<Lobby>(`/api/lobby?language=${language}`),
  create: (wanted: NewTable) => post<Created>("/api/tables", wanted),
  claim: (table: string, claim: Claim) => post<Claimed>(`/api/tables/${encodeURIComponent(table)}/seats`, claim),
  invitation: (table: string, invite: string, language: Language) =>
    post<Invitation>(`/api/tables/${encodeURIComponent(table)}/invitation?language=${language}`, { invite }),
  words: (game: string, language: Language) => ask<Templates>(`/api/words/${game}/${language}`),
  glossary: (game: string) => ask<GlossaryInfo>(`/api/glossary/${game}`),
  puzzles: (game: string, language: Language) => ask<PuzzleInfo[]>(`/api/puzzles/${game}/${language}`),
  form: (game: string, language: Language) => ask<FormInfo>(`/api/forces/${game}/${language}`),
  judge: (game: string, language: Language, wanted: JudgeForce) => post<ForceView>(`/api/forces/${game}/${language}/judged`, wanted),
  openForce: (game: string, language: Language, wanted: OpenForce) => post<ForceOpened>(`/api/forces/${game}/${language}/opened`, wanted),
  rules: (game: string, language: Language) => ask<RuleInfo[]>(`/api/rules/${game}/${language}`),
};
