import {
  addOwnPasskeyCall,
  addOwnTotpCall,
  changeOwnPasswordCall,
  confirmOwnTotpCall,
  type LoginChange,
  ownLoginCall,
  ownPasskeyOptionsCall,
  removeOwnPasskeyCall,
  removeOwnTotpCall,
  renameOwnPasskeyCall,
} from '../../contract/operatorLogin.ts';
import { requireUncommon } from '../accounts/commonPasswords.ts';
import { creationOptions, keepPasskey, renamePasskey, tellPasskeysOf } from '../auth/keptPasskeys.ts';
import { newTotpSecret, stepOfCode, tellTotpSecret } from '../auth/totp.ts';
import { passkeysOfOperators, verifyRegistration } from '../auth/webauthn.ts';
import { withinSession } from '../auth/withinSession.ts';
import { Refusal } from '../core/refusal.ts';
import { giveBackAll, guessesBySession, networkOf, proofsByAddress, takeUse } from '../core/throttle.ts';
import type { Query } from '../database/db.ts';
import type { Operator, Route } from '../http/routes.ts';
import {
  loginFactorsOf,
  type OwnSession,
  ownSessionOf,
  requireLoginProof,
  takeLoginProof,
} from './loginProofs.ts';
import type { LoginWorld } from './logins.ts';
import { endSessionsOf } from './operators.ts';

/** Long enough to install an app. */
const pendingLife = 15 * 60_000;

interface Change {
  readonly operator: Operator;
  readonly stepUp: string | null;
  readonly at: Date;
}

