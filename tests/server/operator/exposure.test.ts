import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { usualFourEyes } from '../../../server/operator/fourEyes.ts';
import { runOperator } from '../../support/command.ts';
import { hasEngine } from '../../support/database.ts';
import { newOperator, operate } from '../../support/operators.ts';
import { fund, pay } from '../../support/payments.ts';
import { openTestServer, register, type TestServer } from '../../support/server.ts';

const usdt = 1_000_000n;
const day = 86_400_000;

/** A server on which one operator credits and lets leave 1,000 USDT a day, all of them 1,500. */
async function limitedServer(setting: 'on' | 'off' = 'off', limit = usualFourEyes.limit) {
  const exposure = { each: 1_000n * usdt, together: 1_500n * usdt };
  return openTestServer({ fourEyes: { setting, limit, exposure } });
}

async function credit(it: TestServer, amount: string, token?: string, id: string = randomUUID()) {
  const { email } = await register(it);
  const body = { id, email, token: 'USDT', amount };
  return { body, answer: await operate(it, 'POST', '/deposits', body, token ? { token } : {}) };
}

const over = { status: 403, body: { code: 'LIMIT_EXCEEDED' } };
const isMissing = () => !hasEngine();

test.skipIf(isMissing())(
  'credits count until they are 24 hours old; the refusal says what is left, a repeated one counts nothing',
  async () => {
    const it = await limitedServer();
    const first = await credit(it, '700');
    expect(first.answer.status).toBe(201);
    const refused = (await credit(it, '300.000001')).answer;
    expect(refused).toMatchObject(over);
    expect(refused.body.detail).toBe(
      'local token may credit and let leave 1000 USDT in 24 hours (OPERATOR_DAILY_LIMIT). 300 USDT are left, and this is worth 300.000001 USDT.',
    );
    for (let time = 0; time < 3; time += 1)
      expect((await operate(it, 'POST', '/deposits', first.body)).status).toBe(201);
    expect((await credit(it, '300')).answer.status).toBe(201);
    expect((await credit(it, '0.000001')).answer).toMatchObject(over);
    it.clock.advance(day);
    expect((await credit(it, '1000')).answer.status).toBe(201);
    await it.close();
  },
);

test.skipIf(isMissing())(
  'of many credits at once no more gets through than one operator may, and all of them together',
  async () => {
    const it = await limitedServer();
    const anna = (await newOperator(it, 'anna', 'treasury')).token;
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => credit(it, '200', index % 2 === 0 ? anna : undefined)),
    );
    const done = answers.filter(({ answer }) => answer.status === 201);
    expect(done).toHaveLength(7);
    for (const { answer } of answers) if (answer.status !== 201) expect(answer).toMatchObject(over);
    const [sum] = await it.database.query('SELECT sum(value)::text AS sum FROM operator_exposures');
    expect(sum).toEqual({ sum: '1400000000' });
    await it.close();
  },
);

test.skipIf(isMissing())(
  'what is let leave counts by its value, and what was refused or undone does not',
  async () => {
    const it = await limitedServer();
    const person = await register(it);
    await fund(it, person, 'USDT', '400');
    const ids = [];
    for (const amount of ['200', '190'])
      ids.push(String((await pay(it, person, { kind: 'withdraw', amount })).body.data.id));
    await operate(it, 'POST', '/withdrawals/disable', { token: '*' });
    expect((await operate(it, 'POST', '/withdrawals/approve', { id: ids[0] })).body.code).toBe(
      'WITHDRAWALS_DISABLED',
    );
    await operate(it, 'POST', '/withdrawals/enable', { token: '*' });
    expect((await operate(it, 'POST', '/withdrawals/approve', { id: ids[0] })).status).toBe(200);
    expect((await credit(it, '300')).answer.status).toBe(201);
    const refused = await operate(it, 'POST', '/withdrawals/approve', { id: ids[1] });
    expect(refused).toMatchObject(over);
    const told = await runOperator(it, ['withdrawals', 'approve', String(ids[1])]);
    expect(told).toMatchObject({ code: 1 });
    expect(told.complained.join()).toContain('100 USDT are left');
    await it.close();
  },
);

test.skipIf(isMissing())(
  'a proposal counts for who approves it and for who has proposed it, once for all together',
  async () => {
    const it = await limitedServer('off');
    const anna = (await newOperator(it, 'anna', 'treasury')).token;
    const other = await openTestServer({
      database: it.database,
      fourEyes: { setting: 'on', limit: 0n, exposure: { each: 1_000n * usdt, together: 1_500n * usdt } },
    });
    const number = async (amount: string) => {
      const { answer } = await credit(other, amount);
      expect(answer.body.code).toBe('APPROVAL_REQUIRED');
      return Number(/^Proposal (\d+) of /.exec(answer.body.detail)?.[1]);
    };
    const [first, second] = [await number('900'), await number('150')];
    const approve = (proposal: number) =>
      operate(other, 'POST', '/proposals/approve', { number: proposal }, { token: anna });
    expect((await approve(first)).status).toBe(200);
    expect(await approve(second)).toMatchObject(over);
    // Left open: tomorrow it can be approved.
    expect((await operate(other, 'GET', '/proposals', undefined, { token: anna })).body.data).toMatchObject([
      { number: second, status: 'open' },
    ]);
    // What nobody may do any more is refused before it is proposed.
    expect((await credit(other, '101')).answer).toMatchObject(over);
    await it.close();
  },
);
