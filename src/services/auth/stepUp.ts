import type { BodyOf } from '../../../contract/call.ts';
import { secondFactors } from '../../../contract/factors.ts';
import { CallError, failureOf } from '../../../contract/failure.ts';
import type { PasskeyRequestOptions } from '../../../contract/passkeyRequest.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import { loginMethodsCall } from '../../../contract/security.ts';
import {
  type StepUpAction,
  type StepUpPurpose,
  stepUpCall,
  stepUpOptionsCall,
} from '../../../contract/stepUp.ts';
import { walletNonceCall } from '../../../contract/walletSignIn.ts';
import type { Http } from '../core/http.ts';
import type { BrowserWallets } from './browserWallets.ts';
import { sendSigned } from './passkeyRefusal.ts';
import type { PasskeyBrowser } from './passkeys.ts';
import type { StepUpProofs } from './stepUpProofs.ts';

type SigningWallets = Pick<BrowserWallets, 'find' | 'shownAccounts' | 'requestAccounts' | 'sign'>;

export interface SigningWorld {
  readonly http: Http;
  /** Loaded when a signature is needed. */
  readonly wallets: () => Promise<SigningWallets>;
}

export interface StepUpWorld extends SigningWorld {
  /** Loaded when a device is asked for a passkey. */
  readonly passkeys: () => Promise<PasskeyBrowser>;
  /** Cancels a running request to a device. */
  readonly signal: AbortSignal;
  readonly proofs: Pick<StepUpProofs, 'find' | 'forget' | 'keep'>;
  /** Leaves for the identity provider, and resolves only when that fails. */
  readonly leave: (action: StepUpAction) => Promise<void>;
}

interface Typed {
  readonly code: string;
  /** The code of a second factor; an account with one is proven only by it. */
  readonly otp?: string | undefined;
  readonly password?: string;
}

/**
 * Makes a call that may need a fresh proof: one that is kept, or one from `prove`, which runs when the call asks for it, or at once when a
 * password or a code was typed. A code proves once, so its proof is kept until a call uses it up: a refused change, as for a wrong
 * password, costs no second code.
 */
