// Made by `python -m muster.server.protocol.typescript` from the views of tag_raid. Do not edit.

export interface TileView {
  name: string;
  x: number;
  y: number;
  terrain: string;
  special: string;
}

export interface SceneryView {
  corners: [number, number][];
  height: number;
}

/** An access point at the edge, its facing, and the faces of the d20 that lead there. */
export interface AccessView {
  x: number;
  y: number;
  facing: number;
  low: number;
  high: number;
}

/** The measures of the table, in tenths of a millimetre, and the rounds and units that end the match. */
export interface MeasuresView {
  segment: number;
  base: number;
  token: number;
  hexagon: number;
  silhouette: number;
  short: number;
  mid: number;
  long: number;
  rounds: number;
  units: number;
}

export interface LootView {
  x: number;
  y: number;
  level: number;
  teseum: number;
  bezoar: number;
  tools: string[];
}

/** The current attributes of a TAG, with tools, events and states; `wounds` and `slots` are its maximums. */
export interface SheetView {
  moves: [number, number];
  close: number;
  ranged: number;
  evade: number;
  armor: number;
  wounds: number;
  slots: number;
  capacity: string;
}

/** A player's TAG. Places are in tenths of a millimetre, -1 off the table; a level of -1 is the ground. */
export interface MinerView {
  seat: number;
  tag: string;
  x: number;
  y: number;
  level: number;
  facing: number;
  wounds: number;
  slowed: boolean;
  orders: number;
  teseum: number;
  bezoar: number;
  stored_teseum: number;
  stored_bezoar: number;
  equipment: string[];
  tools: string[];
  drawn: number[];
  loot: LootView | null;
  sheet: SheetView | null;
  units: number;
}

export interface BeastView {
  id: string;
  hexagon: string;
  x: number;
  y: number;
  facing: string;
  wounds: number;
  trophy: number;
  behaviour: string;
  deck: number;
  most: number;
  threats: number[];
  vision: number;
  attack: string;
  reach: number;
  damage: number;
  moves: boolean;
  effect: string;
  amount: number;
  fury: [number, string, number][];
}

/** An event in force: its effect, amount and terrain. */
export interface EventView {
  id: string;
  effect: string;
  amount: number;
  terrain: string;
}

export interface DeclarationView {
  skill: string;
  tool: string;
  at: string;
  split: string[];
  spot: [number, number, number] | null;
}

export interface OrderView {
  path: string[];
  second: DeclarationView | null;
  aros: Record<string, DeclarationView>;
  waiting: number[];
  beast_aro: boolean;
  open_tools: string[];
  spots: [number, number, number][];
  step: number;
  touched: number[];
  entitled: number[];
  watchers: number[];
  found: [string, number][];
}

/** The figures of a tool card: `ranges` are the modifiers of the four bands, None where no shot reaches. `hexagons` are the nearest and the farthest it reaches, if its range is in hexagons. */
export interface ToolView {
  kind: string;
  burst: number;
  damage: number;
  ammunition: string;
  saves: number;
  ranges: (number | null)[];
  traits: string[];
  effect: string;
  amount: number;
  hexagons: number[];
}

/** A TAG that can still be chosen, with its initial equipment. */
export interface CorporationView {
  id: string;
  sheet: SheetView;
  equipment: string[];
}

/** The whole table as one seat sees it. `event_deck` is filled for tests only: nobody knows it. */
export interface TableView {
  viewer: number | null;
  round: number;
  stage: string;
  active: number;
  turn: number;
  timeline: number[];
  turns: number[];
  table: string;
  width: number;
  depth: number;
  tiles: TileView[];
  scenery: SceneryView[];
  containers: [number, number][];
  access: AccessView[];
  voids: [string, number, number][];
  measures: MeasuresView;
  miners: MinerView[];
  beast: BeastView;
  events: string[];
  in_force: EventView[];
  seen: string[];
  events_left: number;
  event_deck: string[];
  tools_left: number;
  discard: string[];
  order: OrderView | null;
  cards: Record<string, ToolView>;
  corporations: CorporationView[];
}

/** A straight piece of a path: its length, whether it climbs, and the cost of the path up to its end. */
export interface Piece {
  length: number;
  climb: boolean;
  spent: number;
}

