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
  smoke: string[];
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

/** One line of sight: how far, whether it is there at all, what obstructs it, and the white dice that gives. `terrain` and `units` are what lies in the way; of them `covers` protect, and `blocks` hide the target. */
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

/** So many dice of a color, for a reason: `y` yellow, `r` red, `w` white, `b` blue. */
export interface Term {
  key: string;
  clause: string;
  color: string;
  count: number;
}

/** An enemy: the line to it, the dice of both sides term by term, and the chance to penetrate, exactly. `defence` leaves the armor out, which stands in `armor` for each part, as the chances do in `parts`. The chances hold for what is rolled at once: no focus, no parry, no shield put in the way. */
export interface TargetView {
  sight: SightView;
  in_arc: boolean;
  stance: string;
  attack: Term[];
  defence: Term[];
  armor: Record<string, number>;
  parts: Record<string, number>;
  chance: number;
}

/** A target is to be chosen. `grids` is arc and reach, `unseen` what of it has no sight. */
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

/** An action of a mech: what it takes, how far it reaches, its dice, its targets, and where it reaches. */
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

/** A grid that can be moved to: the range it takes, the places on the way, and what is seen from there. */
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

/** A forward arc as far as the longest reach: its grids, those of them without sight, and the enemies in it. */
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

/** A grid of a drawn path: what the path has cost there, who held the unit in the grid before (each costs one more), which enemies have sight of it, and what waits in it: a mine, an environment card, a black box. */
export interface StepView {
  grid: string;
  place: string;
  cost: number;
  held: string[];
  seen: string[];
  waits: string[];
}

/** A drawn path: its steps, as far as they can be gone, the range there is, and what is seen from its end. `clause` and `reason` say why it may not be gone, and `fault` which step is at fault; no clause when it may. */
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

/** The part of a mech is to be chosen, by the attacker or by the one attacked. `parries` are the chances if a part parries; `open` is the chance if nobody puts a part in the way and the black die decides. */
export interface PartsView {
  kind: "parts";
  unit: string;
  target: string;
  action: string;
  parts: Record<string, PartChance>;
  parries: Record<string, PartChance>;
  open: number;
}

/** A die: its color, its face in letters, and the icons of it that count once stances and exchanges are through. */
export interface Die {
  color: string;
  face: string;
  icons: string;
}

/** Dice of a roll may be rolled again: all of them, in the order in which answers number them. */
export interface RerollView {
  kind: "reroll";
  dice: Die[];
}

/** A keyword with its figure or the card it names, and the condition it stands under. */
export interface EffectView {
  keyword: string;
  amount: number;
  card: string;
  condition: string;
}

/** An action as its card has it. */
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

/** A card: a part by its slot, or the whole of a unit that is no mech. */
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

/** The dice of an attack facing each other, and where they come from. */
export interface DiceRolled {
  attack: Die[];
  defence: Die[];
  attack_terms: Term[];
  defence_terms: Term[];
}

/** A whole roll after some of its dice were rolled again. */
export interface Rerolled {
  dice: Die[];
}

/** An icon of the attack that was offset, and the icon that did it, each by its die and its place there. A step aside takes no die. */
export interface Met {
  hit: [number, number];
  by: [number, number] | null;
}

/** What met what, and the icons that went through. Of a surplus the icons themselves stand in for dice, and the defence comes with its terms. */
export interface AttackResolved {
  attack: Die[];
  defence: Die[];
  pairs: Met[];
  through: [number, number][];
  surplus: boolean;
  defence_terms: Term[];
}
