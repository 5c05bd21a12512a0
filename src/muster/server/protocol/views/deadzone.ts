// Made by `python -m muster.server.protocol.typescript` from the views of deadzone. Do not edit.

export interface ModelView {
  tag: string;
  owner: number;
  card: string;
  cube: string;
  place: number;
  aggression: string;
  injured: boolean;
  damage: number;
  dead: boolean;
  exited: number | null;
  activated: boolean;
  overwatch: boolean;
  burning: boolean;
  carded: boolean;
  reload: string[];
  lost: string[];
  items: string[];
  mutation: string;
  facing: string;
  psychic: number;
  saved: number;
  abilities: string[];
  gunner: boolean;
  weapon_at: string;
}

/** A goal of a mission: its kind, its points (three figures go by cost band), its objectives. */
export interface GoalView {
  kind: string;
  points: number[];
  objectives: string[];
}

/** A player as the viewer sees them: hand, mission and points are the viewer's own only. `limit` models may act in a turn, `waiting` can still act this round. */
export interface SideView {
  seat: number;
  faction: string;
  commander: string;
  pool: number;
  mission: string;
  goals: GoalView[];
  rejected: string;
  points: number | null;
  hand: string[];
  hand_count: number;
  drawn: string[];
  drawn_count: number;
  deck: number;
  bottom: string[];
  discards: string[];
  mixed: number;
  intel: number;
  scoured: number;
  survived: number;
  aborted: boolean;
  surge: number;
  zone: string;
  used_card: boolean;
  limit: number;
  waiting: number;
}

export interface WeaponView {
  id: string;
  range: number;
  ap: number;
  keywords: string[];
}

/** A stat card. */
export interface CardView {
  id: string;
  faction: string;
  rank: string;
  cost: number;
  command: [number, number];
  shoot: number;
  fight: number;
  survive: number;
  armour: number;
  size: number;
  hull: number;
  abilities: string[];
  weapons: WeaponView[];
}

export interface ItemView {
  item: string;
  cube: string;
  origin: number | null;
}

export interface ObjectiveView {
  cube: string;
  which: string;
}

/** A cube. `climb`: a wall here leads up to another cube. `ramp` is the cube that a ramp leads up to. */
export interface CubeView {
  name: string;
  floor: string;
  east: string;
  south: string;
  cover: boolean;
  area: string;
  climb: boolean;
  ramp: string;
}

export interface EffectView {
  effect: string;
  amount: number;
}

/** A battle card: when it may be played, and its two effects. */
export interface BattleCardView {
  id: string;
  timing: string;
  effects: EffectView[];
}

/** How one model sees another: `clear`, `partial`, only its `cube`, or `none`; and where a line to it is stopped. */
export interface SightView {
  viewer: string;
  target: string;
  seen: string;
  away: number;
  stop: number[];
}

/** An attack before it is rolled: the dice of both sides, each as a sum of terms with their clauses. The target is a model, or a cube under fire; `stat` is what a die must reach. */
export interface TestView {
  test: string;
  actor: string;
  weapon: string;
  target: string;
  dice: number;
  stat: number;
  terms: [string, number][];
  resist_test: string;
  resist: number;
  resist_stat: number;
  resist_terms: [string, number][];
  armour: number;
}

/** The whole table as one seat sees it. */
export interface TableView {
  viewer: number | null;
  stage: string;
  round: number;
  starter: number;
  turn: number;
  acted: number;
  active: string;
  controller: number;
  spent: number;
  taken: string[];
  aimed: boolean;
  battlefield: string;
  levels: number;
  map: string;
  models: ModelView[];
  sides: SideView[];
  cards: CardView[];
  crates: string[];
  crates_left: string[];
  items: ItemView[];
  smoke: string[];
  wrecks: string[];
  objectives: ObjectiveView[];
  kills: [string, number][];
  mutations: string[];
  finisher: number | null;
  winner: number | null;
  ended: string;
  claim: number;
  cubes: CubeView[];
  battle_cards: BattleCardView[];
  sights: SightView[];
  tests: TestView[];
  trial: TestView | null;
}

/** The sight of a model from a cube: the cubes of which it sees any part, and how it sees each enemy. */
export interface Glance {
  viewer: string;
  cube: string;
  cubes: string[];
  sights: SightView[];
  kind: string;
}

/** The chances of an overwatch test: it fails; reacts after; before or after; after and stays on overwatch. */
export interface Watch {
  tag: string;
  dice: number;
  stat: number;
  shares: number[];
  kind: string;
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

/** The dice of a test, throw by throw: after the first throw come the dice that eights gave. A die counts when it reaches `stat`, which is 0 for a dash on the card. `held` and `held_stat` are the dice against it, if there are any. */
export interface DiceRolled {
  rolled: number[][];
  stat: number;
  held: number[][];
  held_stat: number;
}
