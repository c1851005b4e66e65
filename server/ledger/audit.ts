import { printMoney } from '../../contract/money.ts';
import type { AuditReport } from '../../contract/operator.ts';
import { tokens as knownTokens } from '../../contract/tokens.ts';
import type { Query } from '../database/db.ts';
import type { Snapshot } from '../database/snapshot.ts';
import { type AccountRow, auditChains } from './auditChains.ts';
import { type Amounts, amountsOf, createFindings, type Findings } from './findings.ts';
import { totalsOf } from './totals.ts';

/** The number of accounts read at once. */
const sliceSize = 200;

/** The outputs of a running audit. */
export interface Watched {
  readonly findings: Findings;
  /** Receives the progress, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

interface Options extends Partial<Watched> {
  /** Reads all totals at one moment. Left out when nothing can move meanwhile, as in a transaction of the caller. */
  readonly snapshot?: Snapshot;
}

/**
 * Proves that every account's transfers are the written ones, in order (`chain.ts`), that every balance is their sum
 * and every held amount that of the active holds, and that each token's sum is zero. Reads slices, each consistent in itself: an
 * account and its holds in one statement, then the transfers up to there, which never change. Money may move meanwhile. No statement
 * grows with the ledger, so that none exceeds the server's time limit for statements.
 */
export async function audit(
  query: Query,
  options: Options = {},
): Promise<Omit<AuditReport, 'last' | 'progress'>> {
  const { findings = createFindings(), onProgress, snapshot = (work) => work(query) } = options;
  const amounts = await amountsOf(query);
  const decimals = await decimalsOf(query);
  const totals = await snapshot(totalsOf);
  const legs = totals.reduce((all, { places }) => all + places, 0);
  let holds = 0;
  let read = 0;
  let after: Pick<AccountRow, 'owner_id' | 'token'> = { owner_id: nobody, token: '' };
  for (;;) {
    const accounts = await query<AccountRow>(accountsSql, [after.owner_id, after.token, sliceSize]);
    const last = accounts.at(-1);
    if (!last) break;
    after = last;
    for (const account of accounts) {
      judgeHeld(account, { findings, amounts });
      holds += account.active_holds;
    }
    await auditChains(query, accounts, {
      findings,
      amounts,
      onRead: (count) => {
        read += count;
        onProgress?.(Math.min(1, read / Math.max(1, legs)));
      },
    });
  }
  for (const { token, posted } of totals) {
    if (posted !== 0n)
      findings.add(`sum ${token}`, `${token} sums to ${amounts(String(posted), token)}, not to zero`);
  }
  for (const { id } of await query<{ id: string }>(unchainedSql))
    findings.add(`unchained ${id}`, `transfer ${id} is in no chain`);
  return {
    clean: findings.count === 0,
    accounts: totals.reduce((all, { accounts }) => all + accounts, 0),
    transfers: Math.floor(legs / 2),
    holds,
    tokens: totals.map(({ token, customers }) => ({
      symbol: token,
      held_for_customers: printMoney({
        token: { ...knownTokens.USDT, symbol: token, decimals: decimals.get(token) ?? 0 },
        minor: customers,
      }),
    })),
    faults: [...findings.list()],
  };
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** An account, its holds, and the last positions of transfers in its chain, read at one moment. */
const accountsSql = `
SELECT account.owner_id, account.token, account.kind, account.posted, account.held, account.chain_length, account.chain_head,
  hold.amount AS holding, hold.count::int AS active_holds,
  greatest(
    (SELECT max(debit_position) FROM ledger_transfers WHERE debit_owner_id = account.owner_id AND token = account.token),
    (SELECT max(credit_position) FROM ledger_transfers WHERE credit_owner_id = account.owner_id AND token = account.token)
  ) AS last_position
FROM ledger_accounts account CROSS JOIN LATERAL (
  SELECT coalesce(sum(amount), 0) AS amount, count(*) AS count FROM ledger_holds hold
  WHERE hold.owner_id = account.owner_id AND hold.token = account.token AND hold.status = 'active'
) AS hold
WHERE (account.owner_id, account.token) > ($1, $2)
ORDER BY account.owner_id, account.token LIMIT $3`;

const unchainedSql = `
SELECT id FROM ledger_transfers WHERE debit_position IS NULL ORDER BY created_at, id LIMIT 100`;

async function decimalsOf(query: Query): Promise<ReadonlyMap<string, number>> {
  const listed = await query<{ symbol: string; decimals: number }>('SELECT symbol, decimals FROM tokens');
  return new Map(listed.map(({ symbol, decimals }) => [symbol, decimals]));
}

function judgeHeld(account: AccountRow, { findings, amounts }: { findings: Findings; amounts: Amounts }) {
  const { owner_id, token, kind, posted, held, holding } = account;
  const name = `account ${owner_id} in ${token}`;
  const print = (minor: string) => amounts(minor, token);
  if (held !== holding) {
    findings.add(
      `held ${owner_id} ${token}`,
      `${name} has ${print(held)} held, its active holds make ${print(holding)}`,
    );
  } else if (kind === 'user' && BigInt(posted) < BigInt(held)) {
    findings.add(
      `overdrawn ${owner_id} ${token}`,
      `${name} is overdrawn: ${print(posted)} posted, ${print(held)} held`,
    );
  }
}
