import RecoverScreen from '../../screens/notMe/RecoverScreen.tsx';
import { recoveryActorOf } from '../wiring/recovery.ts';
import type { Services } from '../wiring/services.ts';

/** The token is after the `#`, so that it appears in no server's log. */
export function RecoverActor({ services }: { services: Services }) {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token');
  return <RecoverScreen actor={token ? recoveryActorOf(services, token) : null} />;
}
