import type { Query } from '../database/db.ts';
import { floatOwner, systemOwners } from '../ledger/accounts.ts';
import type { Watched } from '../ledger/audit.ts';
import { type Amounts, amountsOf } from '../ledger/findings.ts';

/** About how many operations one statement judges. */
const sliceSize = 500;

const first = 0n;
const last = (1n << 128n) - 1n;

/**
 * Checks the records against the ledger, operation by operation: every completed transaction of a history has its transfers, and every transfer
 * its transactions or its float booking; exchanges, deposits and holds match their transactions. Reads slices of operations, each in one statement:
 * the parts of an operation are committed together, so each slice is consistent while money moves. A deposit that came back after
 * it had failed has a new transaction, and the failed one has no record.
 */
export async function auditOperations(query: Query, { findings, onProgress }: Watched): Promise<void> {
  const amounts = await amountsOf(query);
  for (let from = first; from <= last; ) {
    const [edge] = await query<{ id: string }>(edgeSql, [uuidOf(from), sliceSize - 1]);
    const to = edge ? numberOf(edge.id) : last;
    const found = await query<Finding>(sliceSql, [uuidOf(from), uuidOf(to)]);
    for (const each of found) findings.add(faultOf(each), sentenceOf(each, amounts));
    from = to + 1n;
    onProgress?.(Number(from >> 64n) / 2 ** 64);
  }
}

/** Ids are random, so slices are cut by the table with the most rows. */
const edgeSql = `
SELECT id FROM (
  (SELECT operation_id AS id FROM transactions WHERE operation_id >= $1 ORDER BY operation_id OFFSET $2 LIMIT 1)
  UNION ALL
  (SELECT operation_id FROM ledger_transfers WHERE operation_id >= $1 ORDER BY operation_id OFFSET $2 LIMIT 1)
  UNION ALL
  (SELECT id FROM exchanges WHERE id >= $1 ORDER BY id OFFSET $2 LIMIT 1)
  UNION ALL
  (SELECT transaction_id FROM deposits WHERE transaction_id >= $1 ORDER BY transaction_id OFFSET $2 LIMIT 1)
  UNION ALL
  (SELECT id FROM ledger_holds WHERE id >= $1 ORDER BY id OFFSET $2 LIMIT 1)
) AS edge ORDER BY id LIMIT 1`;

interface Finding {
  readonly what: keyof typeof sentences;
  /** The operation, transaction, exchange, deposit, hold or transfer of the fault. */
  readonly id: string;
  readonly other: string | null;
  readonly token: string | null;
  readonly first: string | null;
  readonly second: string | null;
}

const { chain, fees, exchange } = systemOwners;

