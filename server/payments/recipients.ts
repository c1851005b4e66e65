import type { Rule } from '../../contract/rules.ts';
import type { TransactionQuote } from '../../contract/transactions.ts';
import { readAddress } from '../../contract/walletAddress.ts';
import { Refusal } from '../core/refusal.ts';
import { anyLength } from '../database/anyLength.ts';
import type { Query } from '../database/db.ts';
import { isTokenContract, tokenContractsAmong } from '../tokens/catalogue.ts';
import type { DepositNetwork } from '../tokens/network.ts';
import type { Acquaintance } from './cooling.ts';

/** The recipient of a payment. `ownerId` is null for an outside address. */
export interface Recipient {
  readonly address: string;
  readonly ownerId: string | null;
}

/**
 * Reads and finds a recipient. Refuses with ADDRESS_INVALID a malformed address, a wrong checksum, the payer's own address, or the contract
 * of a listed token (`network` tells the formats).
 */
export async function findRecipient(
  query: Query,
  payerId: string,
  { typed, network }: { readonly typed: string; readonly network: DepositNetwork | null },
): Promise<Recipient> {
  const address = readAddress(typed);
  if (!address.ok) throw new Refusal('ADDRESS_INVALID', { fields: { to: address.problem } });
  // Nobody has the key of the zero address, so a payment to it would be lost.
  if (/^0x0+$/.test(address.value)) throw new Refusal('ADDRESS_INVALID', { fields: { to: 'format' } });
  const [owner] = await query<{ id: string; closed_at: Date | null }>(
    'SELECT users.id, users.closed_at FROM users JOIN deposit_addresses owned ON owned.user_id = users.id WHERE owned.address = $1',
    [address.value],
  );
  const ownerId = owner?.id ?? null;
  requireOpen(ownerId, new Set(owner && owner.closed_at !== null ? [owner.id] : []));
  if (ownerId === payerId) throw new Refusal('ADDRESS_INVALID', { fields: { to: 'own' } });
  if (ownerId === null && (await isTokenContract(query, address.value, network)))
    throw new Refusal('ADDRESS_INVALID', { fields: { to: 'contract' } });
  return { address: address.value, ownerId };
}

/** Which of these parsed addresses `findRecipient` would refuse, each with the rule that it names. */
export async function refusedAmong(
  query: Query,
  payerId: string,
  { addresses, network }: { readonly addresses: readonly string[]; readonly network: DepositNetwork | null },
): Promise<ReadonlyMap<string, Rule>> {
  const owned = await query<{ address: string; user_id: string; closed_at: Date | null }>(
    `SELECT owned.address, owned.user_id, users.closed_at
    FROM deposit_addresses owned JOIN users ON users.id = owned.user_id WHERE owned.address = ANY ($1::text[])`,
    [addresses],
  );
  const owners = new Map(owned.map((row) => [row.address, row]));
  const contracts = await tokenContractsAmong(query, addresses, network);
  const ruleOf = (address: string): Rule | null => {
    const owner = owners.get(address);
    if (!owner) return contracts.has(address) ? 'contract' : null;
    if (owner.closed_at !== null) return 'closed';
    return owner.user_id === payerId ? 'own' : null;
  };
  return new Map(
    addresses.flatMap((address): [string, Rule][] => {
      const rule = ruleOf(address);
      return rule ? [[address, rule]] : [];
    }),
  );
}

/** Refuses with ADDRESS_INVALID the address of a closed account, because nobody could receive the payment. */
export function requireOpen(ownerId: string | null, closed: ReadonlySet<string>): void {
  if (ownerId !== null && closed.has(ownerId))
    throw new Refusal('ADDRESS_INVALID', { fields: { to: 'closed' } });
}

/** The account that owns this address, or null. */
export async function ownerOf(query: Query, address: string): Promise<string | null> {
  const [row] = await query<{ user_id: string }>('SELECT user_id FROM deposit_addresses WHERE address = $1', [
    address,
  ]);
  return row?.user_id ?? null;
}

/** The payer's address for a token, if there is one; it shows the receiver who paid. */
export async function addressOf(query: Query, ownerId: string, token: string): Promise<string | null> {
  const [row] = await query<{ address: string }>(
    'SELECT address FROM deposit_addresses WHERE user_id = $1 AND token = $2 AND is_current',
    [ownerId, token],
  );
  return row?.address ?? null;
}

const compared = (name: string) => `lower(left(${name}, 6) || right(${name}, 4))`;

/** SQL that is true for two addresses that are easily confused: the same at both ends, or in one half, ignoring case. */
const isAlike = (one: string, other: string) =>
  `(${compared(one)} = ${compared(other)} OR lower(left(${one}, 22)) = lower(left(${other}, 22))
    OR lower(right(${one}, 20)) = lower(right(${other}, 20)))`;

/**
 * For each address, a similar one that the person knows: with the same four characters at both ends, or with one half the same, whatever the
 * case of letters; so one character off is always similar. Known are their own addresses, those they paid, and those they saved; not those that only paid them, since that is how look-alikes enter a history.
 */
export async function lookAlikesOf(
  query: Query,
  userId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await query<{ address: string; looks_like: string }>(
    `SELECT given.address, min(known.address) AS looks_like
    FROM unnest(${anyLength('$2', 'text')}) AS given (address)
    CROSS JOIN LATERAL (
      SELECT counterparty AS address FROM transactions
      WHERE user_id = $1 AND kind IN ('send', 'withdraw') AND status NOT IN ('failed', 'cancelled')
        AND ${isAlike('counterparty', 'given.address')}
      UNION ALL
      SELECT address FROM deposit_addresses WHERE user_id = $1 AND ${isAlike('deposit_addresses.address', 'given.address')}
      UNION ALL
      SELECT saved.address FROM saved_addresses saved
      WHERE saved.user_id = $1 AND saved.removed_at IS NULL AND ${isAlike('saved.address', 'given.address')}
    ) known
    WHERE lower(known.address) <> lower(given.address) GROUP BY given.address`,
    [userId, [...new Set(addresses)]],
  );
  return new Map(rows.map(({ address, looks_like }) => [address, looks_like]));
}

/** Whether the person has paid this address, or requested it and not cancelled. */
export async function hasPaid(query: Query, payerId: string, address: string): Promise<boolean> {
  const paid = await query(
    `SELECT 1 FROM transactions
    WHERE user_id = $1 AND kind IN ('send', 'withdraw') AND status NOT IN ('failed', 'cancelled')
      AND ${compared('counterparty')} = ${compared('$2::text')} AND counterparty = $2 LIMIT 1`,
    [payerId, address],
  );
  return paid.length > 0;
}

/**
 * The facts that the payer should see before paying; `isPaid` as from `hasPaid`. An address that they have paid, or saved long enough ago, is not
 * reported as similar.
 */
export async function factsOf(
  query: Query,
  payerId: string,
  { address, ownerId }: Recipient,
  { label, newUntil, isPaid }: Pick<Acquaintance, 'label' | 'newUntil'> & { readonly isPaid: boolean },
): Promise<TransactionQuote['recipient']> {
  const isTrusted = isPaid || newUntil === null;
  const looksLike = isTrusted ? null : ((await lookAlikesOf(query, payerId, [address])).get(address) ?? null);
  return {
    known: isPaid || ownerId !== null,
    is_account: ownerId !== null,
    first_time: !isPaid,
    looks_like: looksLike,
    label,
    // Payments between accounts here do not wait.
    usable_from: ownerId === null ? (newUntil?.toISOString() ?? null) : null,
  };
}
