/** A person's preferences: theme, language, pace, sound. Kept in local storage, applied to the document at once. */
import type { Language } from "./net/api";

export type Theme = "dark" | "light" | "auto";
/** When a film of what others did waits for the person: never, after each act, when dice fall, before one's own turn. */
export type Hold = "off" | "each" | "dice" | "turn";
export type Pace = "half" | "normal" | "double" | "instant";

interface Stored {
  theme: Theme;
  language: Language;
  pace: Pace;
  hold: Hold;
  still: boolean;
  sound: boolean;
  hints: boolean;
  /** The ids of clauses stand on every row, not behind a sign. */
  clauses: boolean;
  /** Say what a match is about when it begins. */
  intro: boolean;
  /** Have small things decided at every table. */
  settle: boolean;
  /** Hear and say things at tables. */
  chat: boolean;
  name: string;
}

const KEY = "muster.settings";
const FACTOR: Record<Pace, number> = { half: 2, normal: 1, double: 0.5, instant: 0 };

function initial(): Stored {
  const spanish = navigator.language.startsWith("es");
  const usual: Stored = {
    theme: "auto",
    language: spanish ? "es" : "en",
    pace: "normal",
    hold: "off",
    still: false,
    sound: true,
    hints: true,
    clauses: false,
    intro: true,
    settle: false,
    chat: true,
    name: "",
  };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Stored>) };
  } catch {
    return usual;
  }
}

export const settings = $state<Stored>(initial());

const dark = matchMedia("(prefers-color-scheme: dark)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ dark: dark.matches, calm: calm.matches });
dark.addEventListener("change", () => (system.dark = dark.matches));
calm.addEventListener("change", () => (system.calm = calm.matches));

/** The theme in force: `auto` follows the system, and is dark where the system does not say. */
export function theme(): "dark" | "light" {
  if (settings.theme !== "auto") return settings.theme;
  return system.dark || !matchMedia("(prefers-color-scheme: light)").matches ? "dark" : "light";
}

/** By how much movements are slowed down; 0 when nothing shall move. */
export function tempo(): number {
  return settings.still || system.calm ? 0 : FACTOR[settings.pace];
}

/** Keep storage and document in step with the settings; to be called once, by the application. */
export function applySettings(): void {
  // Before the effects of what is on the page: a board in three dimensions reads its colours off the document.
  $effect.pre(() => {
    localStorage.setItem(KEY, JSON.stringify(settings));
    const root = document.documentElement;
    root.dataset.theme = theme();
    root.lang = settings.language;
    const durations = { fast: 90, base: 160, piece: 240, die: 420 };
    for (const [name, ms] of Object.entries(durations)) root.style.setProperty(`--m-${name}`, `${ms * tempo()}ms`);
  });
}
