import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** The table server that `npm run dev` talks to; start it with `muster serve`. */
const server = process.env.MUSTER_SERVER ?? "http://127.0.0.1:8480";

/** Chunks are named after the folder of a game, so that a build of the same sources is the same build. */
function chunkName(chunk: { facadeModuleId?: string | null; name: string }): string {
  const found = /src\/games\/([^/]+)\/([^/]+)\.\w+$/.exec(chunk.facadeModuleId ?? "");
  return found ? `${found[1]}-${found[2]}.js` : "[name].js";
}

export default defineConfig({
  plugins: [svelte()],
  base: "/client/",
  build: {
    outDir: "../src/muster/server/client_built",
    emptyOutDir: true,
    assetsDir: "",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: { entryFileNames: "client.js", chunkFileNames: chunkName, assetFileNames: "[name][extname]" },
    },
  },
  test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/browser.ts"], pool: "threads", isolate: false, css: { include: /theme/ } },
  server: {
    proxy: { "/api": server, "/socket": { target: server, ws: true } },
  },
});