/** A withdrawal is checked with its fee, and an exchange's other side by its own record. A transaction's hold has the transaction's id. */
const sliceSql = `
WITH line AS (
  SELECT * FROM transactions WHERE operation_id BETWEEN $1 AND $2
), movement AS (
  SELECT * FROM ledger_transfers WHERE operation_id BETWEEN $1 AND $2
), exchanged AS (
  SELECT * FROM exchanges WHERE id BETWEEN $1 AND $2
), deposited AS (
  SELECT * FROM deposits WHERE transaction_id BETWEEN $1 AND $2
), holding AS (
  SELECT * FROM ledger_holds WHERE id BETWEEN $1 AND $2 AND kind = 'withdrawal'
), told AS (
  SELECT operation_id, owner_id, token, sum(amount) AS amount FROM (
    SELECT operation_id, user_id AS owner_id, token,
      CASE WHEN kind IN ('receive', 'deposit') THEN amount - fee ELSE -(amount + fee) END AS amount
    FROM line WHERE status = 'completed'
    UNION ALL
    SELECT operation_id, '${fees}'::uuid, token, fee FROM line WHERE status = 'completed'
    UNION ALL
    SELECT id, user_id, to_token, receive FROM exchanged WHERE status = 'completed'
    UNION ALL
    SELECT id, '${floatOwner}', token, amount FROM treasury_bookings WHERE id BETWEEN $1 AND $2 AND amount <> 0
  ) AS side GROUP BY operation_id, owner_id, token
), moved AS (
  SELECT operation_id, owner_id, token, sum(amount) AS amount FROM (
    SELECT operation_id, debit_owner_id AS owner_id, token, -amount AS amount FROM movement
    UNION ALL
    SELECT operation_id, credit_owner_id, token, amount FROM movement
  ) AS side WHERE owner_id NOT IN ('${chain}', '${exchange}') GROUP BY operation_id, owner_id, token
)
SELECT 'moved' AS what, operation_id AS id, owner_id::text AS other, token, 
  coalesce(moved.amount, 0)::text AS first, coalesce(told.amount, 0)::text AS second
FROM told FULL JOIN moved USING (operation_id, owner_id, token)
WHERE coalesce(told.amount, 0) <> coalesce(moved.amount, 0)
UNION ALL
SELECT 'direction', id, operation_id::text, token, NULL, NULL FROM movement
WHERE (kind = 'deposit') <> (debit_owner_id = '${chain}' AND credit_owner_id <> '${floatOwner}')
  OR (kind = 'withdrawal') <> (credit_owner_id = '${chain}' AND debit_owner_id <> '${floatOwner}')
  OR (kind = 'float') <> ('${floatOwner}' IN (debit_owner_id, credit_owner_id))
  OR kind = 'float' AND '${chain}' NOT IN (debit_owner_id, credit_owner_id)
  OR (kind = 'fee') <> (credit_owner_id = '${fees}')
  OR (kind = 'exchange') <> ('${exchange}' IN (debit_owner_id, credit_owner_id))
  OR debit_owner_id = '${fees}'
UNION ALL
SELECT 'recipient', line.id, movement.id::text, NULL, NULL, NULL
FROM line JOIN movement ON movement.operation_id = line.operation_id AND movement.kind = 'send'
LEFT JOIN deposit_addresses address ON address.address = line.counterparty
WHERE line.status = 'completed' AND (
  line.kind IN ('send', 'withdraw') AND address.user_id IS DISTINCT FROM movement.credit_owner_id
  OR line.kind = 'receive' AND line.counterparty IS NOT NULL AND address.user_id IS DISTINCT FROM movement.debit_owner_id)
UNION ALL
SELECT 'step', line.id, NULL, NULL, line.status, newest.status
FROM line LEFT JOIN LATERAL (
  SELECT status FROM transaction_steps WHERE transaction_id = line.id ORDER BY position DESC LIMIT 1
) AS newest ON true
WHERE newest.status IS DISTINCT FROM line.status
UNION ALL
SELECT CASE WHEN exchanged.id IS NULL THEN 'exchange_lost' WHEN line.id IS NULL THEN 'exchange_untold' ELSE 'exchange_differs' END,
  coalesce(exchanged.id, line.operation_id), line.id::text, NULL, NULL, NULL
FROM exchanged FULL JOIN (SELECT * FROM line WHERE kind = 'exchange') AS line ON line.operation_id = exchanged.id
WHERE (exchanged.user_id, exchanged.status, exchanged.from_token, exchanged.to_token, exchanged.pay, exchanged.fee)
  IS DISTINCT FROM (line.user_id, line.status, line.token, line.received_token, line.amount + line.fee, line.fee)
UNION ALL
SELECT CASE WHEN line.id IS NULL THEN 'deposit_untold' ELSE 'deposit_differs' END, transaction_id, line.id::text, NULL, NULL, NULL
FROM deposited LEFT JOIN line ON line.id = transaction_id AND line.kind = 'deposit'
WHERE (deposited.user_id, deposited.token, deposited.amount, deposited.tx_hash, ended_at IS NULL)
  IS DISTINCT FROM (line.user_id, line.token, line.amount, line.tx_hash, line.status IN ('pending', 'processing'))
UNION ALL
SELECT 'deposit_lost', line.id, NULL, NULL, NULL, NULL
FROM line LEFT JOIN deposited ON transaction_id = line.id
WHERE line.kind = 'deposit' AND line.tx_hash IS NOT NULL AND line.status <> 'failed' AND transaction_id IS NULL
UNION ALL
SELECT CASE WHEN holding.id IS NULL THEN 'hold_lost' ELSE 'hold_differs' END, line.id, NULL, line.token, (line.amount + line.fee)::text, holding.amount::text
FROM line LEFT JOIN holding ON holding.id = line.id AND holding.status = 'active'
WHERE line.kind IN ('send', 'withdraw') AND line.status IN ('pending', 'processing')
  AND (holding.owner_id, holding.token, holding.amount) IS DISTINCT FROM (line.user_id, line.token, line.amount + line.fee)
UNION ALL
SELECT CASE WHEN line.id IS NULL THEN 'hold_untold' ELSE 'hold_ended' END, holding.id, holding.status, holding.token, holding.amount::text, line.status
FROM holding LEFT JOIN line ON line.id = holding.id AND line.kind IN ('send', 'withdraw')
WHERE holding.status IS DISTINCT FROM CASE line.status
  WHEN 'pending' THEN 'active' WHEN 'processing' THEN 'active' WHEN 'completed' THEN 'captured' ELSE 'released' END
  OR line.id IS NULL
ORDER BY id, what, other`;

