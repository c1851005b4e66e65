import { logFault } from '../core/log.ts';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string | null },
  ): { createScriptURL(url: string): string };
}

/** Made by the build from `shellWorker.ts`; at the root, because a worker serves what is below it. */
const workerUrl = '/shellWorker.js';

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
/** The one worker that may serve the page (the server's policy names `shell`). */
const policy = trustedTypes?.createPolicy('shell', {
  createScriptURL: (url) => (url === workerUrl ? url : null),
});

/** A tab that stays open for days asks for a newer version when it is looked at again, at most this often. */
const interval = 3_600_000;

/**
 * Installs the worker that keeps the app's own files, and says when a newer version of them is ready and waits to be let in.
 * Without workers, or without their code, the app works as it does; it only needs the line. Answers how to stop.
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
  // The first version of all has nothing before it, so that nobody has to be asked.
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

/** Lets the waiting version in and opens this page anew with it. Other tabs stay as they are until they are reloaded. */
export async function applyUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  // Another tab may have let it in already.
  if (registration?.waiting) registration.waiting.postMessage('let in');
  else window.location.reload();
}
