import { createHash, randomBytes, randomInt } from 'node:crypto';
import {
  type StepUpAction,
  type StepUpMethod,
  stepUpCall,
  stepUpOptionsCall,
} from '../../contract/stepUp.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { Session } from '../accounts/sessions.ts';
import { Refusal } from '../core/refusal.ts';
import { emailsByRecipient, giveBackAll, guessesBySession, takeUse } from '../core/throttle.ts';
import type { Db, Query } from '../database/db.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import type { Route } from '../http/routes.ts';
import { spendNonce } from './googleSignIn.ts';
import { chainIssuer, identitiesOf } from './identities.ts';
import { createIdTokens } from './idToken.ts';
import type { Issuer } from './issuer.ts';
import type { Site } from './walletMessage.ts';
import { signedAddress } from './walletSignIn.ts';
import { withinSession } from './withinSession.ts';

/** Long enough for a form that was filled in already. */
const proofLife = 5 * 60_000;
const codeLife = 10 * 60_000;
const codeTries = 5;

interface World {
  readonly database: Db;
  readonly passwords: Passwords;
  readonly outbox: EmailOutbox;
  readonly issuer: Issuer | null;
  readonly site: Site;
}

/** Registers the calls by which a session gets a fresh proof that its person is there. */
export function stepUpCalls(route: Route, { database, passwords, outbox, issuer, site }: World) {
  const tokens = issuer && createIdTokens(issuer);

  route(stepUpOptionsCall, async ({ body, session, language, at }) => {
    const methods = await methodsOf(database.query, session, outbox.isOpen);
    const { email } = session.user;
    if (body.method === 'email' && methods.includes('email') && email !== null) {
      await takeUse(database.query, emailsByRecipient, email, at);
      const code = await makeCode(database.query, session.id, body.for.action, at);
      outbox.later(() => outbox.code(email, code, language));
    }
    return { methods };
  });

  route(stepUpCall, async ({ body, session, at }) => {
    const { method, for: purpose } = body;
    const methods = await methodsOf(database.query, session, outbox.isOpen);
    if (!methods.includes(method)) throw new Refusal('FORBIDDEN');
    await takeUse(database.query, guessesBySession, session.id, at);
    if (method === 'password') await provePassword(session, needed('password', body.password));
    else if (method === 'email') {
      await proveCode(database.query, session.id, purpose.action, needed('code', body.code), at);
    } else if (method === 'openid') {
      const [credential, nonce] = [needed('credential', body.credential), needed('nonce', body.nonce)];
      await withinSession(() => proveToken(session, credential, nonce, at));
    } else {
      const signed = {
        metamask_address: needed('metamask_address', body.metamask_address),
        message: needed('message', body.message),
        signature: needed('signature', body.signature),
      };
      const subject = await withinSession(() => signedAddress(database.query, site, at, signed));
      await requireOwn(session, chainIssuer, subject);
    }
    await giveBackAll(database.query, guessesBySession, session.id);
    return makeProof(database.query, session.id, purpose.action, at);
  });

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

  /** A proof by somebody else's key proves nothing about this account. */
  async function requireOwn({ user }: Session, issuer: string, subject: string) {
    const own = await identitiesOf(database.query, user.id);
    if (!own.some((each) => each.issuer === issuer && each.subject === subject))
      throw new Refusal('FORBIDDEN');
  }
}

/** The methods by which this person can prove who they are. An email address only once it is verified, and where emails can be sent. */
async function methodsOf(query: Query, { user }: Session, hasEmails: boolean): Promise<StepUpMethod[]> {
  const identities = await identitiesOf(query, user.id);
  const has: Readonly<Record<StepUpMethod, boolean>> = {
    password: user.password_hash !== null,
    wallet: identities.some(({ issuer }) => issuer === chainIssuer),
    openid: identities.some(({ issuer }) => issuer !== chainIssuer),
    email: hasEmails && user.email !== null && user.email_confirmed_at !== null,
  };
  return (['password', 'wallet', 'openid', 'email'] as const).filter((method) => has[method]);
}

/** What a person shows for a sensitive change; `shown` is null without any. */
interface Shown {
  readonly shown: string | null;
  readonly hasEmails: boolean;
  readonly at: Date;
}

const isProof = 'token_hash = $1 AND session_id = $2 AND action = $3 AND expires_at > $4';

/** STEP_UP_REQUIRED with the methods when what is shown is no proof for this session and purpose. The proof is not used up. */
export const requireProof = proofBy(`SELECT action FROM step_up_proofs WHERE ${isProof}`);

/** The same, and uses the proof up. Call it in a transaction. */
export const takeProof = proofBy(`DELETE FROM step_up_proofs WHERE ${isProof} RETURNING action`);

function proofBy(statement: string) {
  return async (query: Query, session: Session, action: StepUpAction, { shown, hasEmails, at }: Shown) => {
    const found = shown === null ? [] : await query(statement, [hashOf(shown), session.id, action, at]);
    if (found.length === 0)
      throw new Refusal('STEP_UP_REQUIRED', { methods: await methodsOf(query, session, hasEmails) });
  };
}

async function makeProof(query: Query, sessionId: string, action: StepUpAction, at: Date) {
  const proof = randomBytes(32).toString('base64url');
  const expires = new Date(at.getTime() + proofLife);
  await query(
    'INSERT INTO step_up_proofs (token_hash, session_id, action, expires_at) VALUES ($1, $2, $3, $4)',
    [hashOf(proof), sessionId, action, expires],
  );
  return { proof, expires_at: expires.toISOString() };
}

async function makeCode(query: Query, sessionId: string, action: StepUpAction, at: Date): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await query(
    `INSERT INTO step_up_codes (session_id, action, code_hash, tries_left, expires_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (session_id) DO UPDATE SET action = excluded.action, code_hash = excluded.code_hash,
       tries_left = excluded.tries_left, expires_at = excluded.expires_at`,
    [sessionId, action, hashOf(sessionId + code), codeTries, new Date(at.getTime() + codeLife)],
  );
  return code;
}

/** A try is taken before the code is looked at, so that tries at once are counted. */
async function proveCode(query: Query, sessionId: string, action: StepUpAction, code: string, at: Date) {
  await query(
    'UPDATE step_up_codes SET tries_left = tries_left - 1 WHERE session_id = $1 AND tries_left >= 0',
    [sessionId],
  );
  const taken = await query(
    `DELETE FROM step_up_codes WHERE session_id = $1 AND action = $2 AND code_hash = $3 AND tries_left >= 0
       AND expires_at > $4 RETURNING action`,
    [sessionId, action, hashOf(sessionId + code), at],
  );
  if (taken.length === 0) throw new Refusal('VALIDATION_FAILED', { fields: { code: 'mismatch' } });
}

function needed(field: string, value: string | undefined): string {
  if (value === undefined) throw new Refusal('VALIDATION_FAILED', { fields: { [field]: 'required' } });
  return value;
}

function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
