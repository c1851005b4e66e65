import { printMoney } from '../../contract/money.ts';
import { changeSecuritySettingsCall, securitySettingsCall } from '../../contract/securitySettings.ts';
import { valueToken } from '../../contract/tokens.ts';
import {
  judgeChange,
  keepSecurity,
  type SecurityState,
  securityOf,
  settingsLocked,
} from '../accounts/securitySettings.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/db.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import type { Route } from '../http/routes.ts';
import { keepNotices } from '../notices/notices.ts';
import { takeProof } from './stepUp.ts';

interface World {
  readonly database: Db;
  readonly outbox: EmailOutbox;
  /** The limit as in `createPaymentProofs`. */
  readonly stepUpAbove: bigint;
}

/** Registers the calls about a person's own limits and the lock of the settings (decision 119). */
export function securitySettingsCalls(route: Route, { database, outbox, stepUpAbove }: World) {
  const server = { proofAbove: printMoney({ token: valueToken, minor: stepUpAbove }) };

  route(securitySettingsCall, async ({ session: { user }, at }) =>
    tell(await securityOf(database.query, user.id, at)),
  );

  route(changeSecuritySettingsCall, async ({ body, session, stepUp, language, at }) => {
    const { id } = session.user;
    return database.transaction(async (query) => {
      // Payments take the same lock, so that each of them is judged before or after the change.
      const [open] = await query(
        'SELECT id FROM users WHERE id = $1 AND closed_at IS NULL FOR NO KEY UPDATE',
        [id],
      );
      if (!open) throw new Refusal('UNAUTHENTICATED');
      const before = await securityOf(query, id, at);
      const judged = judgeChange(before, body, server, at);
      if (judged.outcome === 'locked') throw settingsLocked(judged.until);
      if (judged.needsProof)
        await takeProof(query, session, 'security', { shown: stepUp, hasEmails: outbox.isOpen, at });
      await keepSecurity(query, id, judged.security, at);
      if (judged.needsProof) {
        const isPhrase = judged.security.values.phrase !== before.values.phrase;
        await keepNotices(
          query,
          occasionsOf(body, isPhrase).map((occasion) => ({ userId: id, occasion, language, at })),
        );
      }
      return tell(judged.security);
    });
  });
}

/** The phrase is told by itself, because a change of it says nothing of a limit that was raised with it. */
function occasionsOf({ phrase, ...others }: Readonly<Record<string, unknown>>, isPhrase: boolean) {
  const isMore = !isPhrase || Object.values(others).some((value) => value !== undefined);
  return [
    ...(isPhrase ? (['phraseChanged'] as const) : []),
    ...(isMore ? (['settingsChanged'] as const) : []),
  ];
}

function tell({ values, pending }: SecurityState) {
  return { ...values, pending: pending.map((change) => ({ ...change, from: change.from.toISOString() })) };
}
