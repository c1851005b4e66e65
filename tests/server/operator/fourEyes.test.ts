import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { runOperator } from '../../support/command.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { newOperator, operate, setUp } from '../../support/operators.ts';
import { fund, outside, pay, saveLongAgo } from '../../support/payments.ts';
import { openTestServer, register, testServer } from '../../support/server.ts';
import { stoppedDatabase } from '../../support/stoppedDatabase.ts';

const server = testServer();

let anna: string;
let bob: string;
let carla: string;
let sam: string;

/** Two of the treasury, one of compliance, one of support; from the second on the others are proposed and approved. */
beforeAll(async () => {
  if (!hasEngine()) return;
  const { it } = server;
  const payer = await register(it);
  await fund(it, payer, 'USDT', '5');
  anna = (await newOperator(it, 'anna', 'treasury')).token;
  // One named operator changes nothing.
  await fund(it, payer, 'USDT', '5');
  sam = (await newOperator(it, 'sam', 'support')).token;
  await fund(it, payer, 'USDT', '5');
  carla = (await newOperator(it, 'carla', 'compliance')).token;
  bob = await invite('bob', 'treasury');
});

/** The server's own token proposes a person, who needs an administrator to be approved: `root` the first time. */
async function invite(name: string, role: string): Promise<string> {
  const { it } = server;
  const { database } = it;
  const number = await proposed(operate(it, 'POST', '/people', { name, role }));
  await database.query("UPDATE operators SET role = 'administrator' WHERE name = 'anna'");
  const approved = await as(anna, 'POST', '/proposals/approve', { number });
  await database.query("UPDATE operators SET role = 'treasury' WHERE name = 'anna'");
  const { token } = await setUp(it, approved.body.data.result.data.setup_code);
  return token;
}

const as = (token: string, method: string, path: string, body?: unknown) =>
  operate(server.it, method, path, body, { token });

/** The number of the proposal that a call has become. */
async function proposed(call: ReturnType<typeof operate>): Promise<number> {
  const { status, body } = await call;
  expect([status, body.code]).toEqual([409, 'APPROVAL_REQUIRED']);
  return Number(/^Proposal (\d+) of /.exec(body.detail)?.[1]);
}

async function newCredit(amount = '7') {
  const person = await register(server.it);
  const body = { id: randomUUID(), email: person.email, token: 'ZST', amount };
  const available = async () =>
    (await server.it.get('/wallet', person)).body.data.tokens.find(
      (each: { symbol: string }) => each.symbol === 'ZST',
    ).available;
  return { body, available, accountId: person.id };
}

const approve = (token: string, number: number) => as(token, 'POST', '/proposals/approve', { number });

