/**
 * Local storage as it really is: it can be missing, refuse every call, be full, or hold anything.
 * Nothing here throws; `false` and null mean that this browser does not keep it, and the tab works on from memory.
 */
export interface KeyValueStore {
  read(key: string): string | null;
  /** Whether the value is kept. */
  write(key: string, value: string): boolean;
  remove(key: string): void;
  /** The keys of everything that is kept. */
  keys(): readonly string[];
}

export function createLocalStore(storage: () => Storage = () => window.localStorage): KeyValueStore {
  // Even naming `window.localStorage` throws where site data is blocked.
  const attempt = <Value>(work: (storage: Storage) => Value, otherwise: Value): Value => {
    try {
      return work(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    read: (key) => attempt((kept) => kept.getItem(key), null),
    write: (key, value) =>
      attempt((kept) => {
        kept.setItem(key, value);
        return true;
      }, false),
    remove: (key) => attempt((kept) => kept.removeItem(key), undefined),
    keys: () => attempt((kept) => Object.keys(kept), []),
  };
}
