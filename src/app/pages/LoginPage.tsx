import { useSelector } from '@xstate/react';
import { selectArrival } from '../../machines/appMachine.ts';
import type { SignInRef } from '../../machines/signInMachine.ts';
import LoginScreen from '../../screens/login/LoginScreen.tsx';
import { useVisitorFlow } from '../flows.ts';
import type { PageProps } from '../pageProps.ts';
import { Entrance } from './Entrance.tsx';

const reasons = { ended: 'sessionEnded', protected: 'returning' } as const;

export function LoginPage({ app }: PageProps) {
  const actor = useVisitorFlow(app, 'signIn');
  return actor && <Login app={app} actor={actor} />;
}

function Login({ app, actor }: PageProps & { actor: SignInRef }) {
  const arrival = useSelector(app, selectArrival);
  const email = useSelector(actor, ({ context }) => context.values.email);
  const isUnconfirmed = useSelector(actor, ({ context }) => context.failure?.code === 'EMAIL_UNVERIFIED');
  return (
    <Entrance app={app} email={email} hasPassword isUnconfirmed={isUnconfirmed}>
      {(ways) => <LoginScreen actor={actor} reason={arrival && reasons[arrival]} ways={ways} />}
    </Entrance>
  );
}
