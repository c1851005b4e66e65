import { useSelector } from '@xstate/react';
import { selectArrival } from '../../machines/appMachine.ts';
import type { CaptchaRef } from '../../machines/auth/captchaMachine.ts';
import type { SignInRef } from '../../machines/auth/signInMachine.ts';
import LoginScreen from '../../screens/login/LoginScreen.tsx';
import { useVisitorFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';
import { Entrance } from './Entrance.tsx';

const reasons = { ended: 'sessionEnded', protected: 'returning' } as const;

export function LoginPage({ app }: PageProps) {
  const actor = useVisitorFlow(app, 'signIn');
  const captcha = useVisitorFlow(app, 'signInCaptcha');
  return actor && captcha && <Login app={app} actor={actor} captcha={captcha} />;
}

function Login({ app, actor, captcha }: PageProps & { actor: SignInRef; captcha: CaptchaRef }) {
  const arrival = useSelector(app, selectArrival);
  const email = useSelector(actor, ({ context }) => context.values.email);
  const isUnconfirmed = useSelector(actor, ({ context }) => context.failure?.code === 'EMAIL_UNVERIFIED');
  return (
    <Entrance app={app} email={email} hasPassword isUnconfirmed={isUnconfirmed}>
      {(ways) => (
        <LoginScreen actor={actor} captcha={captcha} reason={arrival && reasons[arrival]} ways={ways} />
      )}
    </Entrance>
  );
}
