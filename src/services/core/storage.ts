/**
 * Local storage that never throws: it can be missing, refuse every call, be full, or contain anything.
 * `false` and null mean that this browser does not store the value, and the tab works from memory.
 */
export interface KeyValueStore {
  read(key: string): string | null;
  /** Whether the value was stored. */
  write(key: string, value: string): boolean;
  remove(key: string): void;
  /** The keys of all stored values. */
  keys(): readonly string[];
}

export function createLocalStore(storage: () => Storage = () => window.localStorage): KeyValueStore {
  // Merely accessing `window.localStorage` throws when site data is blocked.
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
