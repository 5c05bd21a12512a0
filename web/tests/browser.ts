/** The little of a browser that modules want when they are loaded: an English visitor, nothing stored, no preferences. */
const stored = new Map<string, string>();

Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    clear: () => stored.clear(),
  },
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  addEventListener: () => undefined,
});
Object.defineProperty(globalThis, "navigator", { value: { language: "en", languages: ["en"] }, configurable: true });
