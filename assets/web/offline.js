// The page's service worker. It caches the whole folder, so that the page opens without a network. It also isolates the
// page from other sites, because browsers let threads share memory only on an isolated page.
//
// `.ci/web` puts a list in front of this file: the build, and the digest and size of each file. A file with another
// digest belongs to another build. It is neither cached nor served.
"use strict";

const KEPT = `rightwell ${LIST.build}`;
// These first files are needed for the start of the page. The others are fetched after the first frame.
const ALL = {...LIST.first, ...LIST.later};
const HERE = new URL("./", self.location);

// Returns the name of the file to which an address refers.
function name_of(address) {
  const {origin, pathname} = new URL(address);
  if (origin !== HERE.origin || !pathname.startsWith(HERE.pathname)) return undefined;
  const name = pathname.slice(HERE.pathname.length) || "index.html";
  return Object.hasOwn(ALL, name) ? name : undefined;
}

async function is_of_this_build(name, data) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(digest, byte => byte.toString(16).padStart(2, "0")).join("") === ALL[name].digest;
}

// Returns the file from the cache of an earlier build, if it is identical there.
async function of_earlier(name) {
  for (const other of await caches.keys()) {
    if (!other.startsWith("rightwell ") || other === KEPT) continue;
    const found = await (await caches.open(other)).match(name);
    const data = found && await found.arrayBuffer();
    if (data && await is_of_this_build(name, data)) return data;
  }
  return undefined;
}

// Fetches the file from the server, not from the browser's cache. `report` receives the number of bytes so far.
async function of_server(name, report) {
  const answer = await fetch(name, {cache: "reload"});
  if (!answer.ok) throw new Error(`the server has no ${name}`);
  const parts = [];
  const reader = answer.body.getReader();
  for (let part; !(part = await reader.read()).done;) {
    parts.push(part.value);
    report(part.value.length);
  }
  const data = await new Blob(parts).arrayBuffer();
  if (!await is_of_this_build(name, data)) throw new Error(`${name} is of another build than ${LIST.build}`);
  return data;
}

const TYPES = {html: "text/html", js: "text/javascript", css: "text/css", json: "application/json", svg: "image/svg+xml",
  png: "image/png", wasm: "application/wasm", txt: "text/plain; charset=utf-8"};

// Puts the file into the cache of this build, and returns it.
async function keep(name, report = () => {}) {
  const kept = await caches.open(KEPT);
  const found = await kept.match(name);
  if (found) {
    report(ALL[name].size);
    return found;
  }
  let data = await of_earlier(name);
  if (data) report(ALL[name].size);
  else data = await of_server(name, report);
  const type = TYPES[name.split(".").pop()] || "application/octet-stream";
  const answer = new Response(data, {headers: {"Content-Type": type}});
  // If the storage is full, the file is not cached and will be fetched again next time.
  await kept.put(name, answer.clone()).catch(error => console.warn(`${name} is not kept:`, error));
  return answer;
}

// This build takes over as soon as all the files that it needs are cached. These include all that an earlier build has
// cached, so that an update never takes away a file that worked offline.
self.addEventListener("install", event => {
  event.waitUntil((async () => {
    const is_update = (await caches.keys()).some(other => other.startsWith("rightwell ") && other !== KEPT);
    const kept_later = await Promise.all(Object.keys(LIST.later).map(async name => await caches.match(name) && name));
    const wanted = [...Object.keys(LIST.first), ...kept_later.filter(Boolean)];
    const all = wanted.reduce((sum, name) => sum + ALL[name].size, 0);
    let done = 0;
    let told = 0;
    const report = async bytes => {
      done += bytes;
      if (done - told < 65536 && done < all) return;
      told = done;
      const pages = await self.clients.matchAll({type: "window", includeUncontrolled: true});
      for (const page of pages) page.postMessage({done, all});
    };
    await Promise.all(wanted.map(name => keep(name, report)));
    const kept = await (await caches.open(KEPT)).keys();
    if (is_update && kept.length < wanted.length) throw new Error("the storage has no room for an update");
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
  // Open pages of the previous build still use its files. This build waits until they are closed. A page that asks starts
  // without an answer after the deadline (in ms since 1970). Pages of earlier builds name none.
  const [request, deadline = Infinity] = [event.data].flat();
  if (request === "take over") {
    event.waitUntil((async () => {
      const pages = await self.clients.matchAll({type: "window", includeUncontrolled: true});
      const takes_over = pages.length === 1 && Date.now() < deadline;
      event.ports[0].postMessage(takes_over);
      if (takes_over) await self.skipWaiting();
    })());
  }
  if (request === "keep the rest") {
    event.waitUntil((async () => {
      for (const name of Object.keys(LIST.later)) await keep(name);
    })().catch(error => console.warn("not all is kept:", error)));
  }
});

// Adds the headers that isolate the page from other sites.
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
  const name = name_of(request.url);
  event.respondWith((name === undefined ? fetch(request) : keep(name)).then(isolated));
});
