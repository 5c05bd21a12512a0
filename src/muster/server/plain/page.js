// A small page that shows the protocol complete: it lists tables and plays by numbered options.
// Whatever comes from the server or from other people is put in place as text, never as markup.
"use strict";

let words = {};
let language = localStorage.getItem("language") || (navigator.language.startsWith("es") ? "es" : "en");
const main = document.getElementById("main");
const banner = document.getElementById("banner");

const say = (key, gaps = {}) => (words[`page.${key}`] || key).replace(/\{(\w+)\}/g, (_, name) => gaps[name] ?? "");
const letter = (seat) => "ABCDEFGH"[seat];
const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}
const button = (text, onclick) => make("button", { type: "button", textContent: text, onclick });
const labelled = (text, control) => make("label", { className: "row" }, text, control);

function complain(text) {
  banner.textContent = text;
  banner.hidden = !text;
}

async function call(path, body) {
  const request = body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  const answer = await fetch(path, request);
  const data = await answer.json();
  if (!answer.ok) throw new Error(data.text);
  return data;
}

// The lobby

async function showLobby() {
  const lobby = await call(`/api/lobby?language=${language}`);
  const name = make("input", { maxLength: 40, value: localStorage.getItem("name") || "" });
  const remembered = () => {
    const given = name.value.trim() || "?";
    localStorage.setItem("name", given);
    return given;
  };
  const list = make("ul");
  for (const table of lobby.tables.filter((one) => !one.over)) {
    const people = table.places.map((place) => `${letter(place.seat)}: ${place.name || place.who}`).join(", ");
    const item = make("li", { className: "row" }, `${table.title} (${people})`);
    if (table.places.some((place) => place.who === "open")) {
      item.append(button(say("sit"), () => sit(table.table, "", remembered())));
    }
    if (table.spectators !== "none") item.append(button(say("watch"), () => go(table.table, "")));
    list.append(item);
  }
  main.replaceChildren(
    labelled(say("your_name"), name),
    make("h2", { textContent: say("tables") }),
    list.children.length ? list : make("p", { textContent: say("none") }),
    make("h2", { textContent: say("new") }),
    newTable(lobby, remembered),
  );
}

function newTable(lobby, remembered) {
  const game = make("select", {}, ...lobby.games.map((one) => make("option", { value: one.game, textContent: one.complete ? one.title : `${one.title} (${say("in_progress")})` })));
  const players = make("input", { type: "number", min: 1, max: 8, value: 2 });
  const opponents = make("select", {}, make("option", { value: "open", textContent: say("person") }),
    ...lobby.bots.map((bot) => make("option", { value: bot, textContent: bot })));
  const open = make("input", { type: "checkbox" });
  const create = async () => {
    const info = lobby.games.find((one) => one.game === game.value);
    const options = {};
    if ("players" in info.options) options.players = Number(players.value);
    if ("confirm_turns" in info.options) options.confirm_turns = true;
    const count = options.players ?? info.players;
    const seats = ["open", ...Array(Math.max(0, count - 1)).fill(opponents.value)];
    try {
      const made = await call("/api/tables", { game: game.value, options, seats, name: remembered(), public: open.checked });
      localStorage.setItem(`invite ${made.table}`, made.invite);
      go(made.table, made.token);
    } catch (error) {
      complain(error.message);
    }
  };
  return make("div", {}, labelled(say("game"), game), labelled(say("players"), players),
    labelled(say("opponents"), opponents), labelled(say("public"), open), button(say("create"), create));
}

async function sit(table, invite, name) {
  try {
    const claimed = await call(`/api/tables/${encodeURIComponent(table)}/seats`, { name, invite });
    go(table, claimed.token);
  } catch (error) {
    complain(error.message);
  }
}

