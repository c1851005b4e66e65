import { CallError, failureOf } from '../../../contract/failure.ts';
import { type StepUpAction, stepUpCall, stepUpOptionsCall } from '../../../contract/stepUp.ts';
import { walletNonceCall } from '../../../contract/walletSignIn.ts';
import type { Http } from '../core/http.ts';
import type { BrowserWallets } from './browserWallets.ts';
import type { StepUpProofs } from './stepUpProofs.ts';

export interface StepUpWorld {
  readonly http: Http;
  /** Loaded when a signature is needed. */
  readonly wallets: () => Promise<BrowserWallets>;
  readonly proofs: Pick<StepUpProofs, 'find' | 'forget'>;
  /** Sends the browser to the identity provider, and resolves only when it cannot. */
  readonly leave: (action: StepUpAction) => Promise<void>;
}

/**
 * Makes a call that may need a fresh proof of the person: one that they brought from an identity provider, else by the password or the code that they typed, else by a signature of
 * a wallet in this browser, else a code is sent, and asked for by the field `code`, else they
 * are sent to the identity provider.
 */
export async function withProof<Answer>(
  world: StepUpWorld,
  action: StepUpAction,
  { code, password = '' }: { readonly code: string; readonly password?: string },
  call: (stepUp: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  const { http, proofs } = world;
  const purpose = { action };
  const brought = proofs.find(action);
  if (brought !== null) {
    try {
      const answer = await call(brought);
      proofs.forget(action);
      return answer;
    } catch (error) {
      if (failureOf(error).code !== 'STEP_UP_REQUIRED') throw error;
      proofs.forget(action);
    }
  }
  if (password !== '') {
    const body = { for: purpose, method: 'password', password } as const;
    return call((await http(stepUpCall, { body })).data.proof);
  }
  if (code !== '') {
    const body = { for: purpose, method: 'email', code } as const;
    return call((await http(stepUpCall, { body })).data.proof);
  }
  try {
    return await call(undefined);
  } catch (error) {
    if (failureOf(error).code !== 'STEP_UP_REQUIRED') throw error;
    const { methods } = (await http(stepUpOptionsCall, { body: { for: purpose } })).data;
    const signed = methods.includes('wallet') ? await sign(world) : null;
    if (signed) {
      const body = { for: purpose, method: 'wallet', ...signed } as const;
      return call((await http(stepUpCall, { body })).data.proof);
    }
    if (!methods.includes('email')) {
      if (methods.includes('openid')) await world.leave(action);
      throw error;
    }
    await http(stepUpOptionsCall, { body: { for: purpose, method: 'email' } });
    throw new CallError({ ...failureOf(error), code: 'VALIDATION_FAILED', fields: { code: 'required' } });
  }
}

/** A message signed in a wallet of this browser; null when there is none, or its person would not. */
async function sign({ http, wallets }: StepUpWorld) {
  const browser = await wallets();
  const [wallet] = await browser.find();
  if (!wallet) return null;
  try {
    const [address] = await browser.requestAccounts(wallet.id);
    if (address === undefined) return null;
    const { message } = (await http(walletNonceCall, { body: { address } })).data;
    return { metamask_address: address, message, signature: await browser.sign(wallet.id, address, message) };
  } catch (error) {
    if (error instanceof CallError) throw error;
    return null;
  }
}
