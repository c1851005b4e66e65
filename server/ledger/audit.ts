import { printMoney } from '../../contract/money.ts';
import type { AuditReport } from '../../contract/operator.ts';
import type { Token } from '../../contract/tokens.ts';
import type { Query } from '../database/db.ts';

interface Finding {
  readonly what: 'account' | 'token' | 'count';
  readonly owner_id: string | null;
  readonly token: string | null;
  readonly first: string;
  readonly second: string;
  readonly third: string;
  readonly fourth: string;
}

/** One statement, so that all of it is true of one moment, however busy the ledger is. */
const auditSql = `
WITH moved AS (
  SELECT owner_id, token, sum(amount) AS amount
  FROM (
    SELECT debit_owner_id AS owner_id, token, -sum(amount) AS amount FROM ledger_transfers GROUP BY debit_owner_id, token
    UNION ALL
    SELECT credit_owner_id, token, sum(amount) FROM ledger_transfers GROUP BY credit_owner_id, token
  ) AS side
  GROUP BY owner_id, token
), holding AS (
  SELECT owner_id, token, sum(amount) AS amount FROM ledger_holds WHERE status = 'active' GROUP BY owner_id, token
), checked AS (
  SELECT account.owner_id, account.token, account.kind, account.posted, account.held,
    coalesce(moved.amount, 0) AS moved, coalesce(holding.amount, 0) AS holding
  FROM ledger_accounts account
  LEFT JOIN moved ON moved.owner_id = account.owner_id AND moved.token = account.token
  LEFT JOIN holding ON holding.owner_id = account.owner_id AND holding.token = account.token
)
SELECT 'account' AS what, owner_id, token, posted AS first, moved AS second, held AS third, holding AS fourth
FROM checked WHERE posted <> moved OR held <> holding OR (kind = 'user' AND posted < held)
UNION ALL
SELECT 'token', NULL, token, sum(posted), coalesce(sum(posted) FILTER (WHERE kind = 'user'), 0), 0, 0
FROM checked GROUP BY token
UNION ALL
SELECT 'count', NULL, NULL, count(*), (SELECT count(*) FROM ledger_transfers),
  (SELECT count(*) FROM ledger_holds WHERE status = 'active'), 0
FROM checked
ORDER BY what, token, owner_id`;

/** Proves that every balance is the fold of its transfers, every held amount that of its active holds, and each token's sum zero. */
export async function audit(query: Query): Promise<AuditReport> {
  const listed = await query<Token>('SELECT symbol, name, decimals FROM tokens');
  const tokens = new Map(listed.map((token) => [token.symbol, token]));
  const amountOf = (symbol: string, minor: string) => {
    const token = tokens.get(symbol);
    return token ? printMoney({ token, minor: BigInt(minor) }) : minor;
  };
  const findings = await query<Finding>(auditSql);
  const count = findings.find(({ what }) => what === 'count');
  const faults = findings.flatMap((finding) => faultsIn(finding, amountOf));
  return {
    clean: faults.length === 0,
    accounts: Number(count?.first),
    transfers: Number(count?.second),
    holds: Number(count?.third),
    tokens: findings.flatMap(({ what, token, second }) =>
      what === 'token' && token !== null
        ? [{ symbol: token, held_for_customers: amountOf(token, second) }]
        : [],
    ),
    faults,
  };
}

function faultsIn(
  { what, owner_id, token, first, second, third, fourth }: Finding,
  amountOf: (symbol: string, minor: string) => string,
): string[] {
  if (what === 'count' || token === null) return [];
  const tell = (minor: string) => `${amountOf(token, minor)} ${token}`;
  if (what === 'token') return first === '0' ? [] : [`${token} sums to ${tell(first)}, not to zero`];
  const account = `account ${owner_id} in ${token}`;
  const faults: string[] = [];
  if (first !== second)
    faults.push(`${account} has ${tell(first)} posted, its transfers make ${tell(second)}`);
  if (third !== fourth)
    faults.push(`${account} has ${tell(third)} held, its active holds make ${tell(fourth)}`);
  if (faults.length === 0) faults.push(`${account} is overdrawn: ${tell(first)} posted, ${tell(third)} held`);
  return faults;
}
