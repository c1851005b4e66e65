import { printMoney } from '../../contract/money.ts';
import {
  auditCall,
  createAccountCall,
  depositCall,
  freezeCall,
  unfreezeCall,
} from '../../contract/operator.ts';
import type { Token } from '../../contract/tokens.ts';
import { recordEvent } from '../accounts/accountEvents.ts';
import { requireUncommon } from '../accounts/commonPasswords.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { openAccount } from '../accounts/registration.ts';
import { freezeAccount, tellUser, type UserRow, unfreezeAccount, userByEmail } from '../accounts/users.ts';
import type { Auditor } from '../audit/auditor.ts';
import { Refusal } from '../core/refusal.ts';
import { announce } from '../database/announce.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { balancesOf } from '../ledger/accounts.ts';
import { deposit } from '../ledger/deposits.ts';
import { readAmount } from '../tokens/amounts.ts';
import { ensureTokenAccount, requireListing } from '../tokens/listings.ts';
import { notificationsTopic } from '../topics/topics.ts';
import { recordTransaction } from '../transactions/records.ts';

/** Registers the operator's calls. */
export function operatorCalls(
  route: Route,
  { database, passwords, auditor }: { database: Db; passwords: Passwords; auditor: Auditor },
) {
  route(createAccountCall, async ({ body, at }) => {
    const { password, ...person } = body;
    requireUncommon(password);
    const password_hash = await passwords.hash('operator', password);
    return database.transaction(async (query) => {
      const user = await openAccount(query, { ...person, password_hash }, at);
      await recordEvent(query, { userId: user.id, type: 'registration_email', at });
      return tellUser(user);
    });
  });

  route(depositCall, async ({ body, at }) => {
    const token = await requireListing(database.query, body.token);
    const amount = readDeposit(body.amount, token);
    const user = await userByEmail(database.query, body.email);
    if (!user) throw new Refusal('NOT_FOUND');
    return database.transaction(async (query) => {
      await ensureTokenAccount(query, { ownerId: user.id, symbol: token.symbol, at });
      const result = await deposit(query, {
        id: body.id,
        ownerId: user.id,
        token: body.token,
        amount,
        operationId: body.id,
        at,
      });
      if (!result.ok)
        throw new Refusal(result.problem === 'id_reused' ? 'IDEMPOTENCY_MISMATCH' : 'NOT_FOUND');
      if (!result.value.replayed) {
        await recordTransaction(query, {
          id: body.id,
          userId: user.id,
          operationId: body.id,
          kind: 'deposit',
          token: body.token,
          amount,
          timeline: [{ status: 'completed', at }],
        });
      }
      const balances = await balancesOf(query, user.id);
      const available = balances.find((each) => each.token === body.token)?.available ?? 0n;
      return {
        id: body.id,
        token: body.token,
        amount: printMoney({ token, minor: amount }),
        available: printMoney({ token, minor: available }),
      };
    });
  });

  const announced = (change: (query: Query) => Promise<UserRow>) =>
    database.transaction(async (query) => {
      const user = await change(query);
      // Their open pages hear of it at once.
      await announce(query, notificationsTopic(user.id));
      return tellUser(user);
    });
  route(freezeCall, ({ body: { email, ...given }, at }) =>
    announced((query) => freezeAccount(query, email, { ...given, at })),
  );
  route(unfreezeCall, ({ body, at }) => announced((query) => unfreezeAccount(query, body.email, at)));

  route(auditCall, ({ at }) => auditor.report(at));
}

/** More than any supply, and far from what a column can hold. */
const largestDeposit = 10n ** 15n;

/** Reads what arrives, in minor units. */
export function readDeposit(text: string, token: Token): bigint {
  const amount = readAmount(text, token);
  if (amount > largestDeposit * 10n ** BigInt(token.decimals)) throw new Refusal('AMOUNT_TOO_LARGE');
  return amount;
}
