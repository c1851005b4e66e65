import type { DeviceKey, DeviceKeyStore } from '../../src/services/auth/deviceKeyStore.ts';

/** What the tabs of one browser keep together, in memory. `blocked`: each call is refused, as in a browser that keeps nothing. */
export function memoryDeviceKeys() {
  const keys = new Map<string, DeviceKey>();
  const state = { blocked: false };
  const use = async <Answer>(work: () => Answer): Promise<Answer> => {
    if (state.blocked) throw new DOMException('denied', 'SecurityError');
    return work();
  };
  const store: DeviceKeyStore = {
    read: (id) => use(() => keys.get(id) ?? null),
    add: (id, key) =>
      use(() => {
        const kept = keys.get(id) ?? key;
        keys.set(id, kept);
        return kept;
      }),
    put: (id, key) => use(() => void keys.set(id, key)),
    remove: (id) => use(() => void keys.delete(id)),
    removeOlder: (time) =>
      use(() => {
        for (const [id, { madeAt }] of keys) if (madeAt < time) keys.delete(id);
      }),
  };
  return { store, keys, state };
}
