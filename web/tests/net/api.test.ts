/** Requests over plain HTTP: what somebody reads when one fails. */
import { afterEach, expect, test, vi } from "vitest";
import { api } from "../../src/net/api";
import { settings } from "../../src/settings.svelte";

afterEach(() => {
  vi.unstubAllGlobals();
  settings.language = "en";
});

test("a server that does not answer is told in our own words, in both languages", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(api.lobby("en")).rejects.toThrow("The server does not answer");
  settings.language = "es";
  await expect(api.lobby("es")).rejects.toThrow("El servidor no responde");
});

test("a complaint of the server is told as it stands", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response('{"text":"there is no such seat"}', { status: 404 })));
  await expect(api.lobby("en")).rejects.toThrow("there is no such seat");
});
