/** Says in every tab that money has moved, so that none shows old balances as new ones. */
export interface BalanceChannel {
  /** Tells the other tabs. */
  tell(): void;
  /** Hears the other tabs. Answers how to stop listening. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

export function createBalanceChannel(): BalanceChannel {
  const channel = openChannel();
  return {
    tell: () => channel?.postMessage('moved'),
    subscribe(listener) {
      channel?.addEventListener('message', listener);
      return () => channel?.removeEventListener('message', listener);
    },
    close: () => channel?.close(),
  };
}

function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('zesto.movements');
  } catch {
    return null;
  }
}