/** A refusal: its clause and words; for a path also the straight piece at fault. */
export interface No {
  clause: string;
  text: string;
  piece: number;
}

/** Somebody who may or may not react to a move. `reason` is sees, hexagon, unseen, reacted, behind or hidden. `stretches` are the parts of the path it sees; `cover` and `band` are those of a shot at its end. */
export interface Watcher {
  who: string;
  right: boolean;
  reason: string;
  clause: string;
  stretches: [number, number][];
  cover: boolean;
  band: number;
  threat: number;
}

/** One summand of a success value. */
export interface TermView {
  name: string;
  clause: string;
  figure: number;
}

/** A weapon against a target from the end of a planned path; no terms when the target cannot be seen from there. */
export interface Shot {
  tool: string;
  who: string;
  sees: boolean;
  away: number;
  band: number;
  cover: boolean;
  value: number | null;
  terms: TermView[];
}

/** A planned move: its path as the rules read it, its cost, a refusal, possible reactions, and what could follow. `touches` are those in contact at its end, `searches` the containers and loot within reach there. */
export interface Plan {
  kind: "plan";
  key: string;
  seat: number;
  allowance: number;
  spent: number;
  spots: [number, number, number][];
  pieces: Piece[];
  refusal: No | null;
  watchers: Watcher[];
  shots: Shot[];
  touches: string[];
  searches: string[];
  slows: boolean;
}

/** A spot of the path at which an attack can be made, and its success value there. */
export interface ArmSpot {
  place: string;
  x: number;
  y: number;
  along: number;
  value: number | null;
  band: number;
  cover: boolean;
}

export interface Mark {
  who: string;
  spots: ArmSpot[];
  refusal: No | null;
}

/** A weapon: the start of its key, its dice, and its possible targets. */
export interface Arm {
  key: string;
  tool: string;
  ranged: boolean;
  dice: number;
  marks: Mark[];
}

/** The possible attacks of the viewer's TAG in this order, as second skill or as ARO. */
export interface Arms {
  kind: "arms";
  seat: number;
  reactive: boolean;
  length: number;
  evade: number;
  arms: Arm[];
}

/** One side of a roll: what it does, its success value and dice; `terms` only for the asker's own. */
export interface Dice {
  skill: string;
  tool: string;
  value: number;
  dice: number;
  terms: TermView[];
}

/** A roll against one other, with exact chances: `mine` gets through, nobody does, `theirs` does. `assumed` says that the other has not declared yet and the worst is assumed. `wounds` and `suffered` are the chances of 0, 1, … wounds for the other and for the asker; the last one is deadly (for the MegaBeast: that many or more). */
export interface Duel {
  who: string;
  mine: Dice;
  theirs: Dice | null;
  assumed: boolean;
  threat: number | null;
  win: number;
  nothing: number;
  lose: number;
  wounds: number[];
  suffered: number[];
}

/** The chances of a declaration against each target; for an evade also the chance to beat all attacks. */
export interface Chance {
  kind: "chance";
  key: string;
  duels: Duel[];
  evades: number | null;
}

/** A place, the greatest chance to be hurt that goes with it, the enemy that has it and how: `shot`, `fight`, `mine`, `turret`, or `seen` where nothing worse can happen than being seen. */
export interface Danger {
  place: string;
  chance: number;
  by: string;
  how: string;
}

/** The dangers for a unit. `safe` if the places are those where it could stand, and not those of enemies. Places that are not in it are safe. */
export interface ThreatMap {
  kind: "threats";
  unit: string;
  at: string;
  safe: boolean;
  dangers: Danger[];
}

/** What each enemy could do to a unit at a place from where that enemy stands now, the worst first. The places are empty: it is about enemies. Who could do nothing is not in it. */
export interface Reply {
  kind: "reply";
  unit: string;
  at: string;
  dangers: Danger[];
}

/** A d20: its face, and whether it is good for the TAG that rolled it. */
export interface Die {
  face: number;
  good: boolean;
}

/** The dice of an attack against one target, of an evade, or of a victim's saving rolls. */
export interface DiceRolled {
  dice: Die[];
}
