/** Says that something kept in this browser has changed, to whoever keeps it elsewhere as well. */
export function keptNow(): void {
  globalThis.dispatchEvent?.(new Event("muster.kept"));
}
