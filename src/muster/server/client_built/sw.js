/**
 * Keeps a copy of the built client, so that the app opens while there is no network. The network always comes first: a new
 * version is never held up by an old copy. Nothing else is touched, neither /api nor sockets. And it shows that it is your turn.
 */
const SHELL = "/";
const COPY = "muster-client";

self.addEventListener("install", () => void self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(freshest(request, SHELL));
  else if (pathname.startsWith("/client/")) event.respondWith(freshest(request, pathname));
});

async function freshest(request, name) {
  const copies = await caches.open(COPY);
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.type === "basic" && (name !== SHELL || new URL(request.url).pathname === SHELL))
      await copies.put(name, answer.clone());
    return answer;
  } catch (error) {
    const copy = await copies.match(name);
    if (copy) return copy;
    throw error;
  }
}

self.addEventListener("push", (event) => {
  const { table, text } = event.data.json();
  event.waitUntil(self.registration.showNotification("Muster", { body: text, tag: table, icon: "/client/icon-192.png", data: table }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(`/t/${event.notification.data}`));
});

/** The table where it is open already, else in a new window. */
async function show(path) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((one) => new URL(one.url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}
