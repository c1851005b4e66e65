import { randomBytes, randomInt } from 'node:crypto';
import { secondFactors } from '../../contract/factors.ts';
import {
  type StepUpAction,
  type StepUpMethod,
  type StepUpPurpose,
  stepUpCall,
  stepUpOptionsCall,
} from '../../contract/stepUp.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { stopByFactor } from '../accounts/recoveries.ts';
import { keepProven, type Session } from '../accounts/sessions.ts';
import { Refusal } from '../core/refusal.ts';
import { giveBackAll, guessesBySession, networkOf, proofsByAddress, takeUse } from '../core/throttle.ts';
import type { Db, Query } from '../database/db.ts';
import { takeOwnEmail } from '../email/admission.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import type { Route } from '../http/routes.ts';
import { extendQuote, requireOpenQuote, termsOfQuote } from '../payments/quotes.ts';
import { secondFactorsOf } from './factors.ts';
import { spendNonce } from './googleSignIn.ts';
import { chainIssuer, identitiesOf } from './identities.ts';
import { createIdTokens } from './idToken.ts';
import type { Issuer } from './issuer.ts';
import type { Passkeys } from './passkeys.ts';
import { changeMethods, meansOf, paymentMethods } from './proofMethods.ts';
import { hashOf, latestEnd, type ProofSubject, proofLife, subjectOf } from './proofSubjects.ts';
import type { SecondFactors } from './secondFactor.ts';
import type { Site } from './walletMessage.ts';
import { signedAddress } from './walletSignIn.ts';
import { withinSession } from './withinSession.ts';

const codeLife = 10 * 60_000;
const codeTries = 5;

interface World {
  readonly database: Db;
  readonly passwords: Passwords;
  readonly outbox: EmailOutbox;
  readonly issuer: Issuer | null;
  readonly site: Site;
  readonly factors: SecondFactors;
  readonly passkeys: Passkeys;
}

/** Registers the calls that get a session a fresh proof of its person. */
export function stepUpCalls(
  route: Route,
  { database, passwords, outbox, issuer, site, factors, passkeys }: World,
) {
  const tokens = issuer && createIdTokens(issuer);

  route(stepUpOptionsCall, async ({ body, session, address, language, at }) => {
    const methods = await methodsFor(database.query, session, kindOf(body.for), outbox.isOpen);
    const subject = subjectOf(body.for);
    const quoteEnd = isPayment(body.for)
      ? await extendQuote(database.query, quoteIn(body.for, session), at)
      : null;
    const told = { methods, quote_expires_at: quoteEnd?.toISOString() ?? null };
    const { email } = session.user;
    if (body.method === 'email' && methods.includes('email') && email !== null) {
      await takeOwnEmail(database.query, 'code', session.user.id, at);
      const code = await makeCode(database.query, session.id, subject, at);
      const purpose = isPayment(body.for)
        ? await termsOfQuote(database.query, quoteIn(body.for, session))
        : body.for;
      outbox.later(() => outbox.code(email, code, purpose, language));
    }
    if (body.method !== 'passkey' || !methods.includes('passkey')) return { ...told, passkey: null };
    await takeUse(database.query, proofsByAddress, networkOf(address), at);
    return { ...told, passkey: await passkeys.request(database.query, `step_up:${subject}`, session, at) };
  });

  route(stepUpCall, async ({ body, session, device, language, at }) => {
    const attempt = { user: session.user, device, language, at };
    const { method, for: purpose } = body;
    const subject = subjectOf(purpose);
    const methods = await methodsFor(database.query, session, kindOf(purpose), outbox.isOpen);
    // Checked first, because a proof uses up a factor, which would be wasted on a quote that can no longer be paid.
    if (isPayment(purpose)) await requireOpenQuote(database.query, quoteIn(purpose, session), at);
    if (!methods.includes(method)) throw new Refusal('FORBIDDEN');
    await takeUse(database.query, guessesBySession, session.id, at);
    if (method === 'password') await provePassword(session, needed('password', body.password));
    else if (method === 'passkey') {
      const assertion = needed('assertion', body.assertion);
      const shown = { assertion, purpose: `step_up:${subject}`, session, language, at } as const;
      await withinSession(() => passkeys.admit(shown));
    } else if (method === 'totp') await factors.spendTotp(attempt, needed('code', body.code), 'code');
    else if (method === 'recovery_code') {
      const code = needed('recovery_code', body.recovery_code);
      await factors.spendRecoveryCode(attempt, code, 'recovery_code');
    } else if (method === 'email') {
      await proveCode(database.query, session.id, subject, needed('code', body.code), at);
    } else if (method === 'openid') {
      const [credential, nonce] = [needed('credential', body.credential), needed('nonce', body.nonce)];
      await withinSession(() => proveToken(session, credential, nonce, at));
    } else {
      const signed = {
        metamask_address: needed('metamask_address', body.metamask_address),
        message: needed('message', body.message),
        signature: needed('signature', body.signature),
      };
      const address = await withinSession(() => signedAddress(database.query, site, at, signed));
      await requireOwn(session, chainIssuer, address);
    }
    await giveBackAll(database.query, guessesBySession, session.id);
    return database.transaction(async (query) => {
      if (isFactor(method)) await stopByFactor(query, session.user.id, at);
      else await requireStill(query, session);
      if (isPayment(purpose)) await keepProven(query, session.id, { by: method, at });
      return makeProof(query, session.id, subject, at);
    });
  });

  /** Refuses the proof when a second factor was added meanwhile. Call it in the transaction that makes the proof. */
  async function requireStill(query: Query, { user }: Session) {
    await query('SELECT id FROM users WHERE id = $1 FOR SHARE', [user.id]);
    if ((await secondFactorsOf(query, user.id)).length > 0) throw new Refusal('FORBIDDEN');
  }

  async function provePassword({ user }: Session, password: string) {
    if (!(await passwords.verify(user.id, user.password_hash, password))) {
      throw new Refusal('VALIDATION_FAILED', { fields: { password: 'mismatch' } });
    }
  }

  async function proveToken(session: Session, credential: string, nonce: string, at: Date) {
    if (!tokens) throw new Refusal('FORBIDDEN');
    const { identity } = await tokens.verify(credential, nonce, at);
    await requireOwn(session, identity.issuer, identity.subject);
    await spendNonce(database.query, nonce, at);
  }

  /** Refuses another person's identity, which proves nothing about this account. */
  async function requireOwn({ user }: Session, issuer: string, subject: string) {
    const own = await identitiesOf(database.query, user.id);
    if (!own.some((each) => each.issuer === issuer && each.subject === subject))
      throw new Refusal('FORBIDDEN');
  }
}

