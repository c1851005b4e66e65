import { expect, test } from 'vitest';
import { auditAll } from '../../../server/audit/auditAll.ts';
import { openPostgres } from '../../../server/database/postgres.ts';
import { giveRights, mayRewrite, prepareRole } from '../../../server/database/role.ts';
import { seedDemo } from '../../../server/demo/seed.ts';
import { copyTemplate, hasEngine, openServerDatabase, openTestDatabase } from '../../support/database.ts';
import { exchangeBy, quoteFor, setRate } from '../../support/exchange.ts';
import { addressOf, fund, idempotent, pay } from '../../support/payments.ts';
import { openTestServer, register, serverStart } from '../../support/server.ts';

const usesPostgres = process.env.ENGINE === 'postgres';

test.skipIf(!hasEngine())(
  'the server’s own connection adds transfers and records, and can change or delete none',
  async () => {
    const it = await openTestServer({ database: await openServerDatabase() });
    const { query } = it.database;
    try {
      expect(await mayRewrite(query)).toBe(false);
      const [payer, payee] = [await register(it), await register(it)];
      await fund(it, payer, 'USDT', '1000');
      await setRate(it, 'ZST/USDT', '0.25');
      expect((await pay(it, payer, { to: await addressOf(it, payee) })).status).toBe(201);
      const quote = await quoteFor(it, payer.token, { from: 'USDT', to: 'ZST', pay: '100' });
      expect((await exchangeBy(it, payer.token, quote.id)).status).toBe(201);
      const withdrawal = (await pay(it, payer, { kind: 'withdraw' })).body.data;
      expect((await it.operator('POST', '/withdrawals/approve', { id: withdrawal.id })).status).toBe(200);
      const dropped = (await pay(it, payer, { kind: 'withdraw' })).body.data;
      expect((await idempotent(it, payer, `/transactions/${dropped.id}/cancel`)).status).toBe(200);
      for (let round = 0; round < 5; round += 1) {
        it.clock.advance(60_000);
        await it.settle();
      }
      await it.audit();
      await seedDemo(it.database, serverStart);
      expect(await auditAll(query)).toMatchObject({ clean: true, faults: [] });

      for (const table of [
        'ledger_transfers',
        'ledger_audits',
        'exchanges',
        'transaction_steps',
        'events',
        'operator_log',
        'price_rules',
      ]) {
        const [column] = await query<{ name: string }>(
          `SELECT attname AS name FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND attidentity = '' ORDER BY attnum LIMIT 1`,
          [table],
        );
        for (const statement of [
          `UPDATE ${table} SET ${column?.name} = ${column?.name}`,
          `DELETE FROM ${table}`,
          `TRUNCATE ${table}`,
        ]) {
          await expect(query(statement), statement).rejects.toMatchObject({ code: '42501' });
        }
      }
      for (const table of ['ledger_accounts', 'ledger_holds', 'transactions', 'deposits', 'users']) {
        await expect(query(`DELETE FROM ${table}`), table).rejects.toMatchObject({ code: '42501' });
      }
      for (const [table, columns] of [
        ['outgoing_payments', ['recipient', 'amount', 'token', 'payment_id', 'chain']],
        ['outgoing_transactions', ['raw', 'hash', 'attempt', 'max_fee', 'is_adopted']],
      ] as const) {
        for (const column of columns) {
          const statement = `UPDATE ${table} SET ${column} = ${column}`;
          await expect(query(statement), statement).rejects.toMatchObject({ code: '42501' });
        }
      }
      await query('UPDATE outgoing_payments SET seen = seen');
      await query('UPDATE outgoing_transactions SET told_block = told_block');
      for (const statement of [
        'ALTER TABLE ledger_transfers DROP CONSTRAINT ledger_transfers_chained',
        'DROP TABLE ledger_transfers',
        "UPDATE schema_migrations SET checksum = ''",
      ]) {
        await expect(query(statement), statement).rejects.toMatchObject({ code: '42501' });
      }
      expect(it.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
    } finally {
      await it.close();
    }
  },
);

test.skipIf(!hasEngine())(
  'rights are given once: a second start changes nothing, and a new table gets its own',
  async () => {
    const db = await openTestDatabase();
    const statements: string[] = [];
    const heard = {
      ...db,
      transaction: <T>(work: Parameters<typeof db.transaction<T>>[0]) =>
        db.transaction<T>((query) =>
          work((sql, values) => {
            if (/^(?:GRANT|REVOKE)/.test(sql)) statements.push(sql);
            return query(sql, values);
          }),
        ),
    };
    try {
      await prepareRole(db);
      await prepareRole(heard);
      expect(statements).toEqual([]);
      await db.query('CREATE TABLE newcomers (id int)');
      await prepareRole(heard);
      expect(statements).toEqual(['GRANT SELECT, INSERT, UPDATE, DELETE ON newcomers TO zesto_server']);
    } finally {
      await db.close();
    }
  },
);

test.skipIf(!usesPostgres || !hasEngine())(
  'a login of the server’s own is given the same rights, and an owner without CREATEROLE is told apart',
  async () => {
    const url = await copyTemplate();
    const owner = await openPostgres({ url, connections: 2 });
    const login = `login_${Date.now()}`;
    await owner.query(`CREATE ROLE ${login} LOGIN`);
    await giveRights(owner, login);
    const server = await openPostgres({ url: url.replace('zesto@', `${login}@`), connections: 1 });
    expect(await mayRewrite(server.query)).toBe(false);
    await expect(server.query('DELETE FROM ledger_transfers')).rejects.toMatchObject({ code: '42501' });
    expect(await server.query('SELECT count(*)::int AS count FROM ledger_transfers')).toEqual([{ count: 0 }]);
    await server.close();

    await owner.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO ${login}`);
    await owner.query(`ALTER TABLE ledger_transfers OWNER TO ${login}`);
    await owner.close();
    const modest = await openPostgres({ url: url.replace('zesto@', `${login}@`), connections: 2 });
    expect(await prepareRole(modest)).toBeNull();
    expect(await mayRewrite(modest.query)).toBe(true);
    await modest.close();
  },
);
