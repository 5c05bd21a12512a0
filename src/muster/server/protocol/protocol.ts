// Made by `python -m muster.server.protocol.typescript` from the protocol. Do not edit.

export const VERSION = 1;

/** The first command on every socket. Without a token one watches; `since` and `check` come from the last update. */
export interface Join {
  type: "join";
  id: string;
  table: string;
  token?: string;
  since?: number;
  check?: number;
  language?: "en" | "es";
  view?: "both" | "data" | "none" | "text";
  texts?: boolean;
  seat?: number | null;
}

/** An answer by its key, to the question of that number and no other. */
export interface Answer {
  type: "answer";
  id: string;
  question: number;
  key: string;
}

/** Take the last answer back, until a die, a secret or somebody else has spoken. */
export interface Undo {
  type: "undo";
  id: string;
}

/** Take back all answers that could be undone one by one, at once. */
export interface Reset {
  type: "reset";
  id: string;
}

/** Ask the others to let one's last answer be taken back though they have answered since; never past a die or a secret. It is done when every other person at the table agrees. */
export interface Takeback {
  type: "takeback";
  id: string;
}

/** Let somebody take back what they ask for, or not. Whoever asked withdraws it by not agreeing. */
export interface Consent {
  type: "consent";
  id: string;
  agree: boolean;
}

/** Go on in another language: everything known is told again in it, and nothing is lost. */
export interface Speak {
  type: "speak";
  id: string;
  language: "en" | "es";
}

/** Have the table shown in another way from now on: a client that cannot draw this game's data wants a picture. */
export interface Show {
  type: "show";
  id: string;
  view: "both" | "data" | "none" | "text";
}

/** Have small things decided for this seat from now on, or not: questions that are `small` get their usual answer, also while nobody is at the seat. An undo then goes back to the last real decision. */
export interface Settle {
  type: "settle";
  id: string;
  on: boolean;
}

/** What an answer to the question of that number would come to, by trying it out `runs` times with redrawn secrets. For options that say `odds`. A newer one takes the place of one that still waits. */
export interface Odds {
  type: "odds";
  id: string;
  question: number;
  key: string;
  runs?: number;
}

/** Look back at the table as it was when one's own log had `seq` events. `seat` is whose eyes, where that is allowed: for spectators where they may see all, for everybody when the match is over. */
export interface Look {
  type: "look";
  id: string;
  seq: number;
  seat?: number | null;
}

/** What is not offered, and the clauses that say so; or the same about one key. */
export interface Why {
  type: "why";
  id: string;
  key?: string;
}

/** What the rules say about something that is only planned, such as a path that is being drawn. What `about` can be is the game's to say; the answer comes from what the asker sees. */
export interface Preview {
  type: "preview";
  id: string;
  about: string;
}

/** Say something: players to everybody, spectators to spectators. */
export interface Chat {
  type: "chat";
  id: string;
  text: string;
}

/** Let a bot play a seat: one's own, or as host that of somebody who is away. They can come back. */
export interface StandIn {
  type: "stand_in";
  id: string;
  seat: number;
  bot?: string;
}

/** Take one's own seat back from the bot that stands in. */
export interface Return {
  type: "return";
  id: string;
}

/** As host: open the seat of somebody who does not come back to a new player. Their link ends. */
export interface Free {
  type: "free";
  id: string;
  seat: number;
}

/** After the end: the same table again. All links stay good for it. */
export interface Rematch {
  type: "rematch";
  id: string;
}

/** The journal of a match that is over. */
export interface Export {
  type: "export";
  id: string;
}

/** How the dice fell so far, beside what was to be expected; secret rolls only after the end. */
export interface Dice {
  type: "dice";
  id: string;
}

/** A seat as everybody sees it. `who`: `open`, `human`, the name of a bot, or `rules`. */
export interface Place {
  seat: number;
  who: string;
  name: string;
  present: boolean;
  stand_in: string;
}

/** A line of chat. It is text, never markup. */
export interface Spoken {
  type: "chat";
  author: string;
  seat: number | null;
  text: string;
  at: number;
}

/** The answer to `join`: where one is. An `update` follows. */
export interface Welcome {
  type: "welcome";
  id: string;
  version: number;
  table: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  rules_version: number;
  dice: string;
  seat: number | null;
  host: boolean;
  spectators: "all" | "none" | "public";
  places: Place[];
  chat: Spoken[];
}

