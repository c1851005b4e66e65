import type { TransactionQuote } from '../../contract/transactions.ts';
import { readAddress } from '../../contract/walletAddress.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';

/** Whom a payment would reach. `ownerId` is null for an outside address. */
export interface Recipient {
  readonly address: string;
  readonly ownerId: string | null;
}

/** Reads and finds the one to be paid. Refuses with ADDRESS_INVALID what is no address, has a wrong checksum, or is the payer's own. */
export async function findRecipient(query: Query, payerId: string, typed: string): Promise<Recipient> {
  const address = readAddress(typed);
  if (!address.ok) throw new Refusal('ADDRESS_INVALID', { fields: { to: address.problem } });
  // Nobody has the key of the zero address: what is sent there is gone.
  if (/^0x0+$/.test(address.value)) throw new Refusal('ADDRESS_INVALID', { fields: { to: 'format' } });
  const ownerId = await ownerOf(query, address.value);
  if (ownerId === payerId) throw new Refusal('ADDRESS_INVALID', { fields: { to: 'own' } });
  return { address: address.value, ownerId };
}

/** Whose address this is here, or null. */
export async function ownerOf(query: Query, address: string): Promise<string | null> {
  const [row] = await query<{ user_id: string }>('SELECT user_id FROM deposit_addresses WHERE address = $1', [
    address,
  ]);
  return row?.user_id ?? null;
}

/** The payer's address for a token, if one was made: by it the other side knows who paid. */
export async function addressOf(query: Query, ownerId: string, token: string): Promise<string | null> {
  const [row] = await query<{ address: string }>(
    'SELECT address FROM deposit_addresses WHERE user_id = $1 AND token = $2',
    [ownerId, token],
  );
  return row?.address ?? null;
}

/**
 * What the payer should know before paying. Trusted are the payer's own addresses and those paid before: never one that has
 * only sent something, because that is how a look-alike gets into a history.
 */
export async function factsOf(
  query: Query,
  payerId: string,
  { address, ownerId }: Recipient,
): Promise<TransactionQuote['recipient']> {
  const trusted = await query<{ address: string }>(
    `SELECT DISTINCT counterparty AS address FROM transactions
    WHERE user_id = $1 AND kind IN ('send', 'withdraw') AND status NOT IN ('failed', 'cancelled')
      AND lower(left(counterparty, 6) || right(counterparty, 4)) = lower(left($2::text, 6) || right($2::text, 4))
    UNION
    SELECT address FROM deposit_addresses
    WHERE user_id = $1 AND lower(left(address, 6) || right(address, 4)) = lower(left($2::text, 6) || right($2::text, 4))
    ORDER BY address`,
    [payerId, address],
  );
  const isPaid = trusted.some((each) => each.address === address);
  return {
    known: isPaid || ownerId !== null,
    is_account: ownerId !== null,
    first_time: !isPaid,
    looks_like: isPaid ? null : (trusted[0]?.address ?? null),
  };
}
