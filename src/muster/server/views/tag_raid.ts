// Made by `python -m muster.server.typescript` from the views of tag_raid. Do not edit.

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

export interface LootView {
  x: number;
  y: number;
  level: number;
  teseum: number;
  bezoar: number;
  tools: string[];
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
}

export interface DeclarationView {
  skill: string;
  tool: string;
  at: string;
  split: string[];
}

export interface OrderView {
  path: string[];
  second: DeclarationView | null;
  aros: Record<string, DeclarationView>;
  waiting: number[];
  beast_aro: boolean;
  open_tools: string[];
}

/** The whole table as one seat sees it. `event_deck` is filled for tests only: nobody knows it. */
export interface TableView {
  viewer: number | null;
  round: number;
  stage: string;
  active: number;
  turn: number;
  timeline: number[];
  table: string;
  width: number;
  depth: number;
  tiles: TileView[];
  scenery: SceneryView[];
  containers: [number, number][];
  access: [number, number][];
  miners: MinerView[];
  beast: BeastView;
  events: string[];
  seen: string[];
  events_left: number;
  event_deck: string[];
  tools_left: number;
  discard: string[];
  order: OrderView | null;
}
