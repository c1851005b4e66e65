import { recoverAccountCall } from '../../contract/recovery.ts';
import { requireUncommon } from '../accounts/commonPasswords.ts';
import { forgetDevices } from '../accounts/knownDevices.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { findRecovery, finishRecovery } from '../accounts/recoveries.ts';
import { closeSessions } from '../accounts/sessions.ts';
import { voidPart } from '../accounts/unfreezing.ts';
import { confirmEmail, lockUser } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import { failuresByAccount, giveBackAll, networkOf, proofsByAddress, takeUse } from '../core/throttle.ts';
import type { Db, Query } from '../database/db.ts';
import { voidTokens } from '../email/tokens.ts';
import type { Route } from '../http/routes.ts';

interface World {
  readonly database: Db;
  readonly passwords: Passwords;
}

/** The tables of everything by which a person could log in or prove themselves before a recovery. */
const methodTables = [
  'identities',
  'passkeys',
  'totp_secrets',
  'pending_totp_secrets',
  'recovery_codes',
] as const;

/** Registers the call for the link of a recovery (decision 123). */
export function recoveryCalls(route: Route, { database, passwords }: World) {
  route(recoverAccountCall, async ({ body, address, at }) => {
    const network = networkOf(address);
    await takeUse(database.query, proofsByAddress, network, at);
    // Checked before hashing, so that an invalid token costs no hash.
    const found = await findRecovery(database.query, body.token, at);
    requireUncommon(body.password, found);
    const password_hash = await passwords.hash(network, body.password);
    await database.transaction(async (query) => {
      const user = await lockUser(query, found.user_id);
      // Checked again with the account locked, because it may have been used or stopped meanwhile.
      const recovery = await findRecovery(query, body.token, at);
      if (recovery.account_email !== user.email) throw new Refusal('LINK_EXPIRED');
      await query('UPDATE users SET password_hash = $2 WHERE id = $1', [user.id, password_hash]);
      await confirmEmail(query, user.id, recovery.email, at);
      await removeMethods(query, user.id);
      await giveBackAll(query, failuresByAccount, recovery.email);
      await finishRecovery(query, recovery, at);
    });
    return undefined;
  });
}

/** Invalidates all passwords, factors, identities, proofs and links from before. */
async function removeMethods(query: Query, userId: string): Promise<void> {
  for (const table of methodTables) await query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
  await closeSessions(query, userId, null);
  await forgetDevices(query, userId, null);
  await voidTokens(query, userId);
  await query("UPDATE security_settings SET pending = '[]' WHERE user_id = $1", [userId]);
  // A proof of identity for lifting a freeze was made with methods that are removed here.
  await voidPart(query, userId, 'proven');
}
