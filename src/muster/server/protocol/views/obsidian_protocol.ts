// Made by `python -m muster.server.protocol.typescript` from the views of obsidian_protocol. Do not edit.

export interface TurnView {
  maneuver: number;
  action: number;
  extra: number;
  extra_firing: number;
  moved: boolean;
  started: boolean;
}

export interface TerrainView {
  number: number;
  box: [number, number, number, number];
  height: number;
  destructible: boolean;
  standing: boolean;
}

/** A smoke screen: whose it is, and the grid it fills. */
export interface SmokeView {
  seat: number;
  grid: string;
}

export interface PartView {
  slot: string;
  card: string;
  damaged: boolean;
  destroyed: boolean;
  repaired: boolean;
  charged: boolean;
  ammo: number[];
  intercepts: number[];
  armor: number;
  structure: number;
  parry: number;
  white: number;
}

export interface UnitView {
  key: string;
  seat: number;
  kind: string;
  name: string;
  alive: boolean;
  deployed: boolean;
  size: number;
  level: string;
  place: string;
  grid: string;
  cell: number;
  facing: string;
  stance: string;
  link: number;
  link_max: number;
  dodge: number;
  electronic: number;
  armor: number;
  structure: number;
  camouflaged: boolean;
  damaged: boolean;
  hexagon: string;
  squares: Record<string, number>;
  dial: string;
  acted: boolean;
  commands: number;
  commanded: boolean;
  boxes: number;
  count: number;
  parts: Record<string, PartView>;
  ammo: number[];
  intercepts: number[];
  load: string;
  carried: string;
  white: number;
  initiative: number;
  tether?: string;
}

/** A mech in the order of the action phase. */
export interface SlotView {
  unit: string;
  timing: string;
  initiative: number;
  done: boolean;
}

export interface TableView {
  stage: string;
  round: number;
  first: number;
  to_move: number;
  active: string;
  turn: TurnView;
  battlefield: string;
  size: number;
  terrain: TerrainView[];
  task: string;
  drawn: string[];
  secondary: string[];
  named: string[];
  edges: string[];
  scores: number[];
  smoke: SmokeView[];
  boxes: string[];
  owners: Record<string, number>;
  accessed: string[];
  environments: Record<string, string>;
  tactics: string[][];
  tactic_played: boolean[];
  units: Record<string, UnitView>;
  viewer: number;
  zones: Record<string, string[]>;
  areas: string[][];
  order: SlotView[];
}

/** One line of sight: its length, whether it is open, what obstructs it, and the white dice that brings. `terrain` and `units` are in the way; of them `covers` protect the target and `blocks` hide it. */
export interface SightView {
  unit: string;
  distance: number;
  seen: boolean;
  smoke: boolean;
  terrain: number[];
  units: string[];
  covers: string[];
  blocks: number[];
  white: number;
}

/** A number of dice of a color and the reason for them: `y` yellow, `r` red, `w` white, `b` blue. */
export interface TermView {
  key: string;
  clause: string;
  color: string;
  count: number;
}

/** An enemy: the line to it, the dice of both sides term by term, and the exact chance to penetrate. `defence` leaves out the armor, which is given for each part in `armor`, like the chances in `parts`. The chances hold for the first roll: no focus, no parry, no shield in the way. */
export interface TargetView {
  sight: SightView;
  in_arc: boolean;
  stance: string;
  attack: TermView[];
  defence: TermView[];
  armor: Record<string, number>;
  parts: Record<string, number>;
  chance: number;
}

/** The choice of a target. `grids` are those in arc and range; `unseen` are those of them out of sight. */
export interface AimView {
  kind: "aim";
  unit: string;
  action: string;
  slot: string;
  melee: boolean;
  reach: number;
  stance: string;
  length: string;
  grids: string[];
  unseen: string[];
  targets: Record<string, TargetView>;
  others: Record<string, SightView>;
}

/** An action of a mech: its price, range, dice and targets, and the grids it reaches. */
export interface ActionView {
  action: string;
  slot: string;
  type: string;
  length: string;
  reach: number;
  yellow: number;
  red: number;
  ammo: number;
  ammo_left: number;
  targets: string[];
  grids: string[];
  unseen: string[];
}

export interface ActView {
  kind: "act";
  unit: string;
  actions: Record<string, ActionView>;
}

