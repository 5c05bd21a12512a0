/** What the lobby says of our own games, beside their titles. */
export const OURS = {
  tiny_epic_mechs: "about_tiny_epic_mechs",
  obsidian_protocol: "about_obsidian_protocol",
  deadzone: "about_deadzone",
  tag_raid: "about_tag_raid",
} as const;

export const isOurs = (game: string): game is keyof typeof OURS => game in OURS;

const MINUTES = { tiny_epic_mechs: 45, obsidian_protocol: 75, deadzone: 60, tag_raid: 45 } as const;

/** Roughly how long a match of two takes: figures of our own; 0 for a game of somebody else's. */
export const minutesOf = (game: string): number => (isOurs(game) ? MINUTES[game] : 0);
