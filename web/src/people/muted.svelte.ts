/** Seats at tables of which this browser hears nothing: by the player's id, or by the table if they have none. */
const KEY = "muster.muted";
const MOST = 200;

function read(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? (found as string[]) : [];
  } catch {
    return [];
  }
}

let muted = $state.raw(read());
const nameOf = (table: string, seat: number, player: string): string => player || `${table}/${seat}`;

export const isMuted = (table: string, seat: number, player: string): boolean => muted.includes(nameOf(table, seat, player));

export function mute(table: string, seat: number, player: string, on: boolean): void {
  const name = nameOf(table, seat, player);
  muted = [...muted.filter((one) => one !== name), ...(on ? [name] : [])].slice(-MOST);
  localStorage.setItem(KEY, JSON.stringify(muted));
}
