// Keeps all files of the page for use without a network. The build puts in the version and the list of files.

const version = 'VERSION';
const files = ['FILES'];

// Caches belong to a whole origin: the folder in the name keeps pages beside this one apart.
const prefix = `posenc ${self.registration.scope} `;
const name = prefix + version;
const addressOf = (file) => new URL(file, self.registration.scope).href;

self.addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(name);
    // One after another: the page that is being read comes first. Names hold the contents' hash, so what the browser
    // has already is right; the page itself and the documents have no hash and are asked for anew.
    for (const file of files) {
      const response = await fetch(addressOf(file), { cache: /^\.\/$|\.html$/.test(file) ? 'no-cache' : 'default' });
      if (!response.ok) throw new Error(`${response.status} for ${file}`);
      await cache.put(addressOf(file), response);
    }
  };
  event.waitUntil(fill());
});

self.addEventListener('activate', (event) => {
  const clean = async () => {
    const old = (await caches.keys()).filter((key) => key.startsWith(prefix) && key !== name);
    await Promise.all(old.map((key) => caches.delete(key)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

/** The page or a document: as it is on the server now, or as it was kept. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const options = { cacheName: name, ignoreSearch: true, ignoreVary: true };
    const kept = (await caches.match(request, options)) ?? (await caches.match(addressOf('./'), options));
    if (kept) return kept;
    throw error;
  }
}

/** A file whose name holds its hash: as it was kept, from any version that a page may still be of. */
async function file(request) {
  return (await caches.match(request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(request.mode === 'navigate' ? page(request) : file(request));
});
