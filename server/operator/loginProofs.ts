import { randomBytes } from 'node:crypto';
import {
  type LoginChange,
  type LoginProofMethod,
  loginProofCall,
  loginProofMethods,
  loginProofOptionsCall,
} from '../../contract/operatorLogin.ts';
import { admitPasskey, requestOptions } from '../auth/keptPasskeys.ts';
import { hashOf, latestEnd, proofLife } from '../auth/proofSubjects.ts';
import { spendTotpCode, totpOfOperators } from '../auth/totpSecrets.ts';
import { passkeysOfOperators } from '../auth/webauthn.ts';
import { withinSession } from '../auth/withinSession.ts';
import { Refusal } from '../core/refusal.ts';
import {
  codesByAccount,
  giveBackAll,
  giveBackUse,
  guessesBySession,
  networkOf,
  proofsByAddress,
  takeUse,
} from '../core/throttle.ts';
import type { Query } from '../database/db.ts';
import type { Operator, Route } from '../http/routes.ts';
import { type LoginWorld, tellCopy } from './logins.ts';

/** A named operator in their session. */
export interface OwnSession {
  readonly id: string;
  readonly name: string;
  readonly sessionId: string;
}

/** FORBIDDEN for the server's own token, which has no login. */
export function ownSessionOf({ id, name, session }: Operator): OwnSession {
  if (id === null || session === null)
    throw new Refusal('FORBIDDEN', { detail: 'The token of the server has no login of its own.' });
  return { id, name, sessionId: session.id };
}

export async function loginFactorsOf(query: Query, operatorId: string): Promise<LoginProofMethod[]> {
  const [has] = await query<Readonly<Record<LoginProofMethod, boolean>>>(
    `SELECT EXISTS (SELECT 1 FROM operator_passkeys WHERE operator_id = $1) AS passkey,
       EXISTS (SELECT 1 FROM operator_totp_secrets WHERE operator_id = $1) AS totp`,
    [operatorId],
  );
  return loginProofMethods.filter((method) => has?.[method]);
}

/** Registers the calls with which operators prove their identity before they change their login. */
export function loginProofCalls(route: Route, { database, passwords, sealer, log, url }: LoginWorld) {
  const party = () => ({ keeping: passkeysOfOperators, url: url() });

  route(loginProofOptionsCall, async ({ body, operator, address, at }) => {
    const { id, sessionId } = ownSessionOf(operator);
    const methods = await loginFactorsOf(database.query, id);
    if (!methods.includes('passkey')) return { methods, passkey: null };
    await takeUse(database.query, proofsByAddress, networkOf(address), at);
    const ceremony = { purpose: `change:${body.for}`, sessionId, at } as const;
    return { methods, passkey: await requestOptions(database.query, party(), id, ceremony) };
  });

  route(loginProofCall, async ({ body, operator, at }) => {
    const own = ownSessionOf(operator);
    const { id, sessionId } = own;
    if (!(await loginFactorsOf(database.query, id)).includes(body.method)) throw new Refusal('FORBIDDEN');
    await takeUse(database.query, guessesBySession, sessionId, at);
    if (body.method === 'passkey') {
      const assertion = needed('assertion', body.assertion);
      const shown = { assertion, purpose: `change:${body.for}`, sessionId, ownerId: id, at } as const;
      await withinSession(() =>
        admitPasskey(database, party(), shown, {
          work: async () => undefined,
          copied: (passkey) => tellCopy(log, passkey),
        }),
      );
    } else {
      const [password, code] = [needed('password', body.password), needed('code', body.code)];
      await proveByPassword(own, password);
      await takeUse(database.query, codesByAccount, id, at);
      const mistake = await spendTotpCode(database.query, totpOfOperators, { sealer, ownerId: id, code, at });
      if (mistake !== null) throw new Refusal('VALIDATION_FAILED', { fields: { code: mistake } });
      await giveBackUse(database.query, codesByAccount, id);
    }
    await giveBackAll(database.query, guessesBySession, sessionId);
    return makeProof(database.query, sessionId, body.for, at);
  });

  async function proveByPassword({ id }: OwnSession, password: string) {
    const [kept] = await database.query<{ password_hash: string | null }>(
      'SELECT password_hash FROM operators WHERE id = $1',
      [id],
    );
    if (!(await passwords.verify('operator', kept?.password_hash ?? null, password)))
      throw new Refusal('VALIDATION_FAILED', { fields: { password: 'mismatch' } });
  }
}

interface Shown {
  readonly change: LoginChange;
  /** The proof that the request carries (`Step-Up`); null without one. */
  readonly proof: string | null;
  readonly at: Date;
}

const isProof =
  'token_hash = $1 AND session_id = $2 AND change = $3 AND expires_at > $4 AND expires_at <= $5';

/** STEP_UP_REQUIRED with the methods when there is no valid proof of this session for this change. The proof is not used up. */
export const requireLoginProof = proofBy(`SELECT change FROM operator_proofs WHERE ${isProof}`);

/** Like `requireLoginProof`, but uses the proof up. Call it in a transaction. */
export const takeLoginProof = proofBy(`DELETE FROM operator_proofs WHERE ${isProof} RETURNING change`);

function proofBy(statement: string) {
  return async (query: Query, { id, sessionId }: OwnSession, { change, proof, at }: Shown) => {
    const found =
      proof === null ? [] : await query(statement, [hashOf(proof), sessionId, change, at, latestEnd(at)]);
    if (found.length === 0)
      throw new Refusal('STEP_UP_REQUIRED', { methods: await loginFactorsOf(query, id) });
  };
}

async function makeProof(query: Query, sessionId: string, change: LoginChange, at: Date) {
  const proof = randomBytes(32).toString('base64url');
  const expires = new Date(at.getTime() + proofLife);
  const made = await query(
    `INSERT INTO operator_proofs (token_hash, session_id, change, expires_at)
     SELECT $1::bytea, id, $3, $4::timestamptz FROM operator_sessions WHERE id = $2 FOR KEY SHARE RETURNING change`,
    [hashOf(proof), sessionId, change, expires],
  );
  // The session was ended meanwhile, by a reset or from another session.
  if (made.length === 0) throw new Refusal('UNAUTHENTICATED');
  return { proof, expires_at: expires.toISOString() };
}

function needed<Value>(field: string, value: Value | undefined): Value {
  if (value === undefined) throw new Refusal('VALIDATION_FAILED', { fields: { [field]: 'required' } });
  return value;
}
