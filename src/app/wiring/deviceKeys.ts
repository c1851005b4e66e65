import { createDeviceKeyStore } from '../../services/auth/deviceKeyStore.ts';
import { createDeviceKeys, type DeviceKeys } from '../../services/auth/deviceKeys.ts';
import type { Services } from './services.ts';

type Ports = Pick<Services, 'http' | 'session' | 'clock'>;

const opened = new WeakMap<Ports['session'], DeviceKeys>();

/**
 * The keys of this browser's sessions; one instance for all callers. Separate from the other services, because the first
 * pages move no money.
 */
export function deviceKeysOf({ http, session, clock }: Ports): DeviceKeys {
  const known = opened.get(session);
  if (known) return known;
  const keys = createDeviceKeys({
    ...{ http, session, clock },
    store: createDeviceKeyStore(),
    subtle: crypto.subtle,
  });
  opened.set(session, keys);
  return keys;
}
