import { useSelector } from '@xstate/react';
import type { CaptchaRef } from '../../machines/auth/captchaMachine.ts';
import type { RegistrationRef } from '../../machines/auth/registrationMachine.ts';
import RegistrationScreen from '../../screens/registration/RegistrationScreen.tsx';
import { useSignedOutFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';
import { termsUrl } from '../wiring/termsUrl.ts';
import { byFirst, useStepBack } from '../wiring/useStepBack.ts';
import { Entrance } from './Entrance.tsx';

export function RegistrationPage({ app }: PageProps) {
  const actor = useSignedOutFlow(app, 'registration');
  const captcha = useSignedOutFlow(app, 'captcha');
  return actor && captcha && <Registration app={app} actor={actor} captcha={captcha} />;
}

function Registration({ app, actor, captcha }: PageProps & { actor: RegistrationRef; captcha: CaptchaRef }) {
  useStepBack(app, actor, byFirst('step.left'));
  const email = useSelector(actor, ({ context }) => context.values.email);
  const isUnconfirmed = useSelector(actor, ({ context }) => context.failure?.code === 'EMAIL_UNVERIFIED');
  return (
    <Entrance app={app} email={email} hasPassword={false} isUnconfirmed={isUnconfirmed}>
      {(methods) => (
        <RegistrationScreen
          actor={actor}
          captcha={captcha}
          termsUrl={termsUrl ?? '/terms'}
          methods={methods}
        />
      )}
    </Entrance>
  );
}