type Told = Omit<Finding, 'what'>;

const sentences = {
  moved: ({ id, other, token, first, second }: Told, print: Amounts) =>
    `operation ${id} moved ${print(first, token)} for account ${other}, its records tell of ${print(second, token)}`,
  direction: ({ id, other }: Told) =>
    `transfer ${id} of operation ${other} is not between the accounts that its kind tells`,
  recipient: ({ id, other }: Told) => `transaction ${id} names another party than its transfer ${other}`,
  step: ({ id, first, second }: Told) =>
    `transaction ${id} is ${first}, the last step of its timeline is ${second ?? 'missing'}`,
  exchange_lost: ({ id, other }: Told) => `exchange ${id} has no record, only transaction ${other}`,
  exchange_untold: ({ id }: Told) => `exchange ${id} has no transaction in the history`,
  exchange_differs: ({ id, other }: Told) => `exchange ${id} and its transaction ${other} differ`,
  deposit_untold: ({ id }: Told) => `deposit ${id} has no transaction in the history`,
  deposit_differs: ({ id }: Told) => `deposit ${id} and its transaction differ`,
  deposit_lost: ({ id }: Told) => `transaction ${id} is a deposit from the network that has no record`,
  hold_lost: ({ id, token, first }: Told, print: Amounts) =>
    `transaction ${id} waits without its hold of ${print(first, token)}`,
  hold_differs: ({ id, token, first, second }: Told, print: Amounts) =>
    `transaction ${id} should hold ${print(first, token)}, its hold is ${print(second, token)} or another account's`,
  hold_untold: ({ id, token, first }: Told, print: Amounts) =>
    `hold ${id} of ${print(first, token)} has no transaction in the history`,
  hold_ended: ({ id, other, second }: Told) => `hold ${id} is ${other}, its transaction is ${second}`,
} as const;

function faultOf({ what, id, other, token }: Finding): string {
  return what === 'moved' ? `${what} ${id} ${other} ${token}` : `${what} ${id}`;
}

function sentenceOf({ what, ...told }: Finding, print: Amounts): string {
  return sentences[what](told, print);
}

function uuidOf(number: bigint): string {
  const digits = number.toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function numberOf(uuid: string): bigint {
  return BigInt(`0x${uuid.replaceAll('-', '')}`);
}
