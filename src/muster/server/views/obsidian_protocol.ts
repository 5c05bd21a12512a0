// Made by `python -m muster.server.typescript` from the views of obsidian_protocol. Do not edit.

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
}
