import {
  addTotpCall,
  confirmTotpCall,
  factorsCall,
  removeTotpCall,
  renewRecoveryCodesCall,
} from '../../contract/factors.ts';
import { forgetDevices } from '../accounts/knownDevices.ts';
import { requireUnlocked } from '../accounts/securitySettings.ts';
import { closeSessions } from '../accounts/sessions.ts';
import { Refusal } from '../core/refusal.ts';
import { giveBackAll, guessesBySession, takeUse } from '../core/throttle.ts';
import type { Db } from '../database/db.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import type { Route } from '../http/routes.ts';
import { keepNotices } from '../notices/notices.ts';
import { lockFactors, requireAddable, secondFactorsOf, settleFactors } from './factors.ts';
import { tellPasskeysOf } from './keptPasskeys.ts';
import { nameOf } from './passkeys.ts';
import { countRecoveryCodes, makeRecoveryCodes } from './recoveryCodes.ts';
import type { Sealer } from './sealed.ts';
import { takeProof } from './stepUp.ts';
import { newTotpSecret, stepOfCode, tellTotpSecret } from './totp.ts';
import { passkeysOfPeople } from './webauthn.ts';

/** Long enough for installing an app. */
const pendingLife = 15 * 60_000;

interface World {
  readonly database: Db;
  readonly outbox: EmailOutbox;
  readonly sealer: Sealer;
}

/** Registers the calls that add and remove a person's second factors (decision 106). */
export function factorCalls(route: Route, { database, outbox, sealer }: World) {
  route(factorsCall, async ({ session: { user } }) => {
    const [totp] = await database.query<{ created_at: Date; last_used_at: Date | null }>(
      'SELECT created_at, last_used_at FROM totp_secrets WHERE user_id = $1',
      [user.id],
    );
    return {
      totp: totp
        ? {
            created_at: totp.created_at.toISOString(),
            last_used_at: totp.last_used_at?.toISOString() ?? null,
          }
        : null,
      passkeys: await tellPasskeysOf(database.query, passkeysOfPeople, user.id),
      recovery_codes_left: await countRecoveryCodes(database.query, user.id),
    };
  });

  route(addTotpCall, async ({ session, stepUp, at }) => {
    const { user } = session;
    const secret = newTotpSecret();
    await database.transaction(async (query) => {
      await lockFactors(query, user.id);
      await requireAddable(query, user.id, at);
      await takeProof(query, session, 'factors', { shown: stepUp, hasEmails: outbox.isOpen, at });
      await query(
        `INSERT INTO pending_totp_secrets (user_id, session_id, secret, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id) DO UPDATE
           SET session_id = excluded.session_id, secret = excluded.secret, expires_at = excluded.expires_at`,
        [user.id, session.id, sealer.seal(secret, user.id), new Date(at.getTime() + pendingLife)],
      );
    });
    return tellTotpSecret(secret, nameOf(user));
  });

  route(confirmTotpCall, async ({ body, session, language, at }) => {
    const { user } = session;
    await takeUse(database.query, guessesBySession, session.id, at);
    const recovery_codes = await database.transaction(async (query) => {
      await lockFactors(query, user.id);
      const [pending] = await query<{ secret: Uint8Array }>(
        'SELECT secret FROM pending_totp_secrets WHERE user_id = $1 AND session_id = $2 AND expires_at > $3',
        [user.id, session.id, at],
      );
      if (!pending) throw new Refusal('STATUS_CONFLICT');
      await requireAddable(query, user.id, at);
      const found = stepOfCode(sealer.open(pending.secret, user.id), body.code, at);
      if (!found?.isTimely)
        throw new Refusal('VALIDATION_FAILED', { fields: { code: found ? 'clock_skew' : 'mismatch' } });
      await query(
        `INSERT INTO totp_secrets (user_id, secret, last_step, created_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, last_step = excluded.last_step,
           created_at = excluded.created_at, last_used_at = NULL`,
        [user.id, pending.secret, found.step, at],
      );
      await settleFactors(query, user.id);
      await keepNotices(query, [{ userId: user.id, occasion: 'totpAdded', language, at }]);
      return makeRecoveryCodes(query, user.id, at);
    });
    await giveBackAll(database.query, guessesBySession, session.id);
    return { recovery_codes };
  });

  route(removeTotpCall, async ({ session, device, stepUp, language, at }) => {
    const { user } = session;
    await database.transaction(async (query) => {
      await lockFactors(query, user.id);
      const [has] = await query('SELECT 1 FROM totp_secrets WHERE user_id = $1', [user.id]);
      if (!has) throw new Refusal('NOT_FOUND');
      await requireUnlocked(query, user.id, at);
      await takeProof(query, session, 'factors', { shown: stepUp, hasEmails: outbox.isOpen, at });
      await query('DELETE FROM totp_secrets WHERE user_id = $1', [user.id]);
      await settleFactors(query, user.id);
      await closeSessions(query, user.id, session.id);
      await forgetDevices(query, user.id, device.shown);
      await keepNotices(query, [{ userId: user.id, occasion: 'totpRemoved', language, at }]);
    });
    return undefined;
  });

  route(renewRecoveryCodesCall, async ({ session, stepUp, language, at }) => {
    const { user } = session;
    const recovery_codes = await database.transaction(async (query) => {
      await lockFactors(query, user.id);
      if ((await secondFactorsOf(query, user.id)).length === 0) throw new Refusal('NOT_FOUND');
      await requireUnlocked(query, user.id, at);
      await takeProof(query, session, 'factors', { shown: stepUp, hasEmails: outbox.isOpen, at });
      await keepNotices(query, [{ userId: user.id, occasion: 'recoveryCodesRenewed', language, at }]);
      return makeRecoveryCodes(query, user.id, at);
    });
    return { recovery_codes };
  });
}