/** Something that happened, with the clause that made it happen. `data` is what the game says about it to those who draw it. */
export interface Told {
  key: string;
  clause: string;
  params: Record<string, number | string>;
  text: string;
  data?: unknown;
}

/** A sentence: its key and gaps, and the words in the language asked for (empty if none were wanted). */
export interface Said {
  key: string;
  params: Record<string, number | string>;
  text: string;
}

/** One option. Open questions accept other keys too; the listed ones are good candidates. With `odds` one can ask what it would come to. */
export interface Choice {
  key: string;
  clause: string;
  text: string;
  odds?: boolean;
}

/** What this seat is asked. An answer names the number, so that it never answers another question. `preview` is what the game can draw of the options, for clients that want views as data. `small`: it hardly ever matters, and the first option is the usual answer. */
export interface Question {
  number: number;
  prompt: Said;
  options: Choice[];
  preview: unknown;
  small: boolean;
}

/** A zone, a tile, a piece of terrain. `lines` are written in it from the top. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  lines: string[];
  tone: string;
}

/** A figure or a marker, in the colour of its seat (None for nobody's). */
export interface Disc {
  x: number;
  y: number;
  radius: number;
  text: string;
  seat: number | null;
}

/** Everything that is drawn; later things lie on earlier ones. `notes` are lines of text below. */
export interface Scene {
  width: number;
  height: number;
  boxes: Box[];
  discs: Disc[];
  notes: string[];
}

/** How the match ended, and the key of the dice: the commitment can be checked from now on. */
export interface Outcome {
  winners: number[];
  scores: number[];
  dice_key: string;
}

/** The clock of a seat: milliseconds left when this was sent, and whether it runs. */
export interface Remaining {
  seat: number;
  left_ms: number;
  running: boolean;
}

/** The table as this viewer may know it now. `events` replaces the viewer's log from `start` on: usually nothing was there yet, after an undo something was. `seq` is the length of the log then, `check` its fingerprint; what stands in it from `since` on happened since this seat's last own answer took effect (for spectators 0). `view`, `picture` and `scene` are left out when they have not changed since the last update on this socket. `settles`: small things are decided for this seat. */
export interface Update {
  type: "update";
  seq: number;
  check: number;
  start: number;
  events: Told[];
  waiting: number[];
  question: Question | null;
  may_undo: boolean;
  since?: number;
  view?: unknown;
  picture?: string;
  scene?: Scene | null;
  outcome?: Outcome | null;
  clocks?: Remaining[];
  settles?: boolean;
}

/** A small question, and the usual answer that was given to it. */
export interface Settlement {
  prompt: string;
  answer: string;
}

/** What was decided just now for a seat that has small things decided for it; told to that seat alone. */
export interface Settled {
  type: "settled";
  decided: Settlement[];
}

/** Somebody came, left, or was replaced. */
export interface People {
  type: "people";
  places: Place[];
  spectators: number;
}

/** Somebody asks to take something back: `seat` did, and `waiting` are those who have not said yes yet. `state` says what has become of it: `open`, `granted`, `declined` (or withdrawn), or `void`: the match went on. */
export interface Plea {
  type: "plea";
  seat: number;
  waiting: number[];
  state: "declined" | "granted" | "open" | "void";
}

/** The table is somewhere else: another process (`address`), or a rematch (`table`). Join there. */
export interface Moved {
  type: "moved";
  address: string;
  table: string;
}

/** The command was carried out, and what it changed is stored. `again`: it had been before. */
export interface Done {
  type: "done";
  id: string;
  again: boolean;
}

/** The rules, or the table, say no. Nothing has changed. */
export interface Refused {
  type: "refused";
  id: string;
  clause: string;
  reason: Said;
}

export interface NotOffered {
  key: string;
  clause: string;
  text: string;
}

/** The answer to `why`. */
export interface Reasons {
  type: "reasons";
  id: string;
  blocked: NotOffered[];
}

/** The answer to `preview`: a struct of the game's own. */
export interface Previewed {
  type: "previewed";
  id: string;
  data: unknown;
}

/** One outcome: in words, how often it came, which share that is, and its error (95 of 100 times the true share is within that much). */
export interface Chance {
  key: string;
  text: string;
  count: number;
  share: number;
  error: number;
}

