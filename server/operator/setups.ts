import {
  confirmOperatorCall,
  operatorInvitationCall,
  operatorSetupPasskeyCall,
  operatorSetupPasskeyOptionsCall,
  setUpOperatorCall,
} from '../../contract/operatorSessions.ts';
import type { Rule } from '../../contract/rules.ts';
import { requireUncommon } from '../accounts/commonPasswords.ts';
import { creationOptions, keepPasskey } from '../auth/keptPasskeys.ts';
import { newTotpSecret, stepOfCode, tellTotpSecret } from '../auth/totp.ts';
import { passkeysOfOperators, verifyRegistration } from '../auth/webauthn.ts';
import { Refusal } from '../core/refusal.ts';
import { codesByAccount, giveBackAll, networkOf, takeUse } from '../core/throttle.ts';
import type { Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { wrongTokensByAddress } from './gate.ts';
import { type Entry, enter, type LoginWorld } from './logins.ts';
import { hashOf, type OperatorRow } from './operators.ts';

/** Registers the calls with which an invited operator sets up their login, once: a password, and an authenticator app or a passkey. */
export function operatorSetupCalls(route: Route, { database, passwords, sealer, url }: LoginWorld) {
  const party = () => ({ keeping: passkeysOfOperators, url: url() });

  route(operatorInvitationCall, async ({ body: { setup_code }, address, at }) => {
    const { name, role, expires_at } = await setupOf(setup_code, address, at);
    return { name, role, expires_at: expires_at.toISOString() };
  });

  route(setUpOperatorCall, async ({ body: { setup_code, password }, address, at }) => {
    const invited = await setupOf(setup_code, address, at);
    requireUncommon(password);
    const hashed = await passwords.hash('operator', password);
    const secret = newTotpSecret();
    const kept = await database.query(
      `UPDATE operator_setups SET password_hash = $2, secret = $3
       WHERE operator_id = $1 AND code_hash = $4 AND used_at IS NULL RETURNING operator_id`,
      [invited.id, hashed, sealer.seal(secret, invited.id), hashOf(setup_code)],
    );
    if (kept.length === 0) throw new Refusal('LINK_EXPIRED');
    return { name: invited.name, ...tellTotpSecret(secret, `operator ${invited.name}`) };
  });

  route(confirmOperatorCall, async ({ body: { setup_code, code }, address, requestId, at }) => {
    const invited = await setupOf(setup_code, address, at);
    await takeUse(database.query, codesByAccount, invited.id, at);
    const entry = { verb: 'POST /setup/confirm', requestId, address, at };
    const opened = await finish(invited, setup_code, entry, async (query, { secret }) => {
      if (secret === null) throw new Refusal('STATUS_CONFLICT');
      const found = stepOfCode(sealer.open(secret, invited.id), code, at);
      if (!found?.isTimely)
        throw new Refusal('VALIDATION_FAILED', { fields: { code: found ? 'clock_skew' : 'mismatch' } });
      await query(
        'INSERT INTO operator_totp_secrets (operator_id, secret, last_step, created_at) VALUES ($1, $2, $3, $4)',
        [invited.id, secret, found.step, at],
      );
    });
    await giveBackAll(database.query, codesByAccount, invited.id);
    return opened;
  });

  route(operatorSetupPasskeyOptionsCall, async ({ body: { setup_code }, address, at }) => {
    const invited = await setupOf(setup_code, address, at);
    if (invited.chosen_hash === null) throw new Refusal('STATUS_CONFLICT');
    await takeUse(database.query, codesByAccount, invited.id, at);
    return creationOptions(database.query, party(), invited, ceremonyOf(invited, at));
  });

  route(operatorSetupPasskeyCall, async ({ body, address, requestId, at }) => {
    const { setup_code, name, registration } = body;
    const invited = await setupOf(setup_code, address, at);
    const made = await verifyRegistration(database.query, party(), {
      registration,
      ...ceremonyOf(invited, at),
    });
    const entry = { verb: 'POST /setup/passkey', requestId, address, at };
    const opened = await finish(invited, setup_code, entry, async (query) => {
      const { transports = [] } = registration.response;
      await keepPasskey(query, passkeysOfOperators, { ownerId: invited.id, made, transports, name, at });
    });
    await giveBackAll(database.query, codesByAccount, invited.id);
    return opened;
  });

  /** The operator of a code. LINK_EXPIRED with the reason for an invalid one; RATE_LIMITED for an address with too many. */
  async function setupOf(code: string, address: string, at: Date): Promise<Invited> {
    const [found] = await database.query<Invited>(
      `SELECT operators.*, setup.expires_at, setup.used_at, setup.password_hash AS chosen_hash
       FROM operator_setups setup JOIN operators ON operators.id = operator_id WHERE code_hash = $1`,
      [hashOf(code)],
    );
    const reason = found ? reasonAgainst(found, at) : 'mismatch';
    if (found && reason === null) return found;
    await takeUse(database.query, wrongTokensByAddress, networkOf(address), at);
    throw new Refusal('LINK_EXPIRED', { fields: { setup_code: reason ?? 'mismatch' } });
  }

  /** Creates the login from the chosen password and the factor that `keep` stores, and opens its session: once, in one transaction. */
  function finish(
    invited: Invited,
    code: string,
    entry: Entry,
    keep: (query: Query, chosen: { readonly secret: Uint8Array | null }) => Promise<void>,
  ) {
    return database.transaction(async (query) => {
      // Locked first, in the same order as inviting and disabling do.
      await query('SELECT id FROM operators WHERE id = $1 FOR UPDATE', [invited.id]);
      const [chosen] = await query<{ password_hash: string | null; secret: Uint8Array | null }>(
        `SELECT password_hash, secret FROM operator_setups
         WHERE operator_id = $1 AND code_hash = $2 AND used_at IS NULL FOR UPDATE`,
        [invited.id, hashOf(code)],
      );
      if (!chosen) throw new Refusal('LINK_EXPIRED', { fields: { setup_code: 'used' } });
      if (chosen.password_hash === null) throw new Refusal('STATUS_CONFLICT');
      await keep(query, chosen);
      await query(
        'UPDATE operator_setups SET used_at = $2, password_hash = NULL, secret = NULL WHERE operator_id = $1',
        [invited.id, entry.at],
      );
      await query('UPDATE operators SET password_hash = $2 WHERE id = $1', [
        invited.id,
        chosen.password_hash,
      ]);
      return enter(query, invited, entry);
    });
  }
}

interface Invited extends OperatorRow {
  readonly expires_at: Date;
  readonly used_at: Date | null;
  /** Null until a password was chosen. */
  readonly chosen_hash: string | null;
}

function reasonAgainst({ used_at, expires_at }: Invited, at: Date): Rule | null {
  if (used_at !== null) return 'used';
  return expires_at <= at ? 'expired' : null;
}

function ceremonyOf({ id }: Invited, at: Date) {
  return { purpose: `set_up:${id}`, sessionId: null, at } as const;
}