test('a credit waits for another person and is carried out once, with its line in the log', async () => {
  const { it } = server;
  const { body, available, accountId } = await newCredit();
  const number = await proposed(as(anna, 'POST', '/deposits', body));
  expect(await available()).toBe('0');
  // Sent again, by whomever, it is the same proposal.
  expect(await proposed(as(anna, 'POST', '/deposits', body))).toBe(number);
  expect(await proposed(as(bob, 'POST', '/deposits', body))).toBe(number);
  const listed = (await as(bob, 'GET', '/proposals')).body.data;
  expect(listed).toMatchObject([
    { number, verb: 'POST /deposits', proposed_by: 'anna', status: 'open', decided_by: null },
  ]);
  const { email: _, ...sent } = body;
  expect(JSON.parse(listed[0].subject)).toEqual({ ...sent, account: accountId });

  const own = await approve(anna, number);
  expect(own).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(own.body.detail).toContain('You have proposed this');
  expect(await approve(carla, number)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await approve(sam, number)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect((await as(carla, 'GET', '/proposals')).body.data).toEqual([]);
  expect(await available()).toBe('0');

  const done = await approve(bob, number);
  expect(done).toMatchObject({
    status: 200,
    body: {
      data: { proposal: { status: 'approved', decided_by: 'bob' }, result: { data: { available: '7' } } },
    },
  });
  expect(await available()).toBe('7');
  const [, , line] = (await it.operator('GET', '/log')).body.data;
  expect(line).toMatchObject({ operator: 'bob', verb: 'POST /proposals/approve', status: 200 });
  const rows = await it.database.query<{ subject: string }>(
    "SELECT operator, subject, status FROM operator_log WHERE is_whole AND verb = 'POST /deposits'",
  );
  expect(rows).toMatchObject([{ operator: 'bob', status: 201 }]);
  expect(JSON.parse(rows[0]?.subject ?? '')).toMatchObject({
    proposal: number,
    proposed_by: 'anna',
    amount: '7',
  });

  expect((await approve(bob, number)).body.code).toBe('STATUS_CONFLICT');
  // The first answer was lost: the credit is told, not proposed anew.
  expect(await as(anna, 'POST', '/deposits', body)).toMatchObject({ status: 201 });
  expect(await available()).toBe('7');
  expect((await it.operator('GET', '/log/verification')).body.data.fault).toBeNull();
});

test.each([
  ['username', 'account', 'UPDATE users SET username = $2, username_key = lower($2) WHERE id = $1'],
  ['email', 'email', 'UPDATE users SET email = $2 WHERE id = $1'],
] as const)('a credit by %s goes to who had it when it was proposed', async (kind, field, sql) => {
  const { database } = server.it;
  const [person, other] = [await register(server.it), await register(server.it)];
  const name = String(person[kind]);
  const body = { id: randomUUID(), [field]: name, token: 'ZST', amount: '3' };
  const number = await proposed(as(anna, 'POST', '/deposits', body));
  await database.query(sql, [person.id, `${name}2`]);
  await database.query(sql, [other.id, name]);
  expect((await approve(bob, number)).status).toBe(200);
  const total = async ({ token }: { token: string }) =>
    (await server.it.get('/wallet', { token })).body.data.tokens[0].total;
  expect([await total(person), await total(other)]).toEqual(['3', '0']);
});

test('of two approvals at once one carries it out', async () => {
  const { body, available } = await newCredit('3');
  const number = await proposed(as(anna, 'POST', '/deposits', body));
  const answers = await Promise.all([
    approve(bob, number),
    operate(server.it, 'POST', '/proposals/approve', { number }),
    approve(bob, number),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await available()).toBe('3');
});

test('what dies between the approval and its end leaves neither', async () => {
  const { database } = server.it;
  const { body, available } = await newCredit('3');
  const number = await proposed(as(anna, 'POST', '/deposits', body));
  // The line of the log comes last: without it nothing was approved and nothing credited.
  await database.query('ALTER TABLE operator_log ADD CONSTRAINT cut CHECK (NOT is_whole) NOT VALID');
  expect((await approve(bob, number)).status).toBe(500);
  await database.query('ALTER TABLE operator_log DROP CONSTRAINT cut');
  expect(await available()).toBe('0');
  expect((await as(bob, 'GET', '/proposals')).body.data).toMatchObject([{ number, status: 'open' }]);
  expect((await approve(bob, number)).status).toBe(200);
  expect(await available()).toBe('3');
});

test('what cannot be done is refused at once, and what cannot be done any more stays open', async () => {
  const { it } = server;
  const { body, accountId } = await newCredit();
  const nobody = await as(anna, 'POST', '/deposits', { ...body, email: 'nobody@example.org' });
  expect(nobody.body.code).toBe('NOT_FOUND');
  expect((await as(anna, 'POST', '/deposits', { ...body, amount: '0' })).body.code).toBe('AMOUNT_TOO_SMALL');
  expect((await as(bob, 'GET', '/proposals')).body.data).toEqual([]);

  const number = await proposed(as(anna, 'POST', '/deposits', body));
  await it.database.query(
    'UPDATE users SET closed_at = $2, closed_email = email, email = NULL WHERE id = $1',
    [accountId, it.clock.now()],
  );
  expect((await approve(bob, number)).body.code).toBe('NOT_FOUND');
  expect((await as(bob, 'GET', '/proposals')).body.data).toMatchObject([{ number, status: 'open' }]);
  expect((await as(anna, 'POST', '/proposals/reject', { number })).body.data).toMatchObject({
    status: 'rejected',
    decided_by: 'anna',
  });
  expect((await approve(bob, number)).body.code).toBe('STATUS_CONFLICT');
  expect((await approve(bob, 999_999)).body.code).toBe('NOT_FOUND');
});

test('one proposal is told, whatever has become of it, to whoever may make its call', async () => {
  const { it } = server;
  const { body } = await newCredit();
  const read = (token: string, number: number | string) => as(token, 'GET', `/proposals/${number}`);
  const number = await proposed(as(anna, 'POST', '/deposits', body));
  const found = { number, verb: 'POST /deposits', proposed_by: 'anna' };
  expect((await read(bob, number)).body.data).toMatchObject({ ...found, status: 'open', decided_by: null });
  for (const token of [carla, sam])
    expect(await read(token, number)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  for (const missing of [999_999, 'none', '0'])
    expect((await read(bob, missing)).body.code).toBe('NOT_FOUND');

  expect((await as(bob, 'POST', '/proposals/reject', { number })).status).toBe(200);
  expect((await read(anna, number)).body.data).toMatchObject({
    ...found,
    status: 'rejected',
    decided_by: 'bob',
  });
  const again = await proposed(as(anna, 'POST', '/deposits', body));
  expect((await approve(bob, again)).status).toBe(200);
  expect((await read(anna, again)).body.data).toMatchObject({ status: 'approved', decided_by: 'bob' });

  const late = await proposed(as(anna, 'POST', '/deposits', (await newCredit()).body));
  await it.database.query('UPDATE operator_proposals SET expires_at = $2 WHERE number = $1', [
    late,
    it.clock.now(),
  ]);
  expect((await read(bob, late)).body.data).toMatchObject({ status: 'expired', decided_by: null });
});

test('a proposal is over after a day, and can then be made anew', async () => {
  const { it } = server;
  const { body, available } = await newCredit('2');
  const number = await proposed(operate(it, 'POST', '/deposits', body));
  await it.database.query("UPDATE operator_proposals SET expires_at = $1 WHERE status = 'open'", [
    it.clock.now(),
  ]);
  expect((await approve(bob, number)).body.code).toBe('STATUS_CONFLICT');
  expect((await as(bob, 'GET', '/proposals')).body.data).toEqual([]);
  const again = await proposed(operate(it, 'POST', '/deposits', body));
  expect(again).not.toBe(number);
  expect((await approve(bob, again)).status).toBe(200);
  expect(await available()).toBe('2');
});

test('what leaves above the limit, a lifted freeze, a far price and a wider rule wait; the rest does not', async () => {
  const { it } = server;
  const person = await register(it);
  const funded = await proposed(
    operate(it, 'POST', '/deposits', {
      id: randomUUID(),
      email: person.email,
      token: 'USDT',
      amount: '4000',
    }),
  );
  expect((await approve(bob, funded)).status).toBe(200);
  await saveLongAgo(it.database, person, outside);
  const asked = async (amount: string) =>
    String((await pay(it, person, { kind: 'withdraw', amount })).body.data.id);
  const [small, large] = [await asked('900'), await asked('1500')];
  expect((await as(anna, 'POST', '/withdrawals/approve', { id: small })).body.data.status).toBe('processing');
  const leaving = await proposed(as(anna, 'POST', '/withdrawals/approve', { id: large }));
  // Its person has cancelled it meanwhile.
  await it.post(`/transactions/${large}/cancel`, undefined, {
    token: person.token,
    headers: { 'idempotency-key': randomUUID() },
  });
  expect((await approve(bob, leaving)).body.code).toBe('STATUS_CONFLICT');

  await as(sam, 'POST', '/accounts/freeze', { email: person.email });
  const lifting = await proposed(as(carla, 'POST', '/accounts/unfreeze', { email: person.email }));
  expect((await approve(bob, lifting)).status).toBe(403);
  expect((await operate(it, 'POST', '/proposals/approve', { number: lifting })).status).toBe(200);

  const price = (rate: string, confirm?: true) => {
    it.clock.advance(1_000);
    return as(anna, 'POST', '/rates', { pair: 'STO/USDT', rate, confirm });
  };
  expect((await price('2')).status).toBe(201);
  expect((await price('2.1')).status).toBe(201);
  expect((await price('9')).body.code).toBe('CONFIRMATION_REQUIRED');
  const far = await proposed(price('9', true));
  expect((await approve(bob, far)).body.data.result).toEqual({
    data: { pair: 'STO/USDT', rate: '9', before: '2.1' },
  });
  const changes = (pair: string) => as(carla, 'GET', `/rates/changes?pair=${encodeURIComponent(pair)}`);
  expect((await changes('STO/USDT')).status).toBe(403);
  const history = await as(anna, 'GET', '/rates/changes?pair=STO%2FUSDT');
  expect(history.body.data.slice(0, 3)).toMatchObject([
    { rate: '9', operator: 'anna', approved_by: 'bob' },
    { rate: '2.1', operator: 'anna', approved_by: null },
    { rate: '2', operator: 'anna', approved_by: null },
  ]);
  expect((await as(anna, 'GET', '/rates/changes?pair=NONE%2FUSDT')).status).toBe(422);
  const rules = (jump: string) => as(anna, 'POST', '/rates/rules', { pair: 'STO/USDT', jump });
  expect((await rules('1.1')).status).toBe(201);
  await proposed(rules('100'));
});

test('a proposal to lift a freeze is over when somebody freezes the account again, with a reason or without', async () => {
  const { it } = server;
  const { email } = await register(it);
  const freeze = (given: object) => as(sam, 'POST', '/accounts/freeze', { email, ...given });
  const lift = () => proposed(as(carla, 'POST', '/accounts/unfreeze', { email }));
  const approveLocally = (number: number) => operate(it, 'POST', '/proposals/approve', { number });
  await freeze({});
  for (const again of [{}, { reason: 'legal' }]) {
    const number = await lift();
    expect((await freeze(again)).body.data.status).toBe('frozen');
    expect((await approveLocally(number)).body.code).toBe('STATUS_CONFLICT');
    const kept = 'SELECT status, decided_by FROM operator_proposals WHERE number = $1';
    expect(await it.database.query(kept, [number])).toEqual([{ status: 'rejected', decided_by: 'sam' }]);
  }
  const older = await lift();
  // A proposal from before names the email.
  await it.database.query('UPDATE operator_proposals SET body = $2 WHERE number = $1', [
    older,
    JSON.stringify({ email }),
  ]);
  await freeze({});
  expect((await approveLocally(older)).body.code).toBe('STATUS_CONFLICT');
  expect((await approveLocally(await lift())).body.data.result.data.status).toBe('active');
});

test('a freeze that replaced the one that was looked at is not lifted, nor proposed to be', async () => {
  const { it } = server;
  const { email } = await register(it);
  const seen = { since: it.clock.now().toISOString(), reason: 'requested', note: null };
  const freeze = (reason: string) => as(sam, 'POST', '/accounts/freeze', { email, reason });
  const lift = (given: object) => as(carla, 'POST', '/accounts/unfreeze', { email, seen: given });
  await freeze('requested');
  await freeze('legal');
  expect((await lift(seen)).body.code).toBe('STATUS_CONFLICT');
  const number = await proposed(lift({ ...seen, reason: 'legal' }));
  const [kept] = await it.database.query<{ body: string }>(
    'SELECT body FROM operator_proposals WHERE number = $1',
    [number],
  );
  expect(Object.keys(JSON.parse(kept?.body ?? '{}'))).toEqual(['account']);
  const approved = await operate(it, 'POST', '/proposals/approve', { number });
  expect(approved.body.data.result.data.status).toBe('active');
});

test('a freeze that comes while a proposal to lift an earlier one is made rejects it', async ({ skip }) => {
  if (server.it.database.engine === 'pglite') skip('one process, one connection');
  const stopped = stoppedDatabase(await openTestDatabase());
  const it = await openTestServer({ database: stopped.db });
  await newOperator(it, 'anna', 'treasury');
  const { token } = await newOperator(it, 'carla', 'compliance');
  const { email } = await register(it);
  const freeze = () => operate(it, 'POST', '/accounts/freeze', { email });
  const lift = () => proposed(operate(it, 'POST', '/accounts/unfreeze', { email }, { token }));
  const approveLocally = (number: number) => operate(it, 'POST', '/proposals/approve', { number });
  await freeze();
  const stop = stopped.stopBefore('INSERT INTO operator_proposals');
  const lifting = lift();
  await stop.isReached;
  const freezing = freeze();
  await stopped.doneOrWaiting(freezing);
  stop.goOn();
  const number = await lifting;
  expect((await freezing).body.data.status).toBe('frozen');
  expect((await approveLocally(number)).body.code).toBe('STATUS_CONFLICT');
  expect((await approveLocally(await lift())).body.data.result.data.status).toBe('active');
});

test('nobody approves the reset of their own login; another administrator does', async () => {
  const { it } = server;
  const hers = await invite('erin', 'administrator');
  const number = await proposed(operate(it, 'POST', '/people/reset', { name: 'erin' }));
  const own = await approve(hers, number);
  expect(own).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(own.body.detail).toContain('Another administrator');
  expect((await as(hers, 'GET', '/session')).status).toBe(200);

  await it.database.query("UPDATE operators SET role = 'administrator' WHERE name = 'anna'");
  const done = await approve(anna, number);
  await it.database.query("UPDATE operators SET role = 'treasury' WHERE name = 'anna'");
  expect(done).toMatchObject({ status: 200, body: { data: { proposal: { decided_by: 'anna' } } } });
  expect((await as(hers, 'GET', '/session')).status).toBe(401);
});

test('whoever was disabled approves nothing, and nothing that they proposed is approved', async () => {
  const { it } = server;
  const made = await invite('dora', 'treasury');
  const { body, available } = await newCredit();
  const hers = await proposed(as(made, 'POST', '/deposits', body));
  const other = await newCredit();
  const annas = await proposed(as(anna, 'POST', '/deposits', other.body));
  expect((await operate(it, 'POST', '/people/disable', { name: 'dora' })).status).toBe(200);
  expect((await approve(made, annas)).status).toBe(401);
  expect((await approve(bob, hers)).body).toMatchObject({ code: 'STATUS_CONFLICT' });
  expect(await available()).toBe('0');
  expect((await approve(bob, annas)).status).toBe(200);
});

test('roles and logins of operators wait too, and nobody is left alone by disabling the others', async () => {
  const { it } = server;
  await proposed(operate(it, 'POST', '/people/role', { name: 'sam', role: 'administrator' }));
  const reset = operate(it, 'POST', '/people/reset', { name: 'bob' });
  await proposed(reset);
  // Tried and undone: bob is still in.
  expect((await as(bob, 'GET', '/session')).status).toBe(200);
  const disable = (name: string) => operate(it, 'POST', '/people/disable', { name });
  expect((await disable('carla')).status).toBe(200);
  // Both at once: one of them stays.
  const both = await Promise.all(['anna', 'bob'].map(disable));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ code: 'STATUS_CONFLICT' });
  expect(refused?.body.detail).toContain('Fewer than two people');
  const left = both[0]?.status === 409 ? anna : bob;
  expect((await as(left, 'GET', '/session')).status).toBe(200);
  // It goes on with one named operator and the token of the server.
  const { body, available } = await newCredit('4');
  const told = await runOperator(it, ['deposit', '--email', body.email, '--token', 'ZST', '--amount', '4']);
  expect(told.code).toBe(1);
  expect(told.complained[0]).toMatch(
    /^Proposal \d+ of local token waits for another person until .*\. They carry it out with proposals approve NUMBER\.$/,
  );
  const number = /^Proposal (\d+)/.exec(told.complained[0] ?? '')?.[1] ?? '';
  const asOther = { token: left, isSession: true };
  const listed = await runOperator(it, ['proposals', 'list'], asOther);
  expect(listed.printed.join('\n')).toContain(`${number}  open  POST /deposits`);
  const done = await runOperator(it, ['proposals', 'approve', number], asOther);
  expect(done.printed[0]).toContain(`${number}  approved  POST /deposits`);
  expect(await available()).toBe('4');
  expect((await runOperator(it, ['proposals', 'reject', number])).complained[0]).toContain('it was decided');
});