/** The answer to `odds`: outcomes that exclude each other, the likeliest first. `runs` is how many there was time for. */
export interface Outlook {
  type: "outlook";
  id: string;
  key: string;
  runs: number;
  outcomes: Chance[];
}

/** The answer to `look`: the table at the first moment it stood still with that much told. `seq` is how much had been told by then: one answer can cause several events. */
export interface Looked {
  type: "looked";
  id: string;
  seq: number;
  view: unknown;
  picture: string;
  scene: Scene | null;
}

/** The answer to `export`. */
export interface JournalText {
  type: "journal";
  id: string;
  text: string;
}

/** Dice (or draws) of one size: how often each face came, and the mean beside the expected one. */
export interface DieCount {
  sides: number;
  faces: number[];
  mean: number;
  expected: number;
}

/** The answer to `dice`. `check` says how to verify once the key is known. */
export interface DiceCounts {
  type: "dice";
  id: string;
  commitment: string;
  key: string;
  dice: DieCount[];
  draws: number;
}

/** What was sent cannot be understood or is too much. After several of them the socket is closed. */
export interface Fault {
  type: "fault";
  id: string;
  text: string;
}

/** Time to decide. Either `bank` seconds for the match and `bonus` for each answer, or `move` seconds for each one (days, if you like). It runs only while the seat itself is asked; when it has run out a bot stands in. */
export interface ClockRule {
  bank?: number;
  bonus?: number;
  move?: number;
}

/** A table to be set up. `seats` says who sits at each player's seat: `open`, or the name of a bot. `name` is given by a host who plays, and takes the first open seat. With `journal` the match goes on from there. */
export interface NewTable {
  game?: string;
  options?: Record<string, unknown>;
  seats?: string[];
  name?: string;
  public?: boolean;
  spectators?: "all" | "none" | "public";
  clock?: ClockRule | null;
  webhook?: string;
  journal?: string;
}

/** The host's own token (also that of the host's seat, if the host plays), and the one to invite others with. */
export interface Created {
  table: string;
  token: string;
  invite: string;
  seat: number | null;
}

/** Take an open seat. `invite` is needed unless the table is public; without `seat` any open one will do. */
export interface Claim {
  name: string;
  invite?: string;
  seat?: number | null;
}

/** A seat that is now taken: the token is known to nobody else, and stored only as a hash. */
export interface Claimed {
  table: string;
  seat: number;
  token: string;
}

/** A value that a setting can have, and what it is called. */
export interface SettingValue {
  value: boolean | number | string;
  title: string;
}

/** What can be chosen for a match: a `field` of its options, whose default is in `GameInfo.options`. With `each` the field is a list of one value for every player. */
export interface SettingInfo {
  field: string;
  title: string;
  each: boolean;
  values: SettingValue[];
}

/** A game that can be played here; `complete` when nothing of its rules is missing. `options` are the defaults, `players` how many sit down with them; `settings` what a lobby can offer to change; `summary` a line about it. */
export interface GameInfo {
  game: string;
  title: string;
  summary: string;
  options: Record<string, unknown>;
  players: number;
  fewest_players: number;
  most_players: number;
  settings: SettingInfo[];
  complete: boolean;
}

/** A public table in the lobby. */
export interface Listed {
  table: string;
  game: string;
  title: string;
  places: Place[];
  spectators: "all" | "none" | "public";
  over: boolean;
}

export interface Lobby {
  games: GameInfo[];
  bots: string[];
  tables: Listed[];
}

/** A clause of a game's register: what it says in a line, its chapter, where it stands, where it comes from. */
export interface RuleInfo {
  id: string;
  chapter: string;
  summary: string;
  page: string;
  source: string;
}

/** Words and signs of a game, as keys of its words (`token.fragile`). `terms` names the clauses that explain each, the most telling first; `house` are the cards whose figures are ours. */
export interface GlossaryInfo {
  terms: Record<string, string[]>;
  house: string[];
}

/** Why a request was not granted. */
export interface Complaint {
  text: string;
}

export type AnyCommand = Join | Answer | Undo | Reset | Takeback | Consent | Speak | Show | Settle | Odds | Look | Why | Preview | Chat | StandIn | Return | Free | Rematch | Export | Dice;

export type AnyMessage = Welcome | Update | Settled | People | Plea | Spoken | Moved | Done | Refused | Reasons | Previewed | Outlook | Looked | JournalText | DiceCounts | Fault;
