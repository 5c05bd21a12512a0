// Made by `python -m muster.server.protocol.typescript` from the protocol. Do not edit.

export const VERSION = 2;

/** The first command on every socket. Without a token you watch; `since` and `check` come from the last update. */
export interface Join {
  type: "join";
  id: string;
  table: string;
  token?: string;
  since?: number;
  check?: number;
  language?: "en" | "es";
  view?: "aloud" | "both" | "data" | "none" | "text";
  texts?: boolean;
  seat?: number | null;
  changes?: boolean;
}

/** Bind yourself to a nonce for the dice without showing it: its SHA-256. Sealing anew after everybody has sealed means that you have lost yours: everybody seals again. */
export interface Seal {
  type: "seal";
  id: string;
  seal: string;
}

/** Show the nonce you have sealed, once everybody has sealed one. */
export interface Reveal {
  type: "reveal";
  id: string;
  nonce: string;
}

/** Answer a question, by the key of an option. Only the question with that number is answered. */
export interface Answer {
  type: "answer";
  id: string;
  question: number;
  key: string;
}

/** Take the last answer back, unless dice, a secret or somebody else's answer came after it. */
export interface Undo {
  type: "undo";
  id: string;
}

/** Take back, in one act, all answers that could be undone one by one. */
export interface Reset {
  type: "reset";
  id: string;
}

/** Ask the others to let you take your last answer back though they have answered since; never past a die or a secret. It happens when every other person at the table agrees. */
export interface Takeback {
  type: "takeback";
  id: string;
}

/** Agree that somebody takes something back, or decline. The asker withdraws by declining. */
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
  view: "aloud" | "both" | "data" | "none" | "text";
}

/** Have small things decided for this seat from now on, or not: questions that are `small` get their usual answer, also while nobody is at the seat. An undo then goes back to the last real decision. */
export interface Settle {
  type: "settle";
  id: string;
  on: boolean;
}

/** Ask for the odds of an answer to the question with that number: it is tried out `runs` times with redrawn secrets. For options that say `odds`. A newer request replaces one that is still waiting. */
export interface AskOdds {
  type: "odds";
  id: string;
  question: number;
  key: string;
  runs?: number;
}

/** Ask what a strong player would answer to the question with that number. Refused unless everybody else at the table is a bot or has sat down at a table that allows it (`NewTable.hints`). `progress` comes on the way; a newer request replaces one that is under way. */
export interface Hint {
  type: "hint";
  id: string;
  question: number;
}

/** Ask what the match is about and how it stands, or stood when your log had `seq` events; `seat` names other eyes, as in `look`. With `rounds` also how it stood after each round. */
export interface AskGoal {
  type: "goal";
  id: string;
  seq?: number | null;
  seat?: number | null;
  rounds?: boolean;
}

/** Ask for the analysis of a match that is over. It takes minutes if nobody has asked before, with `progress` on the way; then it is kept. With `stored`, only one that is kept is told, and `done` if there is none. */
export interface Analyse {
  type: "analyse";
  id: string;
  stored?: boolean;
}

/** Call off your hint or analysis that is under way, by the id of that command: it is refused then. */
export interface Cancel {
  type: "cancel";
  id: string;
  command: string;
}

/** Look back at the table as it was when your log had `seq` events. `seat` names other eyes to look through: spectators may if the table shows them everything, everybody may when the match is over. Then `entries` names the moment when the record had so many entries instead, and what the seat was asked at that moment is told too. */
export interface Look {
  type: "look";
  id: string;
  seq: number;
  seat?: number | null;
  entries?: number | null;
}

/** Take the table as it was when your log had `seq` events to a workbench, as a position. Until the match is over everything that you may not know is drawn again in it. Without `seq`: as it is now. */
export interface Moment {
  type: "moment";
  id: string;
  seq?: number | null;
}

/** Go through a lesson without answering. */
export interface Turn {
  type: "turn";
  id: string;
  to: "again" | "back" | "on";
}

/** Ask what is not offered and which clauses say so; or the same about one key. */
export interface Why {
  type: "why";
  id: string;
  key?: string;
}

/** Ask the rules about something that is only planned, such as a path being drawn. Each game says what `about` can be; the answer is worked out from what the asker may know. */
export interface Preview {
  type: "preview";
  id: string;
  about: string;
}

/** Say something: players to everybody, spectators to spectators. A ready `phrase` takes the place of the text, and everybody hears it in their own language. */
export interface Chat {
  type: "chat";
  id: string;
  text?: string;
  phrase?: "good_game" | "good_luck" | "hello" | "one_moment" | "rematch" | "sorry" | "thanks" | "well_played" | null;
}

/** Let a bot play your seat or, as host, the seat of somebody who is away. They can come back. */
export interface StandIn {
  type: "stand_in";
  id: string;
  seat: number;
  bot?: string;
}

/** Take your seat back from the bot that stands in. */
export interface Return {
  type: "return";
  id: string;
}

/** As host: open the seat of somebody who does not come back, for a new player. The old link ends. */
export interface Free {
  type: "free";
  id: string;
  seat: number;
}

/** As host: delete the table with everything that is kept of it. Not while others are in the middle of a match. */
export interface Delete {
  type: "delete";
  id: string;
}

/** After the end: play again at a new table. All links stay valid there. */
export interface Rematch {
  type: "rematch";
  id: string;
}

/** Ask for the journal of a match that is over. */
export interface Export {
  type: "export";
  id: string;
}