function go(table, token) {
  history.pushState(null, "", `/plain/table/${encodeURIComponent(table)}${token ? `#${token}` : ""}`);
  route();
}

// At a table

class Place {
  constructor(table, token) {
    Object.assign(this, { table, token, log: [], check: 0, chat: [], places: [], picture: "", update: null, notes: [], tries: 0, over: false });
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.socket.onopen = () => this.send({ type: "join", table: this.table, token: this.token, since: this.log.length, check: this.check, language, view: "text" });
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = () => {
      if (this.left) return;
      complain(say("reconnecting"));
      this.tries += 1;
      setTimeout(() => this.connect(), Math.min(5000, 200 * 2 ** this.tries) * (0.5 + Math.random()));
    };
  }

  leave() {
    this.left = true;
    this.socket.close();
  }

  send(command) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ id: newId(), ...command }));
  }

  hear(message) {
    const handlers = {
      welcome: () => { this.welcome = message; this.places = message.places; this.chat = message.chat; this.tries = 0; complain(""); this.seeDice(message.dice); },
      agreement: () => { this.seeDice(message.dice); this.agree(message); },
      update: () => this.change(message),
      people: () => { this.places = message.places; },
      chat: () => { this.chat.push(message); },
      plea: () => { this.plea = message.state === "open" ? message : null; },
      outlook: () => { this.notes = message.outcomes.map((one) => `${one.text}: ${(100 * one.share).toFixed(1)} ± ${(100 * one.error).toFixed(1)} %`); },
      refused: () => { this.refuse(message); },
      reasons: () => { this.notes = message.blocked.length ? message.blocked.map((one) => `${one.key}: ${one.text} [${one.clause}]`) : [say("nothing_blocked")]; },
      journal: () => save(`${this.table}.journal`, message.text),
      dice: () => this.checkDice(message),
      moved: () => { if (message.address) location.href = `${message.address}/plain/table/${message.table}#${this.token}`; else { this.leave(); go(message.table, this.token); } },
      fault: () => complain(message.text),
    };
    handlers[message.type]?.();
    this.show();
  }

  refuse(message) {
    const text = message.reason.text + (message.clause ? ` [${message.clause}]` : "");
    if (!this.welcome) { this.leave(); this.refusal = text; } else this.notes = [text];
  }

  change(update) {
    const asked = this.update?.question?.number;
    this.log.splice(update.start, Infinity, ...update.events);
    this.check = update.check;
    if (update.picture) this.picture = update.picture;
    this.update = update;
    if (update.question?.number !== asked) this.notes = [];
    document.title = update.question ? `● ${say("your_turn")}` : "Muster";
    if (update.question && update.question.number !== asked && document.hidden) beep();
  }

  seeDice(label) {
    this.dice ||= new PinnedDice(`${this.table}.${this.welcome.seat}`);
    this.dice.see(label, this.welcome.seat);
    if (this.dice.kept.alarms.length) complain(say(`dice_${this.dice.kept.alarms.at(-1)}`));
  }

  agree(agreement) {
    this.agreement = agreement;
    const give = (patient) => { const part = this.agreement === agreement && this.dice.part(agreement, this.welcome.seat, patient); if (part) this.send(part); };
    give(true);
    setTimeout(() => give(false), 1500);
  }

  checkDice(message) {
    const counts = message.dice.map((die) => `d${die.sides}: ${die.faces.join(" ")} (⌀ ${die.mean}, ${die.expected})`);
    const later = say("dice_later", { hash: message.commitment.split(" ")[1] || message.commitment });
    this.notes = [message.key ? say(this.dice.fits(message.key) ? "dice_fit" : "dice_differ") : later, ...counts];
  }

  name(seat) {
    return this.places[seat]?.name || letter(seat);
  }

  show() {
    if (this.left && !this.refusal) return;
    if (this.refusal) { main.replaceChildren(make("p", { textContent: this.refusal })); return; }
    if (!this.update) return;
    const typed = document.getElementById("chat-line")?.value || "";
    main.replaceChildren(this.head(), make("div", { className: "columns" },
      make("section", {}, make("pre", { textContent: this.picture }), this.question()),
      make("section", {}, this.happened(), this.talk(typed))));
  }

  head() {
    const places = this.places.map((place) => {
      const state = place.stand_in ? say("bot_plays", { bot: place.stand_in }) : place.who === "open" ? say("open") : place.who !== "human" ? place.who : say(place.present ? "here" : "away");
      return `${letter(place.seat)} ${place.name} (${state})`;
    });
    const parts = [make("h1", { textContent: this.welcome.title }), make("p", { textContent: places.join(" · ") })];
    const invite = localStorage.getItem(`invite ${this.table}`);
    if (invite && this.places.some((place) => place.who === "open")) {
      parts.push(make("p", { textContent: say("invite") }), make("code", { textContent: `${location.origin}/table/${this.table}#invite=${invite}` }));
    }
    if (this.welcome.seat !== null) parts.push(make("p", { className: "clause", textContent: say("own_link") }));
    return make("div", {}, ...parts);
  }

  question() {
    const { question, waiting, outcome } = this.update;
    const box = make("div");
    if (outcome) {
      const who = outcome.winners.map((seat) => this.name(seat)).join(", ");
      box.append(make("h2", { textContent: say("over", { who: say("winner", { who }) }) }),
        make("p", { textContent: outcome.scores.map((points, seat) => `${this.name(seat)}: ${points}`).join(" · ") }),
        make("div", { className: "row" }, button(say("journal"), () => this.send({ type: "export" })), button(say("rematch"), () => this.send({ type: "rematch" }))));
    } else if (question) {
      box.append(make("h2", { textContent: question.prompt.text }), make("ol", { className: "options" },
        ...question.options.map((option) => {
          const choose = button(option.text || option.key, () => this.send({ type: "answer", question: question.number, key: option.key }));
          choose.append(make("span", { className: "clause", textContent: ` [${option.clause}]` }));
          const odds = option.odds ? [button(say("odds"), () => this.send({ type: "odds", question: question.number, key: option.key }))] : [];
          return make("li", {}, choose, ...odds);
        })));
    } else {
      box.append(make("h2", { textContent: say("waiting", { who: waiting.map((seat) => this.name(seat)).join(", ") }) }));
    }
    box.append(this.tools(question), make("ul", {}, ...this.notes.map((note) => make("li", { textContent: note }))));
    return box;
  }

  tools(question) {
    const row = make("div", { className: "row" });
    const seat = this.welcome.seat;
    if (this.update.may_undo) row.append(button(say("undo"), () => this.send({ type: "undo" })), button(say("reset"), () => this.send({ type: "reset" })));
    else if (seat !== null && !this.update.outcome && !this.plea) row.append(button(say("takeback"), () => this.send({ type: "takeback" })));
    if (this.plea && seat !== null) {
      row.append(make("span", { textContent: say("plea", { who: this.name(this.plea.seat) }) }));
      if (this.plea.waiting.includes(seat)) row.append(button(say("agree"), () => this.send({ type: "consent", agree: true })));
      if (this.plea.waiting.includes(seat) || this.plea.seat === seat) row.append(button(say("decline"), () => this.send({ type: "consent", agree: false })));
    }
    if (question) row.append(button(say("why"), () => this.send({ type: "why" })));
    row.append(button(say("dice"), () => this.send({ type: "dice" })));
    if (seat !== null && !this.update.outcome) {
      const away = this.places[seat]?.stand_in;
      row.append(away ? button(say("return"), () => this.send({ type: "return" })) : button(say("stand_in"), () => this.send({ type: "stand_in", seat })));
    }
    return row;
  }

  happened() {
    const list = make("ul", { className: "log" }, ...this.log.slice(-100).map((event) =>
      make("li", {}, event.text, make("span", { className: "clause", textContent: ` [${event.clause}]` }))));
    queueMicrotask(() => { list.scrollTop = list.scrollHeight; });
    return make("div", {}, make("h2", { textContent: say("log") }), list);
  }

  talk(typed) {
    const line = make("input", { id: "chat-line", maxLength: 500, value: typed });
    const speak = () => {
      if (line.value.trim()) this.send({ type: "chat", text: line.value.trim() });
      line.value = "";
    };
    line.onkeydown = (event) => { if (event.key === "Enter") speak(); };
    return make("div", {}, make("h2", { textContent: say("chat") }),
      make("ul", {}, ...this.chat.slice(-30).map((spoken) => make("li", { textContent: `${spoken.author || "…"}: ${spoken.text}` }))),
      make("div", { className: "row" }, line, button(say("say"), speak)));
  }
}

function save(name, text) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

function beep() {
  try {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    tone.connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.15);
  } catch { /* no sound here */ }
}

// Which page it is

let place = null;

async function route() {
  place?.leave();
  place = null;
  complain("");
  words = await call(`/api/words/${language}`);
  document.documentElement.lang = language;
  document.getElementById("language").textContent = language === "en" ? "Español" : "English";
  const table = location.pathname.match(/^(?:\/plain)?\/table\/([^/]+)$/)?.[1];
  const token = location.hash.slice(1);
  if (!table) { await showLobby(); return; }
  if (token.startsWith("invite=")) { askToSit(decodeURIComponent(table), token.slice(7)); return; }
  place = new Place(decodeURIComponent(table), token);
}

function askToSit(table, invite) {
  const name = make("input", { maxLength: 40, value: localStorage.getItem("name") || "" });
  main.replaceChildren(labelled(say("your_name"), name),
    button(say("sit"), () => { localStorage.setItem("name", name.value); sit(table, invite, name.value.trim() || "?"); }),
    button(say("watch"), () => { go(table, invite); }));
}

document.getElementById("language").onclick = () => {
  language = language === "en" ? "es" : "en";
  localStorage.setItem("language", language);
  route();
};
window.onpopstate = route;
route();
