import { signInMethodsCall } from '../../../contract/thirdParty.ts';
import type { StepUpWorld } from '../../services/auth/stepUp.ts';
import { keepReturnAddress } from './returnAddress.ts';
import type { Services } from './services.ts';

/**
 * The services for a call that needs a fresh proof. A person who goes to the identity provider returns to `address`; `keep` is called
 * before they leave.
 */
export function provingFrom(
  { http, proofs }: Pick<Services, 'http' | 'proofs'>,
  address: string,
  { signal }: { readonly signal: AbortSignal },
  keep: () => void = () => {},
) {
  return {
    http,
    proofs,
    signal,
    passkeys: async () => (await import('../../services/auth/passkeys.ts')).passkeyBrowser,
    leave: async (purpose: string) => {
      const { google } = (await http(signInMethodsCall)).data;
      if (google === null) return;
      keepReturnAddress(address);
      keep();
      const { leaveForProvider } = await import('../../services/auth/identityProvider.ts');
      leaveForProvider(google, undefined, undefined, purpose);
      // The page is being left; after a return the person can cancel a slow answer.
      await new Promise<never>(() => {});
    },
    wallets: async () => (await import('../../services/auth/browserWallets.ts')).createBrowserWallets(),
  } satisfies StepUpWorld;
}
