import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { runOperator } from '../../support/command.ts';
import { hasEngine } from '../../support/database.ts';
import { proofBy } from '../../support/factors.ts';
import { newOperator, operate } from '../../support/operators.ts';
import { addressOf, outside, type Person } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();
let compliance: string;
let treasury: string;
beforeAll(async () => {
  if (!hasEngine()) return;
  compliance = (await newOperator(server.it, 'cara', 'compliance')).token;
  treasury = (await newOperator(server.it, 'tom', 'treasury')).token;
});

const as = (token: string, method: string, path: string, body?: object) =>
  operate(server.it, method, path, body, { token });

const bodyFor = ({ id }: Person, changes: object = {}) => ({
  ...{ id, token: 'USDT', to: outside, reason: 'A call, and documents.', ...changes },
});
const refund = (person: Person, changes: object = {}) =>
  as(compliance, 'POST', '/accounts/refund', bodyFor(person, changes));

async function close(person: Person) {
  const shown = { method: 'password', password: person.password };
  const closed = await server.it.post(
    '/profile/close',
    undefined,
    await proofBy(server.it, person.token, shown, 'close'),
  );
  expect(closed.status).toBe(204);
}

async function rounds() {
  for (let seconds = 0; seconds < 8; seconds += 1) {
    await server.it.settle();
    server.it.clock.advance(1_000);
  }
}

/** A person who has closed the account, to which `amount` arrived afterwards. */
async function closedWith(amount: string): Promise<Person> {
  const person = await register(server.it);
  const to = await addressOf(server.it, person);
  await close(person);
  await server.it.operator('POST', '/network/deposits', { id: randomUUID(), to, token: 'USDT', amount });
  await rounds();
  return person;
}

async function lateOf(person: Person) {
  const lines: { work: string; reason: string }[] = (await server.it.operator('GET', '/attention')).body.data;
  return lines.filter(({ reason }) => reason.includes(person.id));
}

async function approved(person: Person, answer: Awaited<ReturnType<typeof refund>>) {
  expect(answer.body).toMatchObject({ code: 'APPROVAL_REQUIRED', detail: expect.any(String) });
  const number = Number(/Proposal (\d+)/.exec(answer.body.detail)?.[1]);
  // By these texts the console finds its proposal when the answer was lost.
  const [open] = (await as(compliance, 'GET', '/proposals')).body.data;
  expect(open.verb).toBe('POST /accounts/refund');
  for (const text of [JSON.stringify(person.id), '"USDT"']) expect(open.subject).toContain(text);
  const own = await as(compliance, 'POST', '/proposals/approve', { number });
  expect(own.body.code).toBe('FORBIDDEN');
  return as(treasury, 'POST', '/proposals/approve', { number });
}

test('what arrived late is proposed by one, approved by another, and then leaves whole like any withdrawal', async () => {
  const { it } = server;
  const person = await closedWith('70');
  expect(await lateOf(person)).toHaveLength(1);
  const done = await approved(person, await refund(person));
  expect(done.status).toBe(200);
  const made = done.body.data.result.data;
  expect(made).toMatchObject({ status: 'pending', token: 'USDT', to: outside, email: null });
  expect(Number(made.amount) + Number(made.fee)).toBe(70);
  const [line] = await it.database.query<{ subject: string }>(
    "SELECT subject FROM operator_log WHERE is_whole AND verb = 'POST /accounts/refund' ORDER BY number DESC LIMIT 1",
  );
  expect(JSON.parse(line?.subject ?? '')).toMatchObject({ proposed_by: 'cara', ...bodyFor(person) });

  expect((await refund(person)).body.code).toBe('INSUFFICIENT_BALANCE');
  expect((await as(treasury, 'POST', '/withdrawals/approve', { id: made.id })).status).toBe(200);
  await rounds();
  expect((await it.operator('GET', `/withdrawals/${made.id}`)).body.data.status).toBe('completed');
  expect(await lateOf(person)).toEqual([]);
  expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
});

test('a refund that is rejected leaves the deposit where it was, for another one', async () => {
  const person = await closedWith('70');
  const { id } = (await approved(person, await refund(person))).body.data.result.data;
  const rejected = await as(compliance, 'POST', '/withdrawals/reject', { id, reason: 'other' });
  expect(rejected.status).toBe(200);
  expect(await lateOf(person)).toHaveLength(1);
  expect((await approved(person, await refund(person))).status).toBe(200);
});

test('of two approvals of two refunds one finds the money', async () => {
  const person = await closedWith('70');
  const numbers = [];
  for (const reason of ['A call.', 'A letter.'])
    numbers.push(Number(/Proposal (\d+)/.exec((await refund(person, { reason })).body.detail)?.[1]));
  const answers = await Promise.all(
    numbers.map((number) => as(treasury, 'POST', '/proposals/approve', { number })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
});

test('nothing of an open account, to an account here, of too little or of nothing is refunded', async () => {
  const { it } = server;
  const open = await register(it);
  expect((await refund(open)).body).toMatchObject({
    code: 'STATUS_CONFLICT',
    detail: expect.stringContaining('open'),
  });
  const person = await closedWith('70');
  const here = await refund(person, { to: await addressOf(it, open) });
  expect(here.status).toBe(422);
  expect(here.body).toMatchObject({
    code: 'ADDRESS_INVALID',
    fields: { to: 'internal' },
    detail: expect.stringContaining('account here'),
  });
  expect((await refund(person, { to: `0x${'0'.repeat(40)}` })).body.code).toBe('ADDRESS_INVALID');
  expect((await refund(person, { token: 'ZST' })).body.code).toBe('INSUFFICIENT_BALANCE');
  expect((await refund(person, { id: randomUUID() })).body.code).toBe('NOT_FOUND');
  const little = await closedWith('0.5');
  expect((await refund(little)).body.code).toBe('AMOUNT_TOO_SMALL');
  await it.operator('POST', '/withdrawals/disable', { token: 'USDT' });
  expect((await refund(person)).body.code).toBe('WITHDRAWALS_DISABLED');
  await it.operator('POST', '/withdrawals/enable', { token: 'USDT' });
  expect((await as(treasury, 'GET', '/proposals')).body.data).toEqual(
    expect.not.arrayContaining([expect.objectContaining({ subject: expect.stringContaining(person.id) })]),
  );
});

test('the command says that another person approves it', async () => {
  const person = await closedWith('70');
  const { code, complained } = await runOperator(server.it, [
    ...['account', 'refund', '--account', person.id, '--token', 'usdt', '--to', outside],
    ...['--reason', 'A call, and documents.'],
  ]);
  expect(code).toBe(1);
  expect(complained.join()).toMatch(/Proposal \d+ of local token waits for another person/);
});
