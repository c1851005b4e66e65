import { useSelector } from '@xstate/react';
import type { AppRef } from '../../machines/appMachine.ts';
import { selectSearch } from '../../machines/appSelectors.ts';
import NotMeScreen from '../../screens/notMe/NotMeScreen.tsx';
import { notMeActorOf, notMeTargetIn } from '../wiring/notMe.ts';
import type { Services } from '../wiring/services.ts';

export function NotMeActor({ app, services }: { app: AppRef; services: Services }) {
  const search = useSelector(app, selectSearch);
  return <NotMeScreen actor={notMeActorOf(services, notMeTargetIn(window.location.hash, search))} />;
}