export async function withProof<Answer>(
  world: StepUpWorld,
  action: StepUpAction,
  typed: Typed,
  call: (stepUp: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  const { proofs, signal } = world;
  /** Proving takes a while, in which the person may have cancelled: then nothing is sent. */
  const send = (stepUp: string | undefined) => {
    signal.throwIfAborted();
    return call(stepUp);
  };
  const sendKept = async (stepUp: string) => {
    try {
      const answer = await send(stepUp);
      proofs.forget(action);
      return answer;
    } catch (error) {
      if (failureOf(error).code === 'STEP_UP_REQUIRED') proofs.forget(action);
      throw error;
    }
  };
  const kept = await proofs.find(action);
  if (kept !== null) {
    try {
      return await sendKept(kept);
    } catch (error) {
      if (failureOf(error).code !== 'STEP_UP_REQUIRED') throw error;
    }
  }
  const hasCode = typed.code !== '' || Boolean(typed.otp);
  if (typed.password || hasCode) {
    const { proof, expires_at } = await prove(world, action, typed);
    if (!hasCode) return send(proof);
    proofs.keep(action, proof, Date.parse(expires_at));
    return sendKept(proof);
  }
  try {
    return await send(undefined);
  } catch (error) {
    const { code, methods } = failureOf(error);
    if (code !== 'STEP_UP_REQUIRED') throw error;
    return send((await prove(world, action, typed, methods)).proof);
  }
}

/** Gets a proof for a later call and keeps it; one brought from an identity provider is used if there is any. */
export async function keepProof(world: StepUpWorld, action: StepUpAction, typed: Typed): Promise<void> {
  if ((await world.proofs.find(action)) !== null) return;
  const { proof, expires_at } = await prove(world, action, typed);
  world.proofs.keep(action, proof, Date.parse(expires_at));
}

/**
 * A typed code is sent at once; the methods are requested only if the server does not accept it, or if no refusal has told them. A typed
 * password is not sent before it is known that it proves something.
 * For an account with a second factor: proves by the typed code, else by a passkey, else asks for a code at the field `otp`.
 * For other accounts: proves by the typed password or code,
 * else by a signature of a linked wallet in this browser, else sends a code and asks
 * for it at the field `code`, else leaves for the identity provider. STEP_UP_REQUIRED when none of these is possible.
 */
async function prove(world: StepUpWorld, action: StepUpAction, typed: Typed, told?: readonly string[]) {
  const { http } = world;
  const purpose = { action };
  const show = async (proof: Shown) => (await http(stepUpCall, { body: { for: purpose, ...proof } })).data;
  const shown = await showTyped(typed, show);
  if (shown) return shown;
  const methods: readonly string[] =
    told ?? (await http(stepUpOptionsCall, { body: { for: purpose } })).data.methods;
  if (methods.some((method) => secondFactors.some((factor) => factor === method))) {
    if (methods.includes('passkey')) return showPasskey(world, purpose, show);
    throw unproven('VALIDATION_FAILED', { otp: 'required' });
  }
  const { password = '' } = typed;
  if (password !== '') return show({ method: 'password', password });
  const signed = methods.includes('wallet') ? await signByWallet(world) : null;
  if (signed) return show({ method: 'wallet', ...signed });
  if (methods.includes('email')) {
    await http(stepUpOptionsCall, { body: { for: purpose, method: 'email' } });
    throw unproven('VALIDATION_FAILED', { code: 'required' });
  }
  if (methods.includes('openid')) await world.leave(action);
  throw unproven('STEP_UP_REQUIRED', {});
}

type Shown = Omit<BodyOf<typeof stepUpCall>, 'for'>;

/** Null when no code was typed, or the account is not proven by it. */
async function showTyped<Proof>(
  { code, otp = '' }: Pick<Typed, 'code' | 'otp'>,
  show: (proof: Shown) => Promise<Proof>,
): Promise<Proof | null> {
  try {
    if (otp !== '') return await showFactor(otp, show);
    return code === '' ? null : await show({ method: 'email', code });
  } catch (error) {
    if (failureOf(error).code !== 'FORBIDDEN') throw error;
    return null;
  }
}

/** Shows an error in the code at the field `otp`, for app codes and recovery codes alike. */
async function showFactor<Proof>(otp: string, show: (proof: Shown) => Promise<Proof>): Promise<Proof> {
  try {
    return await show(
      /^\d+$/.test(otp) ? { method: 'totp', code: otp } : { method: 'recovery_code', recovery_code: otp },
    );
  } catch (error) {
    const { code, fields } = failureOf(error);
    const rule = fields.code ?? fields.recovery_code;
    if (code !== 'VALIDATION_FAILED' || !rule) throw error;
    throw unproven('VALIDATION_FAILED', { otp: rule });
  }
}

/** Asks the device for a passkey and sends it. `offered`: a challenge that was not used yet. */
export async function showPasskey<Proof>(
  { http, passkeys, signal }: Pick<StepUpWorld, 'http' | 'passkeys' | 'signal'>,
  purpose: StepUpPurpose,
  show: (proof: Shown) => Promise<Proof>,
  offered: PasskeyRequestOptions | null = null,
): Promise<Proof> {
  const browser = await passkeys();
  browser.requireSupport();
  const options =
    offered ?? (await http(stepUpOptionsCall, { body: { for: purpose, method: 'passkey' } })).data.passkey;
  // It was removed from another device meanwhile.
  if (!options) throw unproven('VALIDATION_FAILED', { otp: 'required' });
  const assertion = await browser.get(options, signal);
  return sendSigned(() => show({ method: 'passkey', assertion }));
}

const unproven = (code: 'VALIDATION_FAILED' | 'STEP_UP_REQUIRED', fields: FieldErrors) =>
  new CallError({ code, fields, retryAfter: null, requestId: null });

/** A message signed by a linked wallet in this browser; null when there is none, or the person declined. */
export async function signByWallet({ http, wallets }: SigningWorld) {
  const browser = await wallets();
  const found = await browser.find();
  if (found.length === 0) return null;
  const { metamask } = (await http(loginMethodsCall)).data;
  const signer = await linkedAccount(browser, found, metamask);
  if (signer === null) return null;
  const { message } = (await http(walletNonceCall, { body: { address: signer.address } })).data;
  const signature = await orNull(browser.sign(signer.wallet, signer.address, message));
  return signature === null ? null : { metamask_address: signer.address, message, signature };
}

/**
 * The wallet with a linked account: the first that already shows one to this site, else the first that shows one after
 * asking the person. A browser may have several wallets (EIP-6963).
 */
async function linkedAccount(
  browser: SigningWallets,
  found: readonly { readonly id: string }[],
  linked: readonly string[],
) {
  for (const accountsOf of [browser.shownAccounts, browser.requestAccounts]) {
    for (const { id } of found) {
      const shown = (await orNull(accountsOf(id))) ?? [];
      // A wallet may show several accounts, the selected one first, which may be the one about to be added.
      const address = linked.find((each) =>
        shown.some((other) => other.toLowerCase() === each.toLowerCase()),
      );
      if (address !== undefined) return { wallet: id, address };
    }
  }
  return null;
}

/** Null when a wallet fails, or the person declines. */
const orNull = <Answer>(asked: Promise<Answer>): Promise<Answer | null> => asked.catch(() => null);