/** Ask how the dice fell so far, beside what was expected; secret rolls only after the end. */
export interface Dice {
  type: "dice";
  id: string;
}

/** A seat as everybody sees it. `who`: `open`, `human`, the name of a bot, or `rules`; `player`: the id of somebody who sat down with a player's key. */
export interface Place {
  seat: number;
  who: string;
  name: string;
  present: boolean;
  stand_in: string;
  player: string;
}

/** A line of chat. It is text, never markup. `phrase` is the ready phrase that was said; `text` has it in English, too. */
export interface Spoken {
  type: "chat";
  author: string;
  seat: number | null;
  text: string;
  at: number;
  phrase: string;
}

/** A pack as a journal's header names it: its name and the hash of its content (comments do not count). */
export interface PackId {
  name: string;
  hash: string;
}

/** The answer to `join`: the table you are at. An `update` follows. */
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
  hints: boolean;
  absence: number;
  expires: number;
  places: Place[];
  chat: Spoken[];
  packs: PackId[];
  talk: "all" | "none" | "phrases";
  rated: boolean;
}

/** How the dice of the table are agreed. `dice` names them as `welcome.dice` does, and commits the server; `seals` has what each seat has sealed: empty if that is still to come, `server` where no person sits. `missing` are the seats that everybody waits for: with `open` they must show their nonces, before that seal them. */
export interface Agreement {
  type: "agreement";
  dice: string;
  seals: string[];
  open: boolean;
  missing: number[];
}

/** Something that happened, with the clause behind it. `data` is for clients that draw it. */
export interface Told {
  key: string;
  clause: string;
  params: Record<string, number | string>;
  text: string;
  data?: unknown;
}

/** A sentence: its key and gaps, and the words in the reader's language (empty if none were wanted). */
export interface Said {
  key: string;
  params: Record<string, number | string>;
  text: string;
}

/** One option. Open questions accept other keys too; the listed ones are good candidates. With `odds` you can ask for its odds. `about` says what it comes to, where its name alone does not. */
export interface Choice {
  key: string;
  clause: string;
  text: string;
  odds?: boolean;
  about?: string;
}

/** The question to this seat. An answer names the number, so that it never answers another question. `preview` is what the game can draw of the options, for clients that want views as data. `small`: it hardly ever matters, and the first option is the usual answer. `about` explains what the question names. */
export interface Question {
  number: number;
  prompt: Said;
  options: Choice[];
  preview: unknown;
  small: boolean;
  about: string;
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

/** The end of the match, with the key of the dice: from now on anybody can check the commitment. */
export interface Outcome {
  winners: number[];
  scores: number[];
  dice_key: string;
}

/** The clock of a seat: the milliseconds left when this was sent, and whether it is running. */
export interface Remaining {
  seat: number;
  left_ms: number;
  running: boolean;
}

/** The table as this viewer may know it now. While the dice are agreed there is no question, and nothing of a match that has not begun; `waiting` are the seats whose part is missing. `events` replaces the viewer's log from `start` on: usually nothing was there yet, after an undo something was. `seq` is the length of the log then, `check` its fingerprint; what stands in it from `since` on happened since this seat's last own answer took effect (for spectators 0). `view`, `picture` and `scene` are left out when they have not changed since the last update on this socket. Whoever has joined with `changes` gets those instead of a view wherever they are shorter: the names and places that lead to a part of the last view, and what stands there now. `settles`: small things are decided for this seat. */
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
  changes?: ([(string | number)[], unknown])[];
  picture?: string;
  scene?: Scene | null;
  outcome?: Outcome | null;
  clocks?: Remaining[];
  settles?: boolean;
}

/** Your place in a lesson: after every update at one. `steps` are the titles of all steps, `step` counts from 0 and is their number at the end. `point` names pieces and places of the board, and answers as `option:KEY`; `reads` if there is nothing to do but to read on. */
export interface LessonStepShown {
  type: "lesson";
  title: string;
  steps: string[];
  step: number;
  say: string;
  why: string;
  point: string[];
  reads: boolean;
}

/** A small question, and the usual answer that was given to it. */
export interface Settlement {
  prompt: string;
  answer: string;
}

/** Small things decided just now for a seat that wants that; told to that seat alone. */
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

/** A wish to take something back or, with `free`, to open the seat of somebody who is away: `seat` asks (-1: a host who only watches), and `waiting` have not agreed yet. `state` says how it stands: `open`, `granted`, `declined` (or withdrawn), or `void` because the match went on or that player came back. */
export interface Plea {
  type: "plea";
  seat: number;
  waiting: number[];
  state: "declined" | "granted" | "open" | "void";
  free: number | null;
}

/** The table is somewhere else: another process (`address`), or a rematch (`table`). Join there. */
export interface Moved {
  type: "moved";
  address: string;
  table: string;
}

/** How far a hint or an analysis has come, from 0 to 1. It is no answer: that follows. */
export interface Progress {
  type: "progress";
  id: string;
  share: number;
}

/** The command was carried out, and its effect is stored. `again`: it had been carried out before. */
export interface Done {
  type: "done";
  id: string;
  again: boolean;
}

