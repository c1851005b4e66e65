import { useLocation } from 'react-router-dom';
import NotMeScreen from '../../screens/notMe/NotMeScreen.tsx';
import { notMeActorOf, notMeTargetIn } from '../wiring/notMe.ts';
import type { Services } from '../wiring/services.ts';

export function NotMeActor({ services }: { services: Services }) {
  const { hash, search } = useLocation();
  return <NotMeScreen actor={notMeActorOf(services, notMeTargetIn(hash, search))} />;
}
