import { randomUUID } from 'node:crypto';
import { type Address, getAddress, pad, toHex } from 'viem';
import type { Db } from '../../server/database/db.ts';
import { ensureAccounts } from '../../server/ledger/accounts.ts';

interface Member {
  readonly id: string;
  readonly address: Address;
}

/** People with an address and an account in USDT each, by few statements. */
export async function crowd({ query }: Db, size: number): Promise<readonly Member[]> {
  const members = Array.from({ length: size }, (_, number) => ({
    id: randomUUID(),
    address: getAddress(pad(toHex(BigInt(number + 1) * 0x9e3779b97f4a7c15n), { size: 20 })),
  }));
  const at = new Date();
  for (let start = 0; start < members.length; start += 5_000) {
    const some = members.slice(start, start + 5_000);
    const ids = some.map(({ id }) => id);
    await query('INSERT INTO users (id, created_at) SELECT id, $2 FROM unnest($1::uuid[]) AS given (id)', [
      ids,
      at,
    ]);
    await query(
      `INSERT INTO deposit_addresses (address, user_id, token, created_at)
      SELECT address, id, 'USDT', $3 FROM unnest($1::uuid[], $2::text[]) AS given (id, address)`,
      [ids, some.map(({ address }) => address), at],
    );
    await ensureAccounts(query, { ownerIds: ids, tokens: ['USDT'], at });
  }
  return members;
}
