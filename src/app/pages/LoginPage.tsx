import { useSelector } from '@xstate/react';
import { selectReturnAddress } from '../../machines/appSelectors.ts';
import type { CaptchaRef } from '../../machines/auth/captchaMachine.ts';
import type { SignInRef } from '../../machines/auth/signInMachine.ts';
import LoginScreen from '../../screens/login/LoginScreen.tsx';
import { useSignedOutFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';
import { Entrance } from './Entrance.tsx';

const reasons = {
  closed: 'auth:login.accountClosed',
  ended: 'auth:login.sessionEnded',
  protected: 'auth:login.returning',
} as const;

export function LoginPage({ app }: PageProps) {
  const actor = useSignedOutFlow(app, 'signIn');
  const captcha = useSignedOutFlow(app, 'signInCaptcha');
  return actor && captcha && <Login app={app} actor={actor} captcha={captcha} />;
}

function Login({ app, actor, captcha }: PageProps & { actor: SignInRef; captcha: CaptchaRef }) {
  const returnAddress = useSelector(app, selectReturnAddress);
  const email = useSelector(actor, ({ context }) => context.values.email);
  const isUnconfirmed = useSelector(actor, ({ context }) => context.failure?.code === 'EMAIL_UNVERIFIED');
  return (
    <Entrance app={app} email={email} hasPassword isUnconfirmed={isUnconfirmed}>
      {(methods) => (
        <LoginScreen
          actor={actor}
          captcha={captcha}
          reason={returnAddress && reasons[returnAddress]}
          methods={methods}
        />
      )}
    </Entrance>
  );
}
