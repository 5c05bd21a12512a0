/**
 * Where one reads in the rules. A match is not left for it: the book lies over the table, and each page is a step of the
 * browser's history, so that Back leads through the pages and then to the match. Anywhere else the book is a screen of its own.
 */
interface Mark {
  rules: string;
  depth: number;
}

const marked = (): Mark | null => {
  const found = history.state as Partial<Mark> | null;
  return found?.rules === undefined ? null : { rules: found.rules, depth: found.depth ?? 1 };
};

let mark = $state.raw<Mark | null>(null);
let matches = 0;
let elsewhere = (game: string, page: string): void => location.assign(`/rules/${game}/${page}`);

/** How to go to the book where no match is on the screen. */
export const goElsewhere = (go: typeof elsewhere): void => void (elsewhere = go);

/** The page that lies open over the match; null if the book is closed. */
export const openPage = (): string | null => mark?.rules ?? null;

/** Open the book of a game at a page. */
export function read(game: string, page = ""): void {
  if (!matches) return elsewhere(game, page);
  mark = { rules: page, depth: (mark?.depth ?? 0) + 1 };
  history.pushState(mark, "");
}

/** Close the book over the match. */
export function closeBook(): void {
  if (mark) history.go(-mark.depth);
  mark = null;
}

/** A match is on the screen until the returned function is called. */
export function overMatch(): () => void {
  const turn = () => (mark = marked());
  matches += 1;
  turn();
  addEventListener("popstate", turn);
  return () => {
    matches -= 1;
    mark = null;
    removeEventListener("popstate", turn);
  };
}

/** Follow a link inside the book by ourselves, unless it is to open elsewhere. */
export function follow(event: MouseEvent, game: string, page: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  read(game, page);
}