const isFactor = (method: StepUpMethod) => secondFactors.some((each) => each === method);

/** The methods by which this person can prove a change of their account. */
export function methodsOf(query: Query, session: Session, hasEmails: boolean): Promise<StepUpMethod[]> {
  return methodsFor(query, session, 'change', hasEmails);
}

async function methodsFor(
  query: Query,
  { user }: Session,
  kind: 'change' | 'payment',
  hasEmails: boolean,
): Promise<StepUpMethod[]> {
  const means = (await meansOf(query, [user], hasEmails)).get(user.id);
  if (!means) throw new Error('nobody proves');
  return kind === 'payment' ? paymentMethods(means) : changeMethods(means);
}

type PaymentPurpose = Extract<StepUpPurpose, { readonly quote_id: string }>;

function isPayment(purpose: StepUpPurpose): purpose is PaymentPurpose {
  return 'quote_id' in purpose;
}

function kindOf(purpose: StepUpPurpose) {
  return isPayment(purpose) ? 'payment' : 'change';
}

function quoteIn({ quote_id }: PaymentPurpose, { user }: Session) {
  return { id: quote_id, payerId: user.id };
}

/** The proof for a sensitive change; `shown` is null without one. */
interface Shown {
  readonly shown: string | null;
  readonly hasEmails: boolean;
  readonly at: Date;
}

const isProof =
  'token_hash = $1 AND session_id = $2 AND action = $3 AND expires_at > $4 AND expires_at <= $5';

/** Refuses with STEP_UP_REQUIRED and the methods unless the proof is valid for this session and purpose. The proof is not marked as used. */
export const requireProof = proofBy(`SELECT action FROM step_up_proofs WHERE ${isProof}`);

/** Like `requireProof`, but marks the proof as used. Call it in a transaction. */
export const takeProof = proofBy(`DELETE FROM step_up_proofs WHERE ${isProof} RETURNING action`);

function proofBy(statement: string) {
  return async (query: Query, session: Session, action: StepUpAction, { shown, hasEmails, at }: Shown) => {
    const found =
      shown === null ? [] : await query(statement, [hashOf(shown), session.id, action, at, latestEnd(at)]);
    if (found.length === 0)
      throw new Refusal('STEP_UP_REQUIRED', {
        methods: await methodsOf(query, session, hasEmails),
      });
  };
}

async function makeProof(query: Query, sessionId: string, subject: ProofSubject, at: Date) {
  const proof = randomBytes(32).toString('base64url');
  const expires = new Date(at.getTime() + proofLife);
  const made = await query(
    `INSERT INTO step_up_proofs (token_hash, session_id, action, expires_at)
     SELECT $1::bytea, id, $3, $4::timestamptz FROM sessions WHERE id = $2 FOR KEY SHARE RETURNING action`,
    [hashOf(proof), sessionId, subject, expires],
  );
  // The session ended meanwhile, by its person or with their account.
  if (made.length === 0) throw new Refusal('UNAUTHENTICATED');
  return { proof, expires_at: expires.toISOString() };
}

async function makeCode(query: Query, sessionId: string, subject: ProofSubject, at: Date): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await query(
    `INSERT INTO step_up_codes (session_id, action, code_hash, tries_left, expires_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (session_id) DO UPDATE SET action = excluded.action, code_hash = excluded.code_hash,
       tries_left = excluded.tries_left, expires_at = excluded.expires_at`,
    [sessionId, subject, hashOf(sessionId + code), codeTries, new Date(at.getTime() + codeLife)],
  );
  return code;
}

/** Counts the attempt before the code is checked, so that simultaneous attempts are all counted. */
async function proveCode(query: Query, sessionId: string, subject: ProofSubject, code: string, at: Date) {
  await query(
    'UPDATE step_up_codes SET tries_left = tries_left - 1 WHERE session_id = $1 AND tries_left >= 0',
    [sessionId],
  );
  const taken = await query(
    `DELETE FROM step_up_codes WHERE session_id = $1 AND action = $2 AND code_hash = $3 AND tries_left >= 0
       AND expires_at > $4 RETURNING action`,
    [sessionId, subject, hashOf(sessionId + code), at],
  );
  if (taken.length === 0) throw new Refusal('VALIDATION_FAILED', { fields: { code: 'mismatch' } });
}

function needed<Value>(field: string, value: Value | undefined): Value {
  if (value === undefined) throw new Refusal('VALIDATION_FAILED', { fields: { [field]: 'required' } });
  return value;
}
