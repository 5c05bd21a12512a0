// Made by `python -m muster.server.protocol.typescript` from the views of tiny_epic_mechs. Do not edit.

/** A mine or turret in a zone; `number` is 0 for a turret and for a mine the viewer may not look at. */
export interface DeviceView {
  owner: number;
  kind: string;
  number: number;
}

/** A zone. `harvest` is the energy and credits that the viewer would collect from there now; spectators have none. `leads` names the zone that a step (`move-n`) or a jump (`double_jump-n`) leads to; a wall has no entry. */
export interface ZoneView {
  name: string;
  column: number;
  row: number;
  card: string;
  value: number;
  energy: number;
  credits: number;
  base_of: number | null;
  device: DeviceView | null;
  harvest: [number, number] | null;
  leads: Record<string, string>;
}

/** A place of the arena before its zone card is laid; `use` is `base`, `mech` or `resource`. */
export interface PlaceView {
  column: number;
  row: number;
  use: string;
}

/** A kind of program card, and the number of them not in the program yet. */
export interface HandView {
  kind: string;
  left: number;
}

/** A player as the viewer sees them. `program` holds the cards the viewer may see; `mines` and `hand` only what is the viewer's own. */
export interface PlayerView {
  seat: number;
  robot: boolean;
  pilot: string;
  dealt: string[];
  status: string;
  ability: string;
  health: number;
  full_health: number;
  energy: number;
  credits: number;
  score: number;
  zone: string;
  base: string;
  equipped: string[];
  reserve: string[];
  exhausted: string[];
  tactical: string;
  program: string[];
  revealed: number;
  mines: number[];
  mines_left: number;
  turrets_left: number;
  facing: string;
  played: string[];
  hand: HandView[];
}

/** The thing that takes something off a blow: `shield`, or the name of an ability. */
export interface ReductionView {
  by: string;
  amount: number;
}

/** A possible blow, by the key of its option: the health it would leave the enemy, before any payment for more damage, and what takes something off it. */
export interface BlowView {
  key: string;
  health: number;
  reduced: ReductionView[];
}

export interface CombatView {
  attacker: number;
  defender: number;
  turn: number;
  last: string;
  power: boolean;
  shields: [number, number];
  jammed: [boolean, boolean];
  blows: BlowView[];
}

export interface EffectView {
  kind: string;
  amount: number;
}

/** One of a weapon's two lines. */
export interface LineView {
  damage: number;
  effects: EffectView[];
}

/** A weapon card; `type` is its place in the wheel, `source` says whether its figures are ours. */
export interface WeaponView {
  id: string;
  advanced: boolean;
  type: string;
  energy: number;
  credits: number;
  points: number;
  attack: LineView;
  power: LineView;
  source: string;
}

export interface AbilityView {
  id: string;
  amount: number;
}

/** A pilot card: its abilities on the pilot side and on the armor side. */
export interface PilotView {
  id: string;
  pilot: AbilityView;
  armor: AbilityView;
}

/** One side of the Mighty Mech's card. */
export interface MechView {
  id: string;
  ability: AbilityView;
}

/** The whole table as one seat sees it. `market`, `pilots` and `mech_sides` describe the cards that this view names: weapons on offer or owned, pilots played or dealt to the viewer. `outline` is the arena until its zones are laid. */
export interface TableView {
  viewer: number | null;
  round: number;
  turn: number;
  stage: string;
  start: number;
  active: number;
  card: string;
  zones: ZoneView[];
  outline: PlaceView[];
  players: PlayerView[];
  row: string[];
  deck: number;
  mech_zone: string;
  mech_owner: number | null;
  mech_side: string;
  combat: CombatView | null;
  market: WeaponView[];
  pilots: PilotView[];
  mech_sides: MechView[];
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

/** Something to know about a step, and the clause behind it; a warning if the card will not do what it is for. */
export interface Remark {
  text: string;
  clause: string;
  warning: boolean;
}

/** A card of the program: the zone in which it ends, what it changes of energy, credits and health, and what is left of energy and credits. */
export interface Step {
  card: string;
  zone: string;
  energy: number;
  credits: number;
  health: number;
  left: [number, number];
  remarks: Remark[];
}

/** The program of a seat, step by step. */
export interface Rehearsal {
  kind: "rehearsal";
  steps: Step[];
}
