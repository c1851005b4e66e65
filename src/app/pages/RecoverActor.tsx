import RecoverScreen from '../../screens/notMe/RecoverScreen.tsx';
import { recoveryActorOf } from '../wiring/recovery.ts';
import type { Services } from '../wiring/services.ts';

/** The token stands behind the `#`, so that it is in no server's log. */
export function RecoverActor({ services }: { services: Services }) {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token');
  return <RecoverScreen actor={token ? recoveryActorOf(services, token) : null} />;
}
