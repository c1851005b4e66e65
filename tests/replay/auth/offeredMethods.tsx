import { createActor } from 'xstate';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { accountEmailsMachine } from '../../../src/machines/auth/accountEmailsMachine.ts';
import { browserWalletMachine } from '../../../src/machines/auth/browserWalletMachine.ts';
import { googleMachine } from '../../../src/machines/auth/googleMachine.ts';
import { passkeySignInMachine } from '../../../src/machines/auth/passkeySignInMachine.ts';
import { signInMethodsResource } from '../../../src/machines/auth/signInMethodsMachine.ts';
import { SignInMethods } from '../../../src/screens/signInMethods/SignInMethods.tsx';
import { press } from '../../support/replay/gestures.ts';
import { resourceMap } from '../../support/replay/resourceMap.ts';

const now = () => 0;
const google = {
  name: 'Google',
  authorization_endpoint: 'https://id.example.com/authorize',
  client_id: 'zesto',
  scope: 'openid email',
};
const others = {
  browserWallet: createActor(browserWalletMachine, { input: { linked: [] } }),
  google: createActor(googleMachine, { input: { now, callback: null } }),
  accountEmails: createActor(accountEmailsMachine, { input: { now, callback: null } }),
  passkey: createActor(passkeySignInMachine),
};

export const map = resourceMap({
  machine: signInMethodsResource,
  data: [
    { google, why_not: null, emails: true, support_email: null },
    { google: null, why_not: 'not_configured', emails: true, support_email: null },
  ],
  screen: (actor) => (
    <>
      <PageTitle>Log in</PageTitle>
      <SignInMethods {...others} offeredMethods={actor} email="" hasPassword isUnconfirmed={false} />
    </>
  ),
  refresh: {
    by: press('Check again'),
    offered: (read) => read.hasTag('slow') || (read.context.failure !== null && !read.hasTag('busy')),
  },
  // Those of the methods themselves.
  views: ['Forgot your password?', 'Use a passkey', 'Use browser wallet', 'Continue with Google'],
});
