import { useLocation } from 'react-router-dom';
import RecoverScreen from '../../screens/notMe/RecoverScreen.tsx';
import { recoveryActorOf } from '../wiring/recovery.ts';
import type { Services } from '../wiring/services.ts';

export function RecoverActor({ services }: { services: Services }) {
  const { hash } = useLocation();
  return <RecoverScreen actor={recoveryActorOf(services, hash)} />;
}
