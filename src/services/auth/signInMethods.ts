import {
  askConfirmationCall,
  askResetCall,
  confirmEmailCall,
  resetPasswordCall,
} from '../../../contract/accountEmails.ts';
import type { Session } from '../../../contract/auth.ts';
import { failureOf } from '../../../contract/failure.ts';
import type { PasskeyRequestOptions } from '../../../contract/passkeyRequest.ts';
import { type PasskeyAssertion, passkeyRequestCall, passkeySignInCall } from '../../../contract/passkeys.ts';
import {
  googleLinkCall,
  googleSignInCall,
  type OfferedSignInMethods,
  signInMethodsCall,
} from '../../../contract/thirdParty.ts';
import { walletNonceCall, walletSignInCall } from '../../../contract/walletSignIn.ts';
import type { Http } from '../core/http.ts';
import { createPasswordSetter, type NewPassword } from './linkPasswords.ts';
import { sendSigned } from './passkeyRefusal.ts';

/** The code of a second factor, for an account that has one. */
interface Factor {
  readonly otp?: string;
}

interface IdToken extends Factor {
  readonly credential: string;
  readonly nonce: string;
}

interface SignedMessage extends Factor {
  readonly address: string;
  readonly message: string;
  readonly signature: string;
}

/** The calls of the sign-in methods other than a password. */
export interface SignInCalls {
  /** A server that does not list its sign-in methods has those of the spec. */
  read(signal: AbortSignal): Promise<OfferedSignInMethods>;
  requestMessage(address: string, signal: AbortSignal): Promise<string>;
  openByWallet(signed: SignedMessage): Promise<Session>;
  openByIdToken(token: IdToken): Promise<Session>;
  requestPasskey(signal: AbortSignal): Promise<PasskeyRequestOptions>;
  openByPasskey(shown: {
    readonly assertion: PasskeyAssertion;
    readonly remember: boolean;
  }): Promise<Session>;
  link(token: IdToken & { readonly password: string }): Promise<Session>;
  askReset(email: string): Promise<void>;
  /** A reset that is sent again after a lost answer counts as done if the link was used meanwhile (decision 238). */
  resetPassword(body: NewPassword): Promise<void>;
  askConfirmation(email: string): Promise<void>;
  confirmEmail(token: string): Promise<void>;
}

/** `googleClientId`: from the build, for a server that does not send one. */
export function createSignInMethods(http: Http, googleClientId: string | null): SignInCalls {
  return {
    read: async (signal) => {
      try {
        return (await http(signInMethodsCall, { signal })).data;
      } catch (error) {
        if (failureOf(error).code !== 'UNSUPPORTED') throw error;
        return waysOfSpec(googleClientId);
      }
    },
    requestMessage: async (address, signal) =>
      (await http(walletNonceCall, { body: { address }, signal })).data.message,
    openByWallet: async ({ address, ...signed }) =>
      (await http(walletSignInCall, { body: { metamask_address: address, ...signed } })).data,
    openByIdToken: async (body) => (await http(googleSignInCall, { body })).data,
    requestPasskey: async (signal) => (await http(passkeyRequestCall, { signal })).data,
    openByPasskey: async (body) => (await sendSigned(() => http(passkeySignInCall, { body }))).data,
    link: async (body) => (await http(googleLinkCall, { body })).data,
    askReset: (email) => http(askResetCall, { body: { email } }),
    resetPassword: createPasswordSetter((body) => http(resetPasswordCall, { body })),
    askConfirmation: (email) => http(askConfirmationCall, { body: { email } }),
    confirmEmail: (token) => http(confirmEmailCall, { body: { token } }),
  };
}

function waysOfSpec(clientId: string | null): OfferedSignInMethods {
  if (clientId === null) return { google: null, why_not: 'not_configured', emails: null };
  return {
    google: {
      name: 'Google',
      authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
      client_id: clientId,
      scope: 'openid email profile',
    },
    why_not: null,
    emails: null,
  };
}
