/**
 * One seat (or one spectator) at a table: its socket and everything the server has told it.
 *
 * The socket reconnects by itself. Commands carry an id of ours; a command that was not acknowledged is sent again under the
 * same id, and the server does it once. `log` is replaced from `start` on, so an undo is nothing special.
 */
import { withChanges } from "./changes";
import { PinnedDice, type Alarm } from "./dice";
import type {
  Agreement,
  AnyCommand,
  AnyMessage,
  Done,
  LessonStepShown,
  Outcome,
  Place,
  Plea,
  Question,
  Refused,
  Remaining,
  Scene,
  Settlement,
  Show,
  Spoken,
  Told,
  Update,
  Welcome,
} from "./protocol";

type ViewKind = Show["view"];
export type Status = "connecting" | "open" | "lost" | "gone";

/** A command without its id, which is ours to give. */
export type Wish = AnyCommand extends infer C ? (C extends AnyCommand ? Omit<C, "id"> : never) : never;
export type Reply = Exclude<AnyMessage, { type: "update" | "lesson" | "agreement" | "settled" | "people" | "chat" | "plea" | "progress" }>;

/** The table as it stood when the log had `seq` events; before it stood still when the log had `after`. */
export interface Still {
  seq: number;
  after: number;
  view: unknown;
  picture: string;
  drawing: Scene | null;
}

/** So many of them are kept. */
const STILLS = 80;

export class Refusal extends Error {
  constructor(readonly refused: Refused) {
    super(refused.reason.text);
  }
}

interface Pending {
  command: AnyCommand;
  resolve: (reply: Reply) => void;
  reject: (error: Error) => void;
  progress?: (share: number) => void;
}

/** A command that takes a while: its id, by which it can be called off, and what comes of it. */
export interface Errand<R extends Reply> {
  id: string;
  reply: Promise<R>;
}

/** Milliseconds in which another device of the same player can show the nonce that it has sealed. */
const ELSEWHERE = 1500;
const RETRY = [200, 400, 800, 1500, 3000, 5000];
/** Commands that are safe to send again after reconnecting; the screen asks for the rest anew if it still wants it. */
const RESENT = new Set(["answer", "undo", "reset", "chat", "stand_in", "return", "free", "rematch", "settle"]);

export class Seat {
  status = $state<Status>("connecting");
  welcome = $state.raw<Welcome | null>(null);
  places = $state.raw<Place[]>([]);
  spectators = $state(0);
  chat = $state.raw<Spoken[]>([]);
  log = $state.raw<Told[]>([]);
  view = $state.raw<unknown>(null);
  /** The table as a picture in text, if we asked for one. */
  picture = $state.raw("");
  /** And as a simple drawing, if the game has one. */
  drawing = $state.raw<Scene | null>(null);
  question = $state.raw<Question | null>(null);
  waiting = $state.raw<number[]>([]);
  mayUndo = $state(false);
  /** The log from here on happened since this seat's last answer. */
  since = $state(0);
  outcome = $state.raw<Outcome | null>(null);
  clocks = $state.raw<Remaining[]>([]);
  clocksAt = $state(0);
  /** The open wish of somebody to take something back. */
  plea = $state.raw<Plea | null>(null);
  /** Whether small things are decided for this seat, and which were decided last. */
  settles = $state(false);
  /** Whether an update has come yet. */
  heard = $state(false);
  settled = $state.raw<Settlement[]>([]);
  /** How the dice are agreed, while they are; nothing is decided before. */
  agreement = $state.raw<Agreement | null>(null);
  /** Whatever is wrong with the dice. */
  alarms = $state.raw<Alarm[]>([]);
  /** The step of the lesson that is taught at this table. */
  lesson = $state.raw<LessonStepShown | null>(null);
  /** The table at its last moments, as they were told one by one. */
  stills: Still[] = [];
  private joined = false;
  /** The table to join when the connection comes back, if it is another one by then. */
  rejoin = "";
  /** The reason why the table stands still, if its rules broke. */
  fault = $state("");
  /** The reason why the table cannot be joined, when `status` is `gone`. */
  complaint = $state("");
  moved = $state("");

