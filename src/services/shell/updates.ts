import { logFault } from '../core/log.ts';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string | null },
  ): { createScriptURL(url: string): string };
}

/** Built from `shellWorker.ts`; at the root, because a worker serves only paths below its own. */
const workerUrl = '/shellWorker.js';

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
/** The only worker that may serve the page (the server's policy names `shell`). */
const policy = trustedTypes?.createPolicy('shell', {
  createScriptURL: (url) => (url === workerUrl ? url : null),
});

/** How often a tab that stays open checks for a newer version when it is shown again, in milliseconds. */
const interval = 3_600_000;

/**
 * Installs the worker that stores the app's own files, and reports when a newer version is ready and waits.
 * Without workers, or if their code does not load, the app works online only. Returns a function that stops this.
 */
export function watchUpdates(tell: () => void): () => void {
  const stopping = new AbortController();
  if ('serviceWorker' in navigator) {
    watch(tell, stopping.signal).catch((error: unknown) =>
      logFault('the app is not kept for offline', error),
    );
  }
  return () => stopping.abort();
}

async function watch(tell: () => void, signal: AbortSignal): Promise<void> {
  const registration = await navigator.serviceWorker.register(
    policy?.createScriptURL(workerUrl) ?? workerUrl,
  );
  if (signal.aborted) return;
  // The first version replaces nothing, so nobody has to be asked.
  const tellWaiting = () => registration.waiting && navigator.serviceWorker.controller && tell();
  const follow = () => registration.installing?.addEventListener('statechange', tellWaiting, { signal });
  tellWaiting();
  follow();
  registration.addEventListener('updatefound', follow, { signal });

  let askedAt = Date.now();
  const askAgain = () => {
    if (document.hidden || Date.now() - askedAt < interval) return;
    askedAt = Date.now();
    registration.update().catch(() => {});
  };
  document.addEventListener('visibilitychange', askAgain, { signal });
}

/** Activates the waiting version and reloads this page. Other tabs stay as they are until they are reloaded. */
export async function applyUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  // Another tab may already have activated it.
  if (registration?.waiting) registration.waiting.postMessage('let in');
  else window.location.reload();
}
