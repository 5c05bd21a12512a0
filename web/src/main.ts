import { mount } from "svelte";
import App from "./App.svelte";
import "./theme/tokens.css";
import "./theme/identity.css";
import "./theme/base.css";

const target = document.getElementById("app");
if (target) mount(App, { target });

// Installable, and opens without a network; where a browser has no such thing, everything works all the same.
if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
