/** Tells every tab that money has moved, so that none shows outdated balances. */
export interface BalanceChannel {
  /** Notifies the other tabs. */
  tell(): void;
  /** Listens to the other tabs. Returns a function that unsubscribes. */
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
