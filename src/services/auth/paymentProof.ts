import type { BodyOf } from '../../../contract/call.ts';
import { CallError } from '../../../contract/failure.ts';
import { type StepUpMethod, stepUpCall, stepUpOptionsCall } from '../../../contract/stepUp.ts';
import type { Http } from '../core/http.ts';
import { type ProofSubject, purposeOf } from './proofSubjects.ts';
import { type SigningWorld, type StepUpWorld, showPasskey, signByWallet } from './stepUp.ts';
import type { StepUpProofs } from './stepUpProofs.ts';

/** By what a person proves a payment, or that a device is theirs. `factor`: a code of an authenticator app or a recovery code. */
type StepUpKind = 'passkey' | 'factor' | 'email' | 'password' | 'wallet' | 'openid';

interface Shown {
  /** A quote, or the action `factors` for another key of this device. */
  readonly subject: ProofSubject;
  readonly kind: StepUpKind;
  /** Of an authenticator app, a recovery code, or that of an email. */
  readonly code: string;
  readonly password: string;
}

export interface PaymentProofWorld extends SigningWorld, Pick<StepUpWorld, 'passkeys' | 'signal'> {
  /** Those that were brought from an identity provider. */
  readonly proofs: Pick<StepUpProofs, 'find' | 'forget'>;
  /** Sends the browser to the identity provider for a proof of this name, and resolves only when it cannot. */
  readonly leave: (subject: string) => Promise<void>;
}

/** What the server takes as a proof, of which this browser can do the first for who chooses none; and until when the quote is good. */
export async function readStepUpOptions(
  http: Http,
  subject: ProofSubject,
): Promise<{ readonly kinds: readonly StepUpKind[]; readonly until: string | null }> {
  const { methods, quote_expires_at = null } = (
    await http(stepUpOptionsCall, { body: { for: purposeOf(subject) } })
  ).data;
  const has = (...asked: readonly StepUpMethod[]) => asked.some((method) => methods.includes(method));
  const kinds = {
    passkey: has('passkey'),
    factor: has('totp', 'recovery_code'),
    email: has('email'),
    password: has('password'),
    wallet: has('wallet'),
    openid: has('openid'),
  };
  const able = (['passkey', 'factor', 'email', 'password', 'wallet', 'openid'] as const).filter(
    (kind) => kinds[kind],
  );
  return { kinds: able, until: quote_expires_at };
}

/** Sends a code to the person's address. */
export async function sendStepUpCode(http: Http, subject: ProofSubject): Promise<void> {
  await http(stepUpOptionsCall, { body: { for: purposeOf(subject), method: 'email' } });
}

/** Answers the proof for what a person shows. STEP_UP_REQUIRED when a wallet signed nothing, or the provider cannot be reached. */
export async function requestPaymentProof(world: PaymentProofWorld, shown: Shown): Promise<string> {
  const { subject } = shown;
  const purpose = purposeOf(subject);
  const brought = shown.kind === 'openid' ? world.proofs.find(subject) : null;
  if (brought !== null) {
    world.proofs.forget(subject);
    return brought;
  }
  const show = async (proof: Proof) =>
    (await world.http(stepUpCall, { body: { for: purpose, ...proof } })).data.proof;
  return shown.kind === 'passkey' ? showPasskey(world, purpose, show) : show(await proofIn(world, shown));
}

type Proof = Omit<BodyOf<typeof stepUpCall>, 'for'>;

async function proofIn(world: PaymentProofWorld, { subject, kind, code, password }: Shown): Promise<Proof> {
  if (kind === 'password') return { method: 'password', password };
  if (kind === 'email') return { method: 'email', code };
  if (kind === 'factor')
    return /^\d+$/.test(code) ? { method: 'totp', code } : { method: 'recovery_code', recovery_code: code };
  if (kind === 'wallet') {
    const signed = await signByWallet(world);
    if (signed) return { method: 'wallet', ...signed };
  }
  if (kind === 'openid') await world.leave(subject);
  throw new CallError({ code: 'STEP_UP_REQUIRED', fields: {}, retryAfter: null, requestId: null });
}
