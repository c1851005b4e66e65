import { printMoney } from '../../contract/money.ts';
import type { AuditReport } from '../../contract/operator.ts';
import { tokens as knownTokens } from '../../contract/tokens.ts';
import type { Query } from '../database/db.ts';
import { type AccountRow, auditChains } from './auditChains.ts';
import { type Amounts, amountsOf, createFindings, type Findings } from './findings.ts';

/** Accounts that are read at once. */
const sliceSize = 200;

/** What an audit tells while it runs. */
export interface Watched {
  readonly findings: Findings;
  /** Hears how much is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Proves that every account's transfers are those that were written, in their order (`chain.ts`), that every balance is their fold
 * and every held amount that of the active holds, and that each token's sum is zero. Reads slices, each true of one moment: an
 * account and its holds in one statement, then the transfers up to there, which never change. Money may move meanwhile.
 */
export async function audit(
  query: Query,
  watched: Partial<Watched> = {},
): Promise<Omit<AuditReport, 'last' | 'progress'>> {
  const { findings = createFindings(), onProgress } = watched;
  const amounts = await amountsOf(query);
  const sums = await sumsOf(query);
  const legs = sums.reduce((all, { links }) => all + Number(links), 0);
  let read = 0;
  let after: Pick<AccountRow, 'owner_id' | 'token'> = { owner_id: nobody, token: '' };
  for (;;) {
    const accounts = await query<AccountRow>(accountsSql, [after.owner_id, after.token, sliceSize]);
    const last = accounts.at(-1);
    if (!last) break;
    after = last;
    for (const account of accounts) judgeHeld(account, { findings, amounts });
    await auditChains(query, accounts, {
      findings,
      amounts,
      onRead: (count) => {
        read += count;
        onProgress?.(Math.min(1, read / Math.max(1, legs)));
      },
    });
  }
  for (const { token, sum } of sums) {
    if (sum !== '0') findings.add(`${token} sums to ${amounts(sum, token)}, not to zero`);
  }
  for (const { id } of await query<{ id: string }>(unchainedSql))
    findings.add(`transfer ${id} is in no chain`);
  const [holds] = await query<{ count: number }>(
    "SELECT count(*)::int AS count FROM ledger_holds WHERE status = 'active'",
  );
  return {
    clean: findings.count === 0,
    accounts: sums.reduce((all, { accounts }) => all + accounts, 0),
    transfers: Math.floor(legs / 2),
    holds: holds?.count ?? 0,
    tokens: sums.map(({ token, customers, decimals }) => ({
      symbol: token,
      held_for_customers: printMoney({
        token: { ...knownTokens.USDT, symbol: token, decimals },
        minor: BigInt(customers),
      }),
    })),
    faults: [...findings.list()],
  };
}

const nobody = '00000000-0000-0000-0000-000000000000';

/** An account, its holds, and the last places that transfers claim in its chain, all of one moment. */
const accountsSql = `
SELECT account.owner_id, account.token, account.kind, account.posted, account.held, account.chain_length, account.chain_head,
  coalesce((SELECT sum(amount) FROM ledger_holds hold
    WHERE hold.owner_id = account.owner_id AND hold.token = account.token AND hold.status = 'active'), 0) AS holding,
  greatest(
    (SELECT max(debit_position) FROM ledger_transfers WHERE debit_owner_id = account.owner_id AND token = account.token),
    (SELECT max(credit_position) FROM ledger_transfers WHERE credit_owner_id = account.owner_id AND token = account.token)
  ) AS last_position
FROM ledger_accounts account
WHERE (account.owner_id, account.token) > ($1, $2)
ORDER BY account.owner_id, account.token LIMIT $3`;

const unchainedSql = `
SELECT id FROM ledger_transfers WHERE debit_position IS NULL ORDER BY created_at, id LIMIT 100`;

interface Sum {
  readonly token: string;
  readonly decimals: number;
  readonly accounts: number;
  readonly links: string;
  readonly sum: string;
  readonly customers: string;
}

/** One statement, so that each sum is of one moment. */
function sumsOf(query: Query): Promise<Sum[]> {
  return query<Sum>(
    `SELECT account.token, coalesce(tokens.decimals, 0) AS decimals, count(*)::int AS accounts,
      coalesce(sum(chain_length), 0) AS links, sum(posted) AS sum,
      coalesce(sum(posted) FILTER (WHERE kind = 'user'), 0) AS customers
    FROM ledger_accounts account LEFT JOIN tokens ON tokens.symbol = account.token
    GROUP BY account.token, tokens.decimals ORDER BY account.token`,
  );
}

function judgeHeld(account: AccountRow, { findings, amounts }: { findings: Findings; amounts: Amounts }) {
  const { owner_id, token, kind, posted, held, holding } = account;
  const name = `account ${owner_id} in ${token}`;
  const print = (minor: string) => amounts(minor, token);
  if (held !== holding) {
    findings.add(`${name} has ${print(held)} held, its active holds make ${print(holding)}`);
  } else if (kind === 'user' && BigInt(posted) < BigInt(held)) {
    findings.add(`${name} is overdrawn: ${print(posted)} posted, ${print(held)} held`);
  }
}
