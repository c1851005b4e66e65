import { useSelector } from '@xstate/react';
import { selectArrival } from '../../machines/appMachine.ts';
import LoginScreen from '../../screens/login/LoginScreen.tsx';
import { useVisitorFlow } from '../flows.ts';
import type { PageProps } from '../pageProps.ts';

const reasons = { ended: 'sessionEnded', protected: 'returning' } as const;

export function LoginPage({ app }: PageProps) {
  const actor = useVisitorFlow(app, 'signIn');
  const arrival = useSelector(app, selectArrival);
  return actor && <LoginScreen actor={actor} reason={arrival && reasons[arrival]} />;
}
