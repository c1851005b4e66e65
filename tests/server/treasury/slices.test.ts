import { expect, test } from 'vitest';
import { snapshotOf } from '../../../server/database/snapshot.ts';
import { readFacts } from '../../../server/treasury/facts.ts';
import { hasEngine } from '../../support/database.ts';
import { openTestServer } from '../../support/server.ts';

test.skipIf(!hasEngine())(
  'what lies at more addresses than a slice has is added up whole, each once',
  async () => {
    const it = await openTestServer();
    const { query } = it.database;
    const addressOf = (number: string) => `'0x' || lpad(to_hex((${number}) * 7919), 40, '0')`;
    await query(
      `WITH people AS (
        INSERT INTO users (id, created_at) SELECT gen_random_uuid(), now() FROM generate_series(1, 4100) RETURNING id
      )
      INSERT INTO deposit_addresses (address, user_id, token, created_at)
      SELECT ${addressOf('row_number() OVER ()')}, id, 'USDT', now() FROM people`,
    );
    const transfer = (hash: string, from: string, to: string, amount: number) =>
      query(
        `INSERT INTO chain_transfers (chain, tx_hash, token, ordinal, sender, recipient, amount, block_number, block_hash, is_open)
      SELECT 'eip155:1', '${hash}' || n, 'USDT', 0, ${from}, ${to}, ${amount}, n, '0x', false FROM generate_series(1, 4100) n`,
      );
    await transfer('in', "'0xdead'", addressOf('n'), 5);
    await transfer('out', addressOf('n'), "'0xdead'", 2);
    await query(
      "INSERT INTO chain_cursors (chain, number, hash, checked) VALUES ('eip155:1', 4099, '0x', 4099)",
    );
    await query("INSERT INTO treasury_cursors (chain, booked_to) VALUES ('eip155:1', 4099)");
    const facts = await snapshotOf(it.database)((snapshot) => readFacts(snapshot, 'eip155:1'));
    const places = facts?.places ?? [];
    expect(new Set(places.map(({ address }) => address)).size).toBe(4_099);
    expect(places).toHaveLength(4_099);
    expect(places.every(({ told }) => told === 3n)).toBe(true);
    await it.close();
  },
);