/** A grid that can be moved to: its cost, the places on the way, and the sight from it. */
export interface WayView {
  cost: number;
  path: string[];
  sights: SightView[];
}

export interface MoveView {
  kind: "move";
  unit: string;
  ways: Record<string, WayView>;
}

/** A forward arc as far as the longest range: its grids, those of them out of sight, and the enemies in it. */
export interface ArcView {
  grids: string[];
  unseen: string[];
  sights: SightView[];
}

export interface FacingView {
  kind: "facing";
  unit: string;
  reach: number;
  facings: Record<string, ArcView>;
}

/** A grid of a drawn path: its cost so far, the enemies that held the unit in the grid before (each costs 1 more), the enemies that see it, and what waits in the grid: a mine, an environment card, a black box. */
export interface StepView {
  grid: string;
  place: string;
  cost: number;
  held: string[];
  seen: string[];
  waits: string[];
}

/** A drawn path: its steps as far as they are possible, the range, and the sight from its end. `clause` and `reason` say why the path is refused, and `fault` which step is to blame; there is no clause if it is allowed. */
export interface PathView {
  kind: "path";
  unit: string;
  grids: string[];
  steps: StepView[];
  cost: number;
  reach: number;
  clause: string;
  reason: string;
  fault: number;
  sights: SightView[];
}

/** A part: the white dice it has, and the exact chance that the attack penetrates it, without focus. */
export interface PartChance {
  white: number;
  chance: number;
}

/** The choice of a part, by the attacker or the defender. `parries` are the chances if a part parries; `open` is the chance if nobody puts a part in the way and the black die decides. */
export interface PartsView {
  kind: "parts";
  unit: string;
  target: string;
  action: string;
  parts: Record<string, PartChance>;
  parries: Record<string, PartChance>;
  open: number;
}

/** A die: its color, its face in letters, and those of its icons that count after stances and exchanges. */
export interface Die {
  color: string;
  face: string;
  icons: string;
}

/** How an attack stands: hits (`heavy` ones among them), dodges and defences on the table, what that would come to (`missed`, `stopped`, `damaged`, `destroyed`), and whether the defender may still roll again. */
export interface Standing {
  hits: number;
  heavy: number;
  dodges: number;
  defences: number;
  end: string;
  reply: boolean;
}

/** Dice that may be rolled again, in the order in which answers number them. In an attack also how it stands, and for each answer offered the chance that something gets through. */
export interface RerollView {
  kind: "reroll";
  dice: Die[];
  standing: Standing | null;
  chances: Record<string, number>;
}

/** A keyword with its figure or the card it names, and the condition for it. */
export interface EffectView {
  keyword: string;
  figure: string;
  card: string;
  condition: string;
}

/** An action as printed on its card. */
export interface ActionSheet {
  action: string;
  type: string;
  length: string;
  control: string;
  range: number;
  yellow: number;
  red: number;
  ammo: number;
  effects: EffectView[];
}

/** A card: one part of a mech, or the whole card of another unit. */
export interface CardSheet {
  slot: string;
  card: string;
  armor: number;
  structure: number;
  dodge: number;
  electronic: number;
  parry: number;
  move: number;
  freehand: boolean;
  charge: boolean;
  actions: ActionSheet[];
}

/** The cards of a unit. A mech has a pilot, with a trait and an initiative for each timing. */
export interface SheetView {
  kind: "sheet";
  unit: string;
  trait: string;
  initiative: number[];
  cards: CardSheet[];
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

/** The dice of an attack facing each other, and where they come from. */
export interface DiceRolled {
  attack: Die[];
  defence: Die[];
  attack_terms: TermView[];
  defence_terms: TermView[];
}

/** A whole roll after some of its dice were rolled again. */
export interface Rerolled {
  dice: Die[];
}

/** An icon of the attack that was offset, and the icon that did it, each by its die and its place on it. A step aside takes no die. */
export interface Met {
  hit: [number, number];
  by: [number, number] | null;
}

/** The icons that met, and those that got through. In a surplus, icons stand in for dice, and the terms of the defence are included. */
export interface AttackResolved {
  attack: Die[];
  defence: Die[];
  pairs: Met[];
  through: [number, number][];
  surplus: boolean;
  defence_terms: TermView[];
}
