import { CallError, failureOf } from '../../../contract/failure.ts';
import {
  addOwnPasskeyCall,
  addOwnTotpCall,
  changeOwnPasswordCall,
  confirmOwnTotpCall,
  type LoginChange,
  loginProofCall,
  loginProofOptionsCall,
  type OwnLogin,
  ownLoginCall,
  ownPasskeyOptionsCall,
  removeOwnPasskeyCall,
  removeOwnTotpCall,
  renameOwnPasskeyCall,
} from '../../../contract/operatorLogin.ts';
import { sendSigned } from '../auth/passkeyRefusal.ts';
import { passkeyBrowser } from '../auth/passkeys.ts';
import { isBareNotFound } from '../core/bareNotFound.ts';
import type { Http } from '../core/http.ts';
import { isAnswerLost } from '../core/lostAnswer.ts';

/** A change of a login. `password`: the new one. `proof`: null for a proof by a passkey. */
interface LoginChangeSent {
  readonly change: keyof typeof kinds | 'renamePasskey';
  readonly passkey: string;
  readonly name: string;
  readonly password: string;
  readonly proof: { readonly password: string; readonly code: string } | null;
}

const done = { kind: 'done' } as const;

/** The calls on the operator's own login; each change has its own proof. */
export function createOwnLogin({ http }: { readonly http: Http }) {
  /** When the app of the last read was set up, and the app that a new secret is to replace; null for none. */
  let knownApp: string | null = null;
  let replacedApp: string | null = null;
  /** The last new password whose change was neither confirmed nor refused: it may be in force. */
  let sentPassword: string | null = null;

  async function prove(
    kind: LoginChange,
    proof: LoginChangeSent['proof'],
    signal: AbortSignal,
  ): Promise<{ readonly stepUp: string }> {
    if (proof !== null) {
      const body = { for: kind, method: 'totp', ...proof } as const;
      return { stepUp: (await http(loginProofCall, { body }).catch(asCurrent)).data.proof };
    }
    const { passkey } = (await http(loginProofOptionsCall, { body: { for: kind } })).data;
    if (passkey === null)
      throw new CallError({ code: 'PASSKEY_UNKNOWN', fields: {}, retryAfter: null, requestId: null });
    const assertion = await passkeyBrowser.get(passkey, signal);
    const body = { for: kind, method: 'passkey', assertion } as const;
    return { stepUp: (await sendSigned(() => http(loginProofCall, { body }))).data.proof };
  }

  /** A repeated change after a lost answer counts as done if the first one was applied. */
  async function changePassword(
    password: string,
    proof: LoginChangeSent['proof'],
    signal: AbortSignal,
  ): Promise<void> {
    const before = sentPassword;
    const shown = await prove(kinds.password, proof, signal).catch((error: unknown) => {
      if (proof === null || before !== password || !isCurrentWrong(error)) throw error;
      // With the same code, which a wrong password does not use up.
      return prove(kinds.password, { ...proof, password }, signal);
    });
    sentPassword = password;
    try {
      await http(changeOwnPasswordCall, { ...shown, body: { password } });
      sentPassword = null;
    } catch (error) {
      // What was sent before may still be in force.
      if (!isAnswerLost(error)) sentPassword = before;
      throw error;
    }
  }

  return {
    async read(signal: AbortSignal): Promise<OwnLogin> {
      const { data } = await http(ownLoginCall, { signal });
      knownApp = data.totp?.created_at ?? null;
      return data;
    },

    /** A factor that is already gone counts as removed. */
    async change({ change, passkey: id, name, password, proof }: LoginChangeSent, signal: AbortSignal) {
      if (change === 'renamePasskey') {
        await http(renameOwnPasskeyCall, { params: { id }, body: { name } });
        return done;
      }
      if (change === 'password') {
        await changePassword(password, proof, signal);
        return done;
      }
      const shown = await prove(kinds[change], proof, signal);
      if (change === 'setUpApp') {
        const { data } = await http(addOwnTotpCall, shown);
        replacedApp = knownApp;
        return { kind: 'secret' as const, ...data };
      }
      if (change === 'removeApp') await http(removeOwnTotpCall, shown).catch(asRemoved);
      else if (change === 'removePasskey')
        await http(removeOwnPasskeyCall, { ...shown, params: { id } }).catch(asRemoved);
      else {
        const { data: options } = await http(ownPasskeyOptionsCall, shown);
        const registration = await passkeyBrowser.create(options, signal);
        await sendSigned(() => http(addOwnPasskeyCall, { ...shown, body: { name, registration } }));
      }
      return done;
    },

    /** Done, too, when an earlier code was accepted and its answer was lost: the secret is gone, and the app is a newer one. */
    async confirmApp(code: string): Promise<void> {
      try {
        await http(confirmOwnTotpCall, { body: { code } });
      } catch (error) {
        if (failureOf(error).code !== 'STATUS_CONFLICT') throw error;
        const { totp } = (await http(ownLoginCall)).data;
        if (totp === null || totp.created_at === replacedApp) throw error;
      }
    },
  };
}

const kinds = {
  password: 'password',
  setUpApp: 'totp',
  removeApp: 'totp',
  addPasskey: 'passkeys',
  removePasskey: 'passkeys',
} as const;

/** The proof's password is the current one, so the error is moved to that field. */
function asCurrent(error: unknown): never {
  if (!(error instanceof CallError)) throw error;
  const { password, ...fields } = error.failure.fields;
  throw new CallError({ ...error.failure, fields: { ...fields, ...(password && { current: password }) } });
}

const isCurrentWrong = (error: unknown) => failureOf(error).fields.current === 'mismatch';

/** What is gone already was removed before, and that answer may have been lost. */
function asRemoved(error: unknown): void {
  if (failureOf(error).code !== 'NOT_FOUND' || isBareNotFound(error)) throw error;
}