  private socket: WebSocket | null = null;
  private check = 0;
  private tries = 0;
  private joinId = "";
  private closed = false;
  private timer = 0;
  private shown: ViewKind = "data";
  private readonly pending = new Map<string, Pending>();
  private pinned: PinnedDice | null = null;

  constructor(
    readonly table: string,
    readonly token: string,
    private language: "en" | "es",
    private readonly eyes: number | null = null,
  ) {
    this.connect();
  }

  get seat(): number | null {
    return this.welcome?.seat ?? null;
  }

  /** The table is at another server: its own page plays it there, with the link that we came with. */
  private goTo(address: string): void {
    this.close();
    location.assign(`${address}/table/${this.table}${this.token ? `#${this.token}` : ""}`);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** Go on in another language: the server tells everything again in it. */
  speak(language: "en" | "es"): void {
    if (language === this.language) return;
    this.language = language;
    if (this.status === "open") this.send({ type: "speak", language }).catch(() => undefined);
  }

  /** Have the table shown in another way: the server tells everything again. */
  show(view: ViewKind): void {
    if (view === this.shown) return;
    this.shown = view;
    if (this.status === "open") this.send({ type: "show", view }).catch(() => undefined);
  }

  /** Send a command and wait for the server's reply. Throws a refusal. */
  send<R extends Reply = Done>(wish: Wish): Promise<R> {
    return this.errand<R>(wish).reply;
  }

  /** Send a command that takes a while, and hear how far it has come. */
  errand<R extends Reply>(wish: Wish, progress?: (share: number) => void): Errand<R> {
    const command = { ...wish, id: crypto.randomUUID() } as AnyCommand;
    const reply = new Promise<R>((resolve, reject) => {
      this.pending.set(command.id, { command, resolve: resolve as (reply: Reply) => void, reject, progress });
      if (this.status === "open") this.transmit(command);
      else if (!RESENT.has(command.type)) this.fail(command.id, new Error("offline"));
    });
    return { id: command.id, reply };
  }

  /** Call off an errand: whoever waits for it is refused. */
  callOff(id: string): void {
    if (this.status === "open") this.send({ type: "cancel", command: id }).catch(() => undefined);
  }

  /** Have small things decided for this seat, or not. */
  decideSmall(on: boolean): void {
    if (this.seat !== null && on !== this.settles) this.send({ type: "settle", on }).catch(() => undefined);
  }

  answer(key: string): Promise<Done> {
    if (!this.question) return Promise.reject(new Error("nothing is asked"));
    this.settled = [];
    return this.send({ type: "answer", question: this.question.number, key });
  }

  private connect(): void {
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/socket`);
    this.socket = socket;
    socket.onopen = () => this.join();
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(String(event.data)) as AnyMessage);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
  }

  private join(): void {
    this.joinId = crypto.randomUUID();
    this.transmit({
      type: "join",
      id: this.joinId,
      table: this.rejoin || this.table,
      token: this.token,
      since: this.log.length,
      check: this.check,
      language: this.language,
      view: this.shown,
      seat: this.eyes,
      changes: true,
    });
  }

  private lost(): void {
    if (this.closed || this.status === "gone") return;
    this.status = "lost";
    for (const [id, { command }] of this.pending) if (!RESENT.has(command.type)) this.fail(id, new Error("offline"));
    const wait = RETRY[Math.min(this.tries, RETRY.length - 1)] ?? 5000;
    this.tries += 1;
    this.timer = window.setTimeout(() => this.connect(), wait);
  }

  private transmit(command: AnyCommand): void {
    this.socket?.send(JSON.stringify(command));
  }

  private fail(id: string, error: Error): void {
    this.pending.get(id)?.reject(error);
    this.pending.delete(id);
  }

  private settle(id: string, reply: Reply): void {
    this.pending.get(id)?.resolve(reply);
    this.pending.delete(id);
  }

  private receive(message: AnyMessage): void {
    switch (message.type) {
      case "welcome":
        return this.greet(message);
      case "update":
        return this.update(message);
      case "agreement":
        return this.agree(message);
      case "lesson":
        this.lesson = message;
        return;
      case "settled":
        this.settled = message.decided;
        return;
      case "people":
        this.places = message.places;
        this.spectators = message.spectators;
        return;
      case "chat":
        this.chat = [...this.chat, message];
        return;
      case "plea":
        this.plea = message.state === "open" ? message : null;
        return;
      case "progress":
        this.pending.get(message.id)?.progress?.(message.share);
        return;
      case "moved":
        if (message.address) this.goTo(message.address);
        else this.moved = message.table;
        return;
      case "refused":
        if (message.id === this.joinId) return this.giveUp(message.reason.text);
        return this.fail(message.id, new Refusal(message));
      case "fault":
        if (message.id === this.joinId) return this.giveUp(message.text);
        if (!message.id) this.fault = message.text;
        return this.fail(message.id, new Error(message.text));
      default:
        return this.settle(message.id, message);
    }
  }

  private giveUp(text: string): void {
    this.complaint = text;
    this.status = "gone";
    this.closed = true;
    this.socket?.close();
  }

  /** What this browser keeps of the table's dice. */
  get dice(): PinnedDice | null {
    return this.pinned;
  }

  /** Do our part of the dice: seal a nonce, and show it when everybody has sealed one. */
  private agree(agreement: Agreement): void {
    this.pinned?.see(agreement.dice, this.seat);
    this.agreement = agreement.dice.includes(" by ", agreement.dice.lastIndexOf(";")) ? null : agreement;
    if (this.agreement && this.seat !== null) {
      const nonce = this.pinned?.reveal(agreement, this.seat);
      if (nonce) this.send({ type: "reveal", nonce }).catch(() => undefined);
      // Sealed on another device of ours? Then give that one time to show its nonce.
      else if (agreement.seals[this.seat]) window.setTimeout(() => this.agreement === agreement && this.seal(agreement), ELSEWHERE);
      else this.seal(agreement);
    }
    this.alarms = [...(this.pinned?.alarms ?? [])];
  }

  private seal(agreement: Agreement): void {
    const seal = this.pinned?.seal(agreement, this.seat ?? 0);
    if (seal) this.send({ type: "seal", seal }).catch(() => undefined);
    this.alarms = [...(this.pinned?.alarms ?? [])];
  }

  private greet(welcome: Welcome): void {
    this.welcome = welcome;
    this.agreement = null;
    this.pinned ??= new PinnedDice(`${this.table}.${welcome.seat ?? "watching"}`);
    this.pinned.see(welcome.dice, welcome.seat);
    this.alarms = [...this.pinned.alarms];
    this.places = welcome.places;
    this.chat = welcome.chat;
    this.plea = null;
    this.status = "open";
    this.fault = "";
    this.tries = 0;
    this.joined = false;
    for (const { command } of this.pending.values()) this.transmit(command);
  }

  private update(update: Update): void {
    this.log = [...this.log.slice(0, update.start), ...update.events];
    this.check = update.check;
    if (update.view !== undefined && update.view !== null) this.view = update.view;
    else if (update.changes) this.view = withChanges(this.view, update.changes);
    if (update.picture) {
      this.picture = update.picture;
      this.drawing = update.scene ?? null;
    }
    this.keep(update.start);
    this.waiting = update.waiting;
    this.mayUndo = update.may_undo;
    this.since = update.since ?? 0;
    this.outcome = update.outcome ?? null;
    this.clocks = update.clocks ?? [];
    this.clocksAt = performance.now();
    this.settles = update.settles ?? false;
    this.heard = true;
    this.question = update.question;
  }

  /** Keep this moment. What comes all at once after joining hides the moments in it, and is not kept. */
  private keep(after: number): void {
    const kept = this.stills.filter((one) => one.seq <= after);
    const now = { seq: this.log.length, after, view: this.view, picture: this.picture, drawing: this.drawing };
    this.stills = this.joined && now.seq > after ? [...kept, now].slice(-STILLS) : kept;
    this.joined = true;
  }
}
