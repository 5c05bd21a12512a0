/** Our own bots have a name in every language, and a sentence about them; those of others are called what they are called. */
import { say, type Key } from "../words/words.svelte";

export const LEVELS: Record<string, [Key, Key]> = {
  novice: ["bot_novice", "about_novice"],
  easy: ["bot_easy", "about_easy"],
  normal: ["bot_normal", "about_normal"],
  hard: ["bot_hard", "about_hard"],
  merciless: ["bot_merciless", "about_merciless"],
};
export const EXPERIMENTS: Record<string, [Key, Key]> = {
  greedy: ["bot_greedy", "about_greedy"],
  random: ["bot_random", "about_random"],
};
const OWN = { ...LEVELS, ...EXPERIMENTS };

export const isOwnBot = (name: string): boolean => name in OWN;
export const botName = (name: string): string => (OWN[name] ? say(OWN[name][0]) : name);
export const aboutBot = (name: string): Key | undefined => OWN[name]?.[1];
