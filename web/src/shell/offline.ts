/** After the first view has answered, a service worker fetches the rest in idle time: then all of the page works offline. */

export function keepOffline(): void {
  // Absent on plain http from another machine, in private windows, and in development.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    // A page that cannot be kept works all the same.
    navigator.serviceWorker.register('./sw.js').catch(() => undefined);
  };
  const whenIdle = (): void => {
    if ('requestIdleCallback' in window) requestIdleCallback(register, { timeout: 5000 });
    else setTimeout(register, 1000);
  };
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}
