// The page's own worker for requests: all of the folder is kept, so that the page opens without a network; and it says
// that nothing of others is on the page, which browsers ask for before threads may share memory.
"use strict";

const KEPT = "rightwell BUILD";
// Without the first nothing begins; the others are kept once there is a picture.
const FIRST = ["./", FILES_AT_FIRST];
const LATER = [FILES_LATER];

self.addEventListener("install", event => {
  event.waitUntil((async () => {
    const kept = await caches.open(KEPT);
    await kept.addAll(FIRST);
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", event => {
  event.waitUntil((async () => {
    const others = (await caches.keys()).filter(name => name.startsWith("rightwell ") && name !== KEPT);
    await Promise.all(others.map(name => caches.delete(name)));
    await self.clients.claim();
  })());
});

self.addEventListener("message", event => {
  event.waitUntil((async () => {
    const kept = await caches.open(KEPT);
    for (const name of LATER) if (!await kept.match(name)) await kept.add(name);
  })());
});

// The same with what tells the browser that all comes from here.
const isolated = answer => {
  const headers = new Headers(answer.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(answer.body, {status: answer.status, statusText: answer.statusText, headers});
};

self.addEventListener("fetch", event => {
  const {request} = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith((async () => {
    const kept = await caches.open(KEPT);
    const found = await kept.match(request, {ignoreSearch: request.mode === "navigate"});
    return isolated(found || await fetch(request));
  })());
});
