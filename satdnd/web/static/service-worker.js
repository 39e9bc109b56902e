// @ts-check
/**
 * Stores the files of the static site in the browser, so that it works offline. The site's builder writes the digests;
 * unchanged files of a new version are not loaded again. A new version is used once no page has the old one.
 */

/** By path: the digest of each file. @type {Record<string, string>} */
const FILES = {};

/** @type {any} a ServiceWorkerGlobalScope, which the types of a page do not have */
const worker = self;
const SCOPE = worker.registration.scope;
const OURS = `satdnd ${SCOPE} `;
const VERSION = OURS + FILES["version"];

/** The cache key of a file. @param {string} path */
const kept = (path) => new URL(`${path}?${FILES[path]}`, SCOPE).href;

/** @param {Cache} cache @param {string} path */
async function keep(cache, path) {
  const old = await caches.match(kept(path));
  if (old) return cache.put(kept(path), old);
  const response = await fetch(new URL(path === "index.html" ? "" : path, SCOPE), { cache: "no-cache" });
  if (!response.ok) throw new Error(`the server does not have ${path} (${response.status})`);
  // browsers do not accept a redirected response for a page
  const { headers } = response;
  return cache.put(kept(path), response.redirected ? new Response(await response.blob(), { headers }) : response);
}

async function install() {
  const cache = await caches.open(VERSION);
  for (const path of Object.keys(FILES)) if (path !== "version") await keep(cache, path);
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== VERSION);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request @param {string} path */
async function answer(request, path) {
  const found = await (await caches.open(VERSION)).match(kept(path));
  return found ?? fetch(request);
}

self.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
self.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
self.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const address = new URL(request.url);
  const path = (address.origin + address.pathname).slice(SCOPE.length) || "index.html";
  if (request.method === "GET" && request.url.startsWith(SCOPE) && Object.hasOwn(FILES, path))
    event.respondWith(answer(request, path));
});
