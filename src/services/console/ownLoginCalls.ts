import { CallError } from '../../../contract/failure.ts';
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
import type { Http } from '../core/http.ts';

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

  return {
    read: async (signal: AbortSignal): Promise<OwnLogin> => (await http(ownLoginCall, { signal })).data,

    async change({ change, passkey: id, name, password, proof }: LoginChangeSent, signal: AbortSignal) {
      if (change === 'renamePasskey') {
        await http(renameOwnPasskeyCall, { params: { id }, body: { name } });
        return done;
      }
      const shown = await prove(kinds[change], proof, signal);
      if (change === 'password') await http(changeOwnPasswordCall, { ...shown, body: { password } });
      else if (change === 'setUpApp')
        return { kind: 'secret' as const, ...(await http(addOwnTotpCall, shown)).data };
      else if (change === 'removeApp') await http(removeOwnTotpCall, shown);
      else if (change === 'removePasskey') await http(removeOwnPasskeyCall, { ...shown, params: { id } });
      else {
        const { data: options } = await http(ownPasskeyOptionsCall, shown);
        const registration = await passkeyBrowser.create(options, signal);
        await sendSigned(() => http(addOwnPasskeyCall, { ...shown, body: { name, registration } }));
      }
      return done;
    },

    async confirmApp(code: string): Promise<void> {
      await http(confirmOwnTotpCall, { body: { code } });
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
