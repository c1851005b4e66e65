import { beginRecoveryCall, stopRecoveryCall } from '../../contract/recovery.ts';
import { beginRecovery, type RecoveryRow, stopRecovery, tellRecovery } from '../accounts/recoveries.ts';
import { lockUser } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db, Query } from '../database/db.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import type { Route } from '../http/routes.ts';
import { isVerifiedSql } from '../kyc/verified.ts';
import type { FourEyes } from './fourEyes.ts';

interface World {
  readonly database: Db;
  readonly fourEyes: FourEyes;
  readonly outbox: EmailOutbox;
  /** How many hours before a recovery all addresses of the account are notified. */
  readonly waitHours: number;
}

export function recoveryProposalCalls(route: Route, { database, fourEyes, outbox, waitHours }: World) {
  const begin = fourEyes.guard(beginRecoveryCall, {
    needs: async () => true,
    async work(query, { id, email: named, reason }, at, { operator, approvedBy }) {
      const user = await lockUser(query, id);
      if (user.closed_at !== null) throw new Refusal('NOT_FOUND');
      await requireVerified(query, id, at);
      if (!outbox.isOpen)
        throw new Refusal('STATUS_CONFLICT', {
          detail: 'No mail server is set: nobody could be told of the recovery.',
        });
      const confirmed = user.email_confirmed_at === null ? null : user.email;
      const email = named ?? confirmed;
      if (email === null)
        throw new Refusal('VALIDATION_FAILED', {
          detail: 'The account has no verified email address: name one that the person reads.',
          fields: { email: 'required' },
        });
      if (email !== user.email) await requireFreeEmail(query, email);
      const beginning = { email, reason, proposedBy: operator, approvedBy, waitHours, at };
      return tell(await beginRecovery(query, user, beginning), at);
    },
  });
  route(beginRecoveryCall, begin);

  route(stopRecoveryCall, ({ body: { id }, operator, at }) =>
    database.transaction(async (query) => {
      await lockUser(query, id);
      const stopped = await stopRecovery(query, id, { outcome: 'operator', by: operator.name, at });
      if (!stopped) throw new Refusal('STATUS_CONFLICT', { detail: 'No recovery of this account goes on.' });
      return tell(stopped, at);
    }),
  );
}

async function requireVerified(query: Query, id: string, at: Date) {
  const verified = await query(`SELECT 1 FROM users WHERE id = $1 AND ${isVerifiedSql('$2')}`, [id, at]);
  if (verified.length === 0)
    throw new Refusal('KYC_REQUIRED', {
      detail: 'The identity of this account is not verified: there is nothing to compare the person with.',
    });
}

async function requireFreeEmail(query: Query, email: string) {
  const taken = await query('SELECT 1 FROM users WHERE email = $1', [email]);
  if (taken.length > 0) throw new Refusal('EMAIL_TAKEN', { fields: { email: 'taken' } });
}

const tell = (row: RecoveryRow, at: Date) => ({ id: row.user_id, ...tellRecovery(row, at) });