/** The answer to `moment`: the game, and the position of that moment or of the last one before it that a position can say. `redrawn` if secrets in it are not the true ones. */
export interface MomentTaken {
  type: "moment_taken";
  id: string;
  game: string;
  position: Record<string, unknown>;
  redrawn: boolean;
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

/** One outcome: its words, how often it came, the share of all runs, and the error (95 times out of 100 the true share is within that much). */
export interface Chance {
  key: string;
  text: string;
  count: number;
  share: number;
  error: number;
}

/** The answer to `odds`: outcomes that exclude each other, the likeliest first. `runs` is how many tries there was time for. */
export interface Outlook {
  type: "outlook";
  id: string;
  key: string;
  runs: number;
  outcomes: Chance[];
}

/** An answer: who gives it, its key, and its words (empty if it has none but its key). */
export interface Move {
  seat: number;
  key: string;
  text: string;
}

/** One way in which an answer may turn out, and how likely that is. */
export interface Turnout {
  text: string;
  share: number;
}

/** An answer, the chance to win with it, how often it was tried, how it may turn out (the likeliest first), and what everybody would most likely answer next. */
export interface Suggestion {
  answer: Move;
  chance: number;
  tries: number;
  leads: Turnout[];
  line: Move[];
}

/** The answer to `hint`: the best answers, the best first, after so many tries. */
export interface Advised {
  type: "advised";
  id: string;
  tries: number;
  suggestions: Suggestion[];
}

/** The chances of all seats when your log had `seq` events. `round` is 0 if the game counts none. */
export interface CurvePoint {
  seq: number;
  round: number;
  chances: number[];
}

/** An answer that cost something: at `seq`, when the record had so many `entries`, the question `prompt` was open. `cost` is in chances to win. */
export interface DecisionMoment {
  type: "decision";
  seq: number;
  entries: number;
  seat: number;
  round: number;
  prompt: string;
  played: Suggestion;
  better: Suggestion;
  cost: number;
}

/** Dice that changed the match: at `seq` they had fallen, after that answer. `gain` is what they were worth to the seat; of 100 such rolls `percentile` come out worse for it. */
export interface DiceMoment {
  type: "dice";
  seq: number;
  seat: number;
  round: number;
  answer: Move | null;
  faces: number[];
  gain: number;
  percentile: number;
}

/** A player's match in a few figures: of 100 matches with the same answers `dice_percentile` would have had worse dice, which were worth `dice_gain`; `cost` is what the seat's decisions cost. */
export interface SideSummary {
  seat: number;
  dice_percentile: number;
  dice_gain: number;
  cost: number;
  worst_round: number;
  decisions: number;
}

/** The answer to `analyse`: the chances through the match, the moments that decided it in the order of the match, and each player's figures. So many tries were spent on each decision. */
export interface Analysed {
  type: "analysed";
  id: string;
  tries: number;
  curve: CurvePoint[];
  moments: (DecisionMoment | DiceMoment)[];
  sides: SideSummary[];
}

/** An answer to a puzzle, the chance to win with it, and whether it is right. */
export interface Weighed {
  answer: Move;
  chance: number;
  right: boolean;
}

/** A sentence about why a puzzle's answer is right. `kind`: `best`, `equal`, `tempting`, `next_best` or `another` speak of an answer; `outcome`, `reply` and `go_on` of what follows the answer before them; `difference` of both. */
export interface Because {
  kind: string;
  text: string;
}

/** The answer to `answer` at a puzzle, which decides nothing: whether the key `given` is right; every answer that was weighed, the best first; the best one and the tempting one, with what follows; why, in sentences. Each serious answer was tried so often. */
export interface Judged {
  type: "judged";
  id: string;
  given: string;
  right: boolean;
  answers: Weighed[];
  best: Suggestion;
  tempting: Suggestion;
  reasons: Because[];
  theme: string;
  tries: number;
}

/** The answer to `answer` at a lesson. `came`: the step is `done`; it goes `on`; it was a `slip`, about which the lesson says something; it was legal, but `elsewhere` than where the step leads; or the step is only `read`. In the last three cases nothing has happened. */
export interface Taught {
  type: "taught";
  id: string;
  came: string;
  text: string;
  clause: string;
}

/** The answer to `look`: the table at the first moment it stood still after that event. `seq` is how many events had been told by then, because one answer can cause several. `question` is what was asked then, if the moment was named by `entries`; it cannot be answered any more. */
export interface Looked {
  type: "looked";
  id: string;
  seq: number;
  view: unknown;
  picture: string;
  scene: Scene | null;
  question: Question | null;
}

/** A way to points: what it has brought each seat so far, and in `due` what it would bring if it were scored now. */
export interface Way {
  text: string;
  clause: string;
  points: (number | null)[];
  due: (number | null)[];
}

/** A place, token or figure that the match is about: `owner` holds it, `target` is its name on a client's board. */
export interface Mark {
  name: string;
  note: string;
  owner: number | null;
  clause: string;
  target: string;
}

/** A mission of one seat; without a name as long as the viewer may not know it. */
export interface Mission {
  seat: number;
  name: string;
  text: string;
  points: number | null;
  clause: string;
}

/** A figure of a force: its name, its card, how many of it there are, and how many of them are gone. */
export interface Member {
  name: string;
  card: string;
  count: number;
  gone: number;
}

/** The force of a seat. */
export interface Company {
  seat: number;
  name: string;
  members: Member[];
}

/** The whole answer. `rounds` and `needed` are 0 where no round is the last and no number of points ends it. */
export interface Goal {
  aim: string;
  lasts: string;
  totals: (number | null)[];
  ways: Way[];
  marks: Mark[];
  missions: Mission[];
  companies: Company[];
  round: number;
  rounds: number;
  needed: number;
}

/** How the match stood when a round was over, as far as the asker may know. */
export interface RoundStanding {
  round: number;
  totals: (number | null)[];
  ways: Way[];
}

/** Where a match turned, estimated from how such positions ended: in this round, between two lengths of the log, the chance to win of this seat rose from `before` to `after`. */
export interface Turned {
  seat: number;
  round: number;
  since: number;
  seq: number;
  before: number;
  after: number;
}

/** The dice of a seat: how many good ones came, how many could be expected, and in how many of a hundred matches with the same rolls fewer come. */
export interface Luck {
  came: number;
  expected: number;
  better: number;
}

/** The answer to `goal`: the goal at that moment, when `seq` events had been told, and each round on the way. */
export interface GoalShown {
  type: "goal";
  id: string;
  seq: number;
  goal: Goal;
  rounds: RoundStanding[];
  turned: Turned | null;
  luck: Luck[];
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

/** Something you sent cannot be understood, or is too much. After several faults the socket is closed. */
export interface Fault {
  type: "fault";
  id: string;
  text: string;
}

/** Time to decide: either `bank` seconds for the match plus `bonus` for each answer, or `move` seconds for each answer (days, if you like). A clock runs only while its own seat is asked; when it has run out a bot stands in. */
export interface ClockRule {
  bank?: number;
  bonus?: number;
  move?: number;
}

/** A pack as a client sends it: what its file is called, and what stands in it. */
export interface PackText {
  name: string;
  text: string;
}

/** A band of ratings: whoever takes a seat has one in it. Somebody without a rating counts as 1500. */
export interface Level {
  least?: number;
  most?: number;
}

/** A table to set up. `seats` says who sits at each player's seat: `open`, or the name of a bot. A host who plays gives a `name` and gets `seat`, or the first open one. With `journal` the match goes on from there. With `hints` everybody who sits down allows the others to ask for advice. */
export interface NewTable {
  game?: string;
  options?: Record<string, unknown>;
  seats?: string[];
  name?: string;
  public?: boolean;
  spectators?: "all" | "none" | "public";
  clock?: ClockRule | null;
  webhook?: string;
  hints?: boolean;
  bring?: boolean;
  absence?: number;
  journal?: string;
  packs?: PackText[];
  shipped?: string[];
  talk?: "all" | "none" | "phrases";
  rated?: boolean;
  level?: Level | null;
  seat?: number | null;
  minutes?: number;
}

/** The host's token (which also opens the host's seat, if the host plays), and the token to invite others with. */
export interface Created {
  table: string;
  token: string;
  invite: string;
  seat: number | null;
}

/** Take an open seat. `invite` is needed unless the table is public; without `seat` you get any open one. */
export interface Claim {
  name: string;
  invite?: string;
  seat?: number | null;
  force?: Record<string, unknown> | null;
}

/** A seat that is yours now. Nobody else knows the token; the server keeps only its hash. */
export interface Claimed {
  table: string;
  seat: number;
  token: string;
}

/** Ask what one is invited to, before sitting down. `invite` is needed unless the table is public. */
export interface Knock {
  invite?: string;
}

/** A table as somebody sees it who is invited: what they agree to by sitting down. */
export interface Invitation {
  table: string;
  game: string;
  title: string;
  places: Place[];
  spectators: "all" | "none" | "public";
  clock: ClockRule | null;
  hints: boolean;
  absence: number;
  bring: boolean;
  packs: PackId[];
  rated: boolean;
  level: Level | null;
  position: boolean;
}

/** A value of a setting, and its name. If it is `seeded`, a number can follow it after a colon: `dense:7`. A force says its `points` and, in `about`, who belongs to it. */
export interface SettingValue {
  value: boolean | number | string;
  title: string;
  seeded: boolean;
  points: number;
  about: string;
}

/** A choice for a match: a `field` of its options, whose default is in `GameInfo.options`. With `each` the field is a list with one value for every player. */
export interface SettingInfo {
  field: string;
  title: string;
  each: boolean;
  values: SettingValue[];
}

/** A pack that comes with a game: its name and title. */
export interface ShippedPack {
  name: string;
  title: string;
}

/** A game that can be played here; `complete` if none of its rules is missing. `options` are the defaults, `players` the number of players with them, `settings` the choices a lobby can offer, `summary` a line about the game, `puzzles` and `lessons` how many there are. */
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
  puzzles: number;
  lessons: number;
  forces: string;
  packs: ShippedPack[];
  cards: boolean;
  tables: string;
  bench: boolean;
}

/** A public table in the lobby. */
export interface Listed {
  table: string;
  game: string;
  title: string;
  places: Place[];
  spectators: "all" | "none" | "public";
  over: boolean;
  hints: boolean;
  clock: ClockRule | null;
  rated: boolean;
  level: Level | null;
  until: number;
  ratings: Record<string, number>;
  brought: boolean;
}

export interface Lobby {
  games: GameInfo[];
  bots: string[];
  tables: Listed[];
}

/** The public tables as they stand now, for a lobby that is open. */
export interface ListedTables {
  tables: Listed[];
}

/** A clause of a game's register: its summary in one line, its chapter, its page and its source. */
export interface RuleInfo {
  id: string;
  chapter: string;
  summary: string;
  page: string;
  source: string;
}

/** Words and signs of a game, as keys of its messages (`token.fragile`). `terms` names the clauses that explain each, the most telling first; `house` are the cards whose figures are ours. */
export interface GlossaryInfo {
  terms: Record<string, string[]>;
  house: string[];
}

/** A chapter: what it is about, and the ids of its clauses in order. */
export interface ChapterInfo {
  id: string;
  title: string;
  about: string;
  clauses: string[];
}

/** The book of a game. `examples` are the clauses that have one. */
export interface BookInfo {
  title: string;
  chapters: ChapterInfo[];
  examples: string[];
}

/** A moment of an example: who answered what, what followed, and the table as the example's seat sees it then. With a `reason` the rules said no to the answer, by this clause; `answer` is empty then. */
export interface FrameInfo {
  view: unknown;
  seat?: number | null;
  key?: string;
  answer?: string;
  reason?: string;
  clause?: string;
  told?: Told[];
}

/** An example of a clause, played by the rules. `clauses` are all that it shows; `eyes` is the seat that sees it. `names` are words that its packs bring along. */
export interface ExampleInfo {
  title: string;
  clauses: string[];
  eyes: number | null;
  names: Record<string, string>;
  frames: FrameInfo[];
}

/** A puzzle in the list: what is asked, of which seat, in which round (0 if the game counts none), how many answers there are, and how hard it is, from 1 to 4. Nothing in it gives the answer away. */
export interface PuzzleInfo {
  name: string;
  prompt: string;
  seat: number;
  round: number;
  choices: number;
  difficulty: number;
}

/** The small match at the end of the lessons: its options, and the bot at the other seats. */
export interface FirstTable {
  options: Record<string, unknown>;
  opponent: string;
}

/** A lesson in the list: what one can do after it, how long it takes, the titles of its steps. The last one may be a first match instead, which is played at a table of its own. */
export interface LessonInfo {
  name: string;
  title: string;
  about: string;
  minutes: number;
  steps: string[];
  first: FirstTable | null;
}

/** The reason why a request was not granted. */
export interface Complaint {
  text: string;
}

export interface ChoiceValue {
  value: boolean | number | string;
  title: string;
}

/** A choice for the whole force: one of some values; or a count from 0 to `most` if there are none; or, with `among`, an entry of that group by its place, -1 for none. */
export interface FormChoice {
  field: string;
  title: string;
  values: ChoiceValue[];
  usual: boolean | number | string;
  most: number;
  among: string;
}

/** A place for up to `most` cards of some kinds. `needed` if an entry is nothing without it. */
export interface Slot {
  id: string;
  title: string;
  kinds: string[];
  most: number;
  needed: boolean;
  figure: string;
}

/** Entries of one sort, each with the same slots: mechs, drones, models. */
export interface Group {
  id: string;
  title: string;
  one: string;
  slots: Slot[];
}

/** A keyword as it stands on a card; `term` is its key in the glossary, `before` a condition or the like. */
export interface Word {
  term: string;
  text: string;
  before: string;
}

/** A figure of a card. `better` says which of two is stronger when cards are compared: `more`, `less` or neither. */
export interface Figure {
  term: string;
  name: string;
  value: number | string;
  better: "" | "less" | "more";
}

/** One thing a card can do, such as an action or a weapon: its figures, its dice by colour, its keywords. */
export interface Line {
  name: string;
  about: Word[];
  dice: Record<string, number>;
  words: Word[];
}

/** A card that may stand in the slots of its `kind`. `term` is its key in the glossary and among the house cards. `sub` is a word under its name (its rank, its size), `only` the choices it goes with: `{"faction": ["rdl"]}`. */
export interface FormCard {
  id: string;
  kind: string;
  term: string;
  name: string;
  points: number;
  sub: Word | null;
  figures: Figure[];
  lines: Line[];
  words: Word[];
  only: Record<string, string[]>;
  house: boolean;
  beside: string[];
  number: string;
}

/** All there is to choose from, in the words of one language. `one` is what such a force is called. */
export interface Form {
  one: string;
  choices: FormChoice[];
  groups: Group[];
  cards: FormCard[];
}

/** A force that comes with the game, to begin from. */
export interface ReadyForce {
  id: string;
  name: string;
  points: number;
}

/** The form of a game's forces, the field of the options they come in, and those that are ready. */
export interface FormInfo {
  field: string;
  form: Form;
  ready: ReadyForce[];
  matched: boolean;
}

/** The form of a game's forces with some packs. */
export interface AskForm {
  packs?: PackId[];
}

/** An entry of a group: the cards in its slots, by their ids. */
export interface DraftEntry {
  group: string;
  slots?: Record<string, string[]>;
}

/** A force as far as it has come. It need not be legal, nor even complete. */
export interface Draft {
  name?: string;
  choices?: Record<string, boolean | number | string>;
  entries?: DraftEntry[];
}

/** A slot of an entry; the entry after the last is a new one of the group. */
export interface SlotPlace {
  entry: number;
  group: string;
  slot: string;
}

/** Judge a draft, and say what may stand in a slot of it. */
export interface JudgeForce {
  draft: Draft;
  place?: SlotPlace | null;
  packs?: PackId[];
}

/** Something counted: so many, of at least `least` and at most `most` (None: no limit). */
export interface Limit {
  title: string;
  count: number;
  most: number | null;
  least: number;
}

/** One step: `card` comes into a slot of an entry in place of `was`; without a slot the whole entry goes. */
export interface Change {
  entry: number;
  slot: string;
  was: string;
  card: string;
  points: number;
}

/** A clause that a force breaks, and steps that would mend it without breaking anything else. */
export interface Breach {
  clause: string;
  text: string;
  helps: Change[];
}

/** A draft as the game sees it: `force` as it stands in a pack, `code` for its link. */
export interface JudgedDraft {
  draft: Draft;
  force: Record<string, unknown>;
  points: number;
  most: number;
  entries: number[];
  limits: Limit[];
  breaches: Breach[];
  code: string;
}

/** A card for a slot: how the points change with it, and what it would newly break. */
export interface Offer {
  card: string;
  kind: string;
  points: number;
  breaches: Breach[];
}

/** A draft as the game sees it, as a text for a chat, and the offers for the slot that was asked about. */
export interface ForceView {
  judged: JudgedDraft;
  text: string;
  offers: Offer[];
}

/** Open a force: the code of a link, the text of a file, a list of names, or the id of a ready one. `answers` are those to the questions that a list has left open. */
export interface OpenForce {
  code?: string;
  file?: string;
  list?: string;
  ready?: string;
  answers?: Record<string, string>;
  packs?: PackId[];
}

/** A card that may be meant; `answer` is what to say to choose it. */
export interface Candidate {
  answer: string;
  name: string;
  sub: string;
}

/** A piece of a line as it was understood. `key` names it, if it is a question. */
export interface Read {
  line: number;
  text: string;
  kind: "card" | "choice" | "heading" | "name" | "nothing" | "sum" | "unclear";
  said: string;
  key: string;
  candidates: Candidate[];
}

/** A force that was opened; `lines` say how each line of a list was understood. */
export interface ForceOpened {
  draft: Draft;
  lines: Read[];
  packs: PackId[];
}

/** The effect of a draft on another force: one that is ready, or another draft with packs of its own. */
export interface MatchForces {
  draft: Draft;
  packs?: PackId[];
  ready?: string;
  other?: Draft | null;
  other_packs?: PackId[];
}

/** Something that can be hit. */
export interface MatchupColumn {
  target: string;
  armour: string;
}

/** The chance to get through, and the damage to expect. */
export interface MatchupPlace {
  chance: number;
  damage: number;
}

/** A weapon in some circumstances, with a place for each column. */
export interface MatchupRow {
  bearer: string;
  weapon: string;
  band: string;
  places: (MatchupPlace | null)[];
}

/** The damage to expect of somebody's best weapon from one distance to another, on the mean of all armour. */
export interface MatchupReach {
  bearer: string;
  near: number;
  far: number;
  dealt: number;
}

/** The share of a part: the damage to expect of its best weapon, on the mean of all armour. */
export interface MatchupPart {
  bearer: string;
  part: string;
  dealt: number;
}

/** A force against another: every weapon against every armour, damage by distance, and what each part adds. */
export interface ForceMatchup {
  type: "matchup";
  columns: MatchupColumn[];
  rows: MatchupRow[];
  reaches: MatchupReach[];
  parts: MatchupPart[];
  aims: string[];
}

/** Check packs that somebody would like to play with, and the options of a match with them. */
export interface CheckPacks {
  packs?: PackText[];
  shipped?: string[];
  options?: Record<string, unknown>;
}

/** One thing that is wrong with a pack, and where: its file, line (0: nowhere in particular), card and field. */
export interface PackProblem {
  file: string;
  line: number;
  kind: string;
  card: string;
  field: string;
  text: string;
}

/** A field of a card: what it said, and what it says now. Empty where it says nothing. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/** A card that is new, gone or changed, and the source it names for its figures now. */
export interface CardChange {
  kind: string;
  card: string;
  name: string;
  source: string;
  new: boolean;
  gone: boolean;
  fields: FieldChange[];
}

/** Packs as the server found them. If nothing is wrong: what they change, the game as it can be set up then, and the packs by name and hash. */
export interface PackReport {
  problems: PackProblem[];
  changes: CardChange[];
  game: GameInfo | null;
  ids: PackId[];
}

/** The cards of a table that are not those of the game: its packs as they were sent, and what they change. `names` are words that the packs bring along; `house` lists all cards whose figures are invented. */
export interface TableCards {
  packs: PackText[];
  changes: CardChange[];
  names: Record<string, string>;
  house: string[];
}

/** How small and how large a piece may be in some direction, how large it usually is, and by how much it grows. */
export interface Span {
  least: number;
  usual: number;
  most: number;
  step: number;
}

/** A kind of piece. `turning` says how it is turned: not at all, by changing width for depth, or by so many degrees. A piece with a `radius` is always of one size, and is found so far around its middle. `over` is how far it lies above others when they are picked: a door is picked before the building it is in. */
export interface PieceKind {
  id: string;
  title: string;
  glyph: string;
  width: Span;
  depth: Span;
  height: Span;
  levels: [number, number];
  turning: number | "swap";
  radius: number;
  over: number;
}

/** Everything a table of a game is made of, in the words of one language. A table is `width` by `depth` units; turned about its `middle` it lies on itself. `step` is how far an arrow key moves a piece. `styles` are those a table can be made in, `lookers` those who look around on it. */
export interface Kit {
  one: string;
  width: number;
  depth: number;
  middle: [number, number];
  step: number;
  levels: number;
  choices: FormChoice[];
  kinds: PieceKind[];
  styles: ChoiceValue[];
  lookers: ChoiceValue[];
}

/** A table that comes with the game, to begin from. */
export interface ReadyTable {
  id: string;
  name: string;
}

/** The kit of a game's tables, the field of the options they come in, and those that are ready. */
export interface KitInfo {
  field: string;
  kit: Kit;
  ready: ReadyTable[];
}

/** A piece on a table: its kind, its middle, its level from 1, its size, and where its front looks, in degrees. */
export interface Piece {
  kind: string;
  x: number;
  y: number;
  level?: number;
  width?: number;
  depth?: number;
  height?: number;
  turn?: number;
}

/** A table as far as it has come: its name, the choices about the whole of it, and its pieces in the order in which they were laid down. */
export interface Plan {
  name?: string;
  choices?: Record<string, number | string>;
  pieces?: Piece[];
}

/** Judge a plan. */
export interface JudgePlan {
  plan: Plan;
}

/** Something a plan breaks, in words, and where: at the middle of a place on a level (level 0: nowhere). */
export interface PlanBreach {
  text: string;
  clause: string;
  x: number;
  y: number;
  level: number;
  advice: boolean;
}

/** A plan with its pieces where they fit, what it breaks, the card it makes, and its code for a link. */
export interface JudgedPlan {
  plan: Plan;
  breaches: PlanBreach[];
  card: Record<string, unknown>;
  code: string;
}

/** A plan as the game sees it, and the view of the bare table, as a match on it would show it. */
export interface PlanView {
  judged: JudgedPlan;
  view: unknown;
}

/** Open a table: the code of a link, the text of a pack, the id of a ready one, or a style with a seed. */
export interface OpenPlan {
  code?: string;
  file?: string;
  ready?: string;
  style?: string;
  seed?: number;
}

export interface PlanOpened {
  plan: Plan;
}

/** Look around on a plan, from the middle of a piece that stands for the one who looks. */
export interface LookAround {
  plan: Plan;
  at: Piece;
  looker: string;
}

/** Sight and reach from a place: the areas hidden from there and those within a move, by level. */
export interface Vista {
  x: number;
  y: number;
  level: number;
  hidden: Record<string, [number, number][][]>;
  reached: Record<string, [number, number][][]>;
}

/** A value that can stand in a field, and its name. */
export interface Named {
  value: boolean | number | string;
  title: string;
}

/** A field of a position. `usual` is its value on an empty table; `optional` if it may have none. `of` are the fields of a record, the members of a row, or the one form of all members of a list or map. `keys` are the names that a map may have, if not any name goes. */
export interface FieldForm {
  name: string;
  title: string;
  kind: "choice" | "flag" | "list" | "map" | "number" | "record" | "row" | "text";
  usual: unknown;
  optional: boolean;
  required: boolean;
  least: number | null;
  most: number | null;
  whole: boolean;
  choices: Named[];
  keys: Named[];
  of: FieldForm[];
}

/** The form of a game's positions, and the least that must stand on an empty table. */
export interface BenchInfo {
  form: FieldForm;
  empty: Record<string, unknown>;
}

/** An answer that was tried from a position on. */
export interface Tried {
  seat: number;
  key: string;
}

/** Judge a position and show it through the eyes of a seat; without one, through those of a spectator. */
export interface JudgePosition {
  type: "judge";
  position: Record<string, unknown>;
  eyes?: number | null;
  title?: string;
  line?: Tried[];
}

/** A thing in a position that cannot be: where (`unit.2.at`, empty if the whole is wrong), why, by which clause. */
export interface Flaw {
  where: string;
  text: string;
  clause: string;
}

/** A seat that is asked something in a position, the question, and what is not offered with the reasons. */
export interface AskedThere {
  seat: number;
  question: Question;
  refused: NotOffered[];
}

/** A position as the game sees it. `view` is None if it cannot be read; `code` is what a link to it holds; `players` are the seats that people or bots play. */
export interface PositionView {
  type: "view";
  flaws: Flaw[];
  view: unknown;
  asked: AskedThere[];
  over: boolean;
  code: string;
  players: number[];
}

/** Open a position: the code of a link, or the text of a scenario. */
export interface OpenPosition {
  type: "open";
  code?: string;
  file?: string;
}

/** A position that was opened. `later` entries came after it that no position can say: it is the last moment before them. */
export interface PositionOpened {
  type: "opened";
  position: Record<string, unknown>;
  title: string;
  later: number;
}

/** An answer that must be refused, and the clause that does it. */
export interface RefusedThere {
  key: string;
  clause: string;
}

/** Write a position as a scenario: what `seat` must be offered there, and what must be refused. With nothing to hold, the whole question is written down. */
export interface SavePosition {
  type: "save";
  position: Record<string, unknown>;
  title?: string;
  line?: Tried[];
  seat?: number | null;
  offered?: string[];
  refused?: RefusedThere[];
}

/** The scenario as a file: its name and text. */
export interface PositionSaved {
  type: "saved";
  name: string;
  text: string;
}

/** Try an answer out so often, and work its exact odds out if the game can. */
export interface RollAttack {
  type: "roll";
  position: Record<string, unknown>;
  seat: number;
  key: string;
  line?: Tried[];
  runs?: number;
}

export interface ExactChance {
  text: string;
  share: number;
}

/** The exact odds of an attack: what it is, its outcomes, and how choices were made. */
export interface ExactOdds {
  type: "exact";
  title: string;
  outcomes: ExactChance[];
  aims: string[];
}

/** How often each outcome came, and the exact odds beside it, one for each attack that the answer may begin. */
export interface Rolled {
  runs: number;
  chances: Chance[];
  exact: ExactOdds[];
}

/** How one wants to be called. */
export interface AboutMe {
  name: string;
}

/** The player whose key was sent: the id that everybody may know, and the name. */
export interface Me {
  player: string;
  name: string;
}

/** A force as a browser keeps it: the draft, and what the rules made of it. */
export interface KeptForce {
  draft: Draft;
  force: Record<string, unknown>;
  legal: boolean;
  packs?: PackId[];
}

/** A table of one's own as a browser keeps it. */
export interface KeptPlan {
  plan: Plan;
  card: Record<string, unknown>;
  legal: boolean;
}

/** A pack as a browser keeps it; `on` says whether new tables begin with it. */
export interface KeptCards {
  name: string;
  text: string;
  on: boolean;
}

/** Keep something under one's key. `version` is the one that this device knew, 0 for something new: if another device has written since, it is not kept. */
export interface KeepThing {
  kind: "force" | "pack" | "table";
  id: string;
  game: string;
  title: string;
  body: Record<string, unknown>;
  version?: number;
}

/** Keep something no longer. */
export interface DropThing {
  kind: "force" | "pack" | "table";
  id: string;
}

/** The version under which something is kept now. */
export interface ThingKept {
  version: number;
}

/** Something that is kept under one's key; its body goes out as it is stored, read by nobody here. */
export interface Thing {
  kind: "force" | "pack" | "table";
  id: string;
  version: number;
  game: string;
  title: string;
  body: Record<string, unknown>;
  at: number;
}

/** Everything that is kept under one's key, the newest first. */
export interface Things {
  things: Thing[];
}

/** A match of mine: my seats, who else is there, whether it is my turn (None if that cannot be said now) and since when; when it is over, how it ended for me. */
export interface MyMatch {
  table: string;
  game: string;
  title: string;
  seats: number[];
  others: string[];
  turn: boolean | null;
  since: number;
  over: boolean;
  result: "" | "drawn" | "lost" | "won";
  reserved: boolean;
}

/** My seats: the unfinished matches first, those where it is my turn before the others. */
export interface MyMatches {
  matches: MyMatch[];
}

/** Block somebody, or no longer: they cannot sit down where I sit, nor I where they do, and I do not read them. */
export interface Block {
  player: string;
  on: boolean;
}

/** Everybody whom I have blocked: their ids. */
export interface Blocked {
  players: string[];
}

/** Report the player at a seat of a table at which I sit. What was said there last goes along. */
export interface NewReport {
  table: string;
  seat: number;
  kind: "chat" | "cheating" | "name" | "other";
  text?: string;
}

/** How somebody is rated in a game, how unsure that is, after how many matches, and how it came about, the oldest first. */
export interface RatingInfo {
  game: string;
  title: string;
  rating: number;
  deviation: number;
  matches: number;
  history: number[];
}

/** A match in somebody's profile; `table` only if anybody may look at it. */
export interface PastMatch {
  table: string;
  game: string;
  title: string;
  others: string[];
  result: "drawn" | "lost" | "won";
  rated: boolean;
  at: number;
}

/** A player, or a bot, as everybody may see them. */
export interface Profile {
  player: string;
  name: string;
  bot: boolean;
  since: number;
  won: number;
  lost: number;
  drawn: number;
  ratings: RatingInfo[];
  matches: PastMatch[];
}

/** The server's public key for web push. */
export interface PushKey {
  key: string;
}

/** Have a browser told when it is my turn: where its push service reaches it, and the keys it has made. */
export interface Subscribe {
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: "en" | "es";
}

/** Have a browser told no longer. */
export interface Unsubscribe {
  endpoint: string;
}

/** A tournament to set up: `rounds` for a Swiss one (0: as many as it takes), `hours` for each round. */
export interface NewTournament {
  title: string;
  game: string;
  kind: "knockout" | "league" | "swiss";
  clock: ClockRule;
  rounds?: number;
  hours?: number;
  rated?: boolean;
}

/** A line of the table: points, and the points of those one has met. */
export interface Standing {
  player: string;
  name: string;
  points: number;
  met: number;
}

/** A pairing; a bye has no second. Points are None until they are known. */
export interface Pairing {
  first: string;
  second: string;
  table: string;
  until: number;
  points: [number, number] | null;
}

/** A tournament as everybody with its link sees it. */
export interface Tournament {
  id: string;
  title: string;
  game: string;
  game_title: string;
  kind: "knockout" | "league" | "swiss";
  rated: boolean;
  hours: number;
  owner: string;
  state: "open" | "over" | "running";
  rounds: number;
  standings: Standing[];
  pairings: Pairing[][];
}

/** The tournaments that I have set up or play in. */
export interface Tournaments {
  tournaments: Tournament[];
}

/** Everything that a card editor needs of a game: the form of its packs as JSON Schema, and its own cards by kind, each as its pack writes it. `names` are their names by `kind.id`; `kinds` and `fields` say how people call those. */
export interface CardForms {
  schema: Record<string, unknown>;
  cards: Record<string, Record<string, unknown>[]>;
  names: Record<string, string>;
  kinds: Record<string, string>;
  fields: Record<string, string>;
}

/** The cards of a pack as data, by kind; whether they fit is another question. */
export interface PackRead {
  cards: Record<string, Record<string, unknown>[]>;
}

export type AnyCommand = Join | Seal | Reveal | Answer | Undo | Reset | Takeback | Consent | Speak | Show | Settle | AskOdds | Hint | AskGoal | Analyse | Cancel | Look | Moment | Turn | Why | Preview | Chat | StandIn | Return | Free | Delete | Rematch | Export | Dice;

export type AnyMessage = Welcome | Agreement | Update | LessonStepShown | Settled | People | Plea | Spoken | Moved | Progress | Done | MomentTaken | Refused | Reasons | Previewed | Outlook | Advised | Analysed | Judged | Taught | Looked | GoalShown | JournalText | DiceCounts | Fault;
