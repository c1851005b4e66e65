import type { BodyOf } from '../../../contract/call.ts';
import { CallError } from '../../../contract/failure.ts';
import { type StepUpMethod, stepUpCall, stepUpOptionsCall } from '../../../contract/stepUp.ts';
import type { Http } from '../core/http.ts';
import { type ProofSubject, purposeOf } from './proofSubjects.ts';
import { type SigningWorld, type StepUpWorld, showPasskey, signByWallet } from './stepUp.ts';
import type { StepUpProofs } from './stepUpProofs.ts';

/** The method that proves a payment or the ownership of a device. `factor`: a code of an authenticator app or a recovery code. */
type StepUpKind = 'passkey' | 'factor' | 'email' | 'password' | 'wallet' | 'openid';

interface Shown {
  /** A quote, or the action `factors` for a new key of this device. */
  readonly subject: ProofSubject;
  readonly kind: StepUpKind;
  /** The code of an authenticator app, a recovery code, or a code from an email. */
  readonly code: string;
  readonly password: string;
}

export interface PaymentProofWorld extends SigningWorld, Pick<StepUpWorld, 'passkeys' | 'signal'> {
  /** Proofs brought from an identity provider. */
  readonly proofs: Pick<StepUpProofs, 'find' | 'forget' | 'takeChallenge'>;
  /** Leaves for the identity provider to prove this subject, and resolves only when that fails. */
  readonly leave: (subject: string) => Promise<void>;
}

interface OptionsWorld {
  readonly http: Http;
  readonly proofs: Pick<StepUpProofs, 'takeMethods'>;
}

/**
 * The methods that the server accepts and this browser supports, the default first; and until when the quote is valid. Requested unless
 * the refusal of the payment said so.
 */
export async function readStepUpOptions(
  { http, proofs }: OptionsWorld,
  subject: ProofSubject,
): Promise<{ readonly kinds: readonly StepUpKind[]; readonly until: string | null }> {
  const offered = proofs.takeMethods(subject);
  const { methods, quote_expires_at = null } =
    offered?.methods && offered.until
      ? { methods: offered.methods, quote_expires_at: offered.until }
      : (await http(stepUpOptionsCall, { body: { for: purposeOf(subject) } })).data;
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

/** Answers the server's proof for what the person sent. STEP_UP_REQUIRED when no wallet signed, or the provider cannot be reached. */
export async function requestPaymentProof(world: PaymentProofWorld, shown: Shown): Promise<string> {
  const { subject } = shown;
  const purpose = purposeOf(subject);
  const brought = shown.kind === 'openid' ? await world.proofs.find(subject) : null;
  if (brought !== null) {
    world.proofs.forget(subject);
    return brought;
  }
  const show = async (proof: Proof) =>
    (await world.http(stepUpCall, { body: { for: purpose, ...proof } })).data.proof;
  const challenge = world.proofs.takeChallenge(subject);
  return shown.kind === 'passkey'
    ? showPasskey(world, purpose, show, challenge)
    : show(await proofIn(world, shown));
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