/** Registers the calls with which operators see and change their own login (decision 133). */
export function ownLoginCalls(route: Route, { database, passwords, sealer, url }: LoginWorld) {
  const party = () => ({ keeping: passkeysOfOperators, url: url() });

  /** Does `work` with the login locked, and uses up a proof. */
  function change<Answer>(
    kind: LoginChange,
    { operator, stepUp, at }: Change,
    work: (query: Query, own: OwnSession) => Promise<Answer>,
  ): Promise<Answer> {
    const own = ownSessionOf(operator);
    return database.transaction(async (query) => {
      await lockLogin(query, own);
      await takeLoginProof(query, own, { change: kind, proof: stepUp, at });
      return work(query, own);
    });
  }

  route(ownLoginCall, async ({ operator }) => {
    const { id } = ownSessionOf(operator);
    const [totp] = await database.query<{ created_at: Date; last_used_at: Date | null }>(
      'SELECT created_at, last_used_at FROM operator_totp_secrets WHERE operator_id = $1',
      [id],
    );
    return {
      totp: totp
        ? {
            created_at: totp.created_at.toISOString(),
            last_used_at: totp.last_used_at?.toISOString() ?? null,
          }
        : null,
      passkeys: await tellPasskeysOf(database.query, passkeysOfOperators, id),
    };
  });

  route(changeOwnPasswordCall, async ({ body, ...incoming }) => {
    // Checked first, so that a refused password costs no proof.
    requireUncommon(body.password);
    const hashed = await passwords.hash('operator', body.password);
    await change('password', incoming, async (query, own) => {
      await query('UPDATE operators SET password_hash = $2 WHERE id = $1', [own.id, hashed]);
      await endOthers(query, own);
    });
    return undefined;
  });

  route(addOwnTotpCall, async (incoming) => {
    const secret = newTotpSecret();
    const { id, name } = ownSessionOf(incoming.operator);
    await change('totp', incoming, (query, { sessionId }) =>
      query(
        `INSERT INTO operator_pending_totp_secrets (operator_id, session_id, secret, expires_at)
         VALUES ($1, $2, $3, $4) ON CONFLICT (operator_id) DO UPDATE
           SET session_id = excluded.session_id, secret = excluded.secret, expires_at = excluded.expires_at`,
        [id, sessionId, sealer.seal(secret, id), new Date(incoming.at.getTime() + pendingLife)],
      ),
    );
    return tellTotpSecret(secret, `operator ${name}`);
  });

  route(confirmOwnTotpCall, async ({ body, operator, at }) => {
    const own = ownSessionOf(operator);
    await takeUse(database.query, guessesBySession, own.sessionId, at);
    await database.transaction(async (query) => {
      await lockLogin(query, own);
      const [pending] = await query<{ secret: Uint8Array }>(
        `SELECT secret FROM operator_pending_totp_secrets
         WHERE operator_id = $1 AND session_id = $2 AND expires_at > $3`,
        [own.id, own.sessionId, at],
      );
      if (!pending) throw new Refusal('STATUS_CONFLICT');
      const found = stepOfCode(sealer.open(pending.secret, own.id), body.code, at);
      if (!found?.isTimely)
        throw new Refusal('VALIDATION_FAILED', { fields: { code: found ? 'clock_skew' : 'mismatch' } });
      await query(
        `INSERT INTO operator_totp_secrets (operator_id, secret, last_step, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (operator_id) DO UPDATE SET secret = excluded.secret, last_step = excluded.last_step,
           created_at = excluded.created_at, last_used_at = NULL`,
        [own.id, pending.secret, found.step, at],
      );
      await endOthers(query, own);
    });
    await giveBackAll(database.query, guessesBySession, own.sessionId);
    return undefined;
  });

  route(removeOwnTotpCall, async (incoming) => {
    await change('totp', incoming, async (query, own) => {
      const removed = await query(
        'DELETE FROM operator_totp_secrets WHERE operator_id = $1 RETURNING operator_id',
        [own.id],
      );
      if (removed.length === 0) throw new Refusal('NOT_FOUND');
      await requireFactor(query, own);
      await endOthers(query, own);
    });
    return undefined;
  });

  route(ownPasskeyOptionsCall, async ({ operator, address, stepUp, at }) => {
    const own = ownSessionOf(operator);
    await takeUse(database.query, proofsByAddress, networkOf(address), at);
    await requireLoginProof(database.query, own, { change: 'passkeys', proof: stepUp, at });
    const ceremony = { purpose: 'add', sessionId: own.sessionId, at } as const;
    return creationOptions(database.query, party(), own, ceremony);
  });

  route(addOwnPasskeyCall, async ({ body: { name, registration }, address, ...incoming }) => {
    const { operator, stepUp, at } = incoming;
    const own = ownSessionOf(operator);
    await takeUse(database.query, proofsByAddress, networkOf(address), at);
    // Checked first, so that a missing proof costs no challenge.
    await requireLoginProof(database.query, own, { change: 'passkeys', proof: stepUp, at });
    const ceremony = { purpose: 'add', sessionId: own.sessionId, at } as const;
    const made = await withinSession(() =>
      verifyRegistration(database.query, party(), { registration, ...ceremony }),
    );
    const { transports = [] } = registration.response;
    return change('passkeys', incoming, (query) =>
      keepPasskey(query, passkeysOfOperators, { ownerId: own.id, made, transports, name, at }),
    );
  });

  route(renameOwnPasskeyCall, ({ body: { name }, params: { id }, operator }) =>
    renamePasskey(database.query, passkeysOfOperators, { id, ownerId: ownSessionOf(operator).id, name }),
  );

  route(removeOwnPasskeyCall, async ({ params, ...incoming }) => {
    await change('passkeys', incoming, async (query, own) => {
      const removed = await query(
        'DELETE FROM operator_passkeys WHERE id = $1 AND operator_id = $2 RETURNING id',
        [params.id, own.id],
      );
      if (removed.length === 0) throw new Refusal('NOT_FOUND');
      await requireFactor(query, own);
      await endOthers(query, own);
    });
    return undefined;
  });
}

/** Locks the login until the end of the transaction. UNAUTHENTICATED when it was reset, or the session ended, meanwhile. */
async function lockLogin(query: Query, { id, sessionId }: OwnSession): Promise<void> {
  await query('SELECT id FROM operators WHERE id = $1 FOR UPDATE', [id]);
  const [session] = await query('SELECT id FROM operator_sessions WHERE id = $1', [sessionId]);
  if (!session) throw new Refusal('UNAUTHENTICATED');
}

/** LAST_LOGIN_METHOD when no second factor would be left. */
async function requireFactor(query: Query, { id }: OwnSession): Promise<void> {
  if ((await loginFactorsOf(query, id)).length === 0) throw new Refusal('LAST_LOGIN_METHOD');
}

/** Ends the other sessions after a change of the login, and all proofs and started ceremonies. */
async function endOthers(query: Query, { id, sessionId }: OwnSession): Promise<void> {
  await endSessionsOf(query, id, sessionId);
  await query('DELETE FROM operator_proofs WHERE session_id = $1', [sessionId]);
  await query('DELETE FROM operator_passkey_challenges WHERE session_id = $1', [sessionId]);
  await query('DELETE FROM operator_pending_totp_secrets WHERE operator_id = $1', [id]);
}
