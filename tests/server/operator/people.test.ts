import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Call } from '../../../contract/call.ts';
import { operatorRights, operatorRoles, rolesOf } from '../../../contract/operatorRoles.ts';
import { operatorTokenOf } from '../../../server/cli/runtime.ts';
import { usualFourEyes } from '../../../server/operator/fourEyes.ts';
import { keepSession, readSession, sessionFileOf } from '../../../server/operator/sessionFile.ts';
import { readSettings } from '../../../server/settings.ts';
import { everyCall } from '../../support/calls.ts';
import { runOperator } from '../../support/command.ts';
import { codeOf } from '../../support/factors.ts';
import { logIn, newOperator, operate, operatorPasswordOfTests, setUp } from '../../support/operators.ts';
import { openTestServer, operatorToken, testServer } from '../../support/server.ts';

// Here one person makes all of them; who waits for whom has tests of its own.
const server = testServer({ fourEyes: { ...usualFourEyes, setting: 'off' } });

const operatorsCalls = everyCall.flatMap(([, call]) => (call.access === 'operator' ? [call] : []));
const pathOf = ({ path }: Call) => path.replace(/\{\w+\}/g, '6f1f3d5e-6f0e-4c39-8d1e-1f0a6c1f2b3a');

let made = 0;
const newName = () => {
  made += 1;
  return `person-${made}`;
};

test('every call of the operator’s is in the table of roles, and nothing else is', () => {
  const names = operatorsCalls.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(operatorRights).toSorted()).toEqual(names.toSorted());
});

test.each(operatorRoles)(
  'the role %s makes the calls of the table and no others',
  async (role) => {
    const { it } = server;
    for (const call of operatorsCalls) {
      // Their sessions end by it.
      const { token } = await newOperator(it, newName(), role);
      const answered = await operate(it, call.method, pathOf(call), call.body ? {} : undefined, { token });
      const may = rolesOf(call).includes(role);
      const told = answered.body?.code === 'FORBIDDEN';
      expect([call.method, call.path, told]).toEqual([call.method, call.path, !may]);
      if (!may)
        expect(answered).toMatchObject({
          status: 403,
          body: {
            detail: `The role ${role} may not do this: it takes the role ${rolesOf(call).join(' or ')}.`,
          },
        });
    }
  },
  60_000,
);

test('what a role may not do is written down', async () => {
  const { it } = server;
  const { token, name } = await newOperator(it, newName(), 'support');
  await operate(it, 'POST', '/deposits', { amount: '5' }, { token });
  const { body } = await it.operator('GET', '/log');
  expect(body.data[1]).toMatchObject({ operator: name, verb: 'POST /deposits', status: 403, subject: null });
});

test('an invited operator sets up a password and an app, and logs in by both', async () => {
  const { it } = server;
  const name = newName();
  const invited = await operate(it, 'POST', '/people', { name, role: 'treasury' });
  expect(invited).toMatchObject({ status: 201, body: { data: { name, role: 'treasury' } } });
  const { setup_code } = invited.body.data;
  expect(setup_code).toMatch(/^[\w-]{43}$/);
  const people = async () => (await it.operator('GET', '/people')).body.data;
  expect(await people()).toContainEqual(
    expect.objectContaining({ name, status: 'invited', last_seen_at: null }),
  );

  const anonymous = { token: null };
  const short = await operate(it, 'POST', '/setup', { setup_code, password: 'Short2026' }, anonymous);
  expect(short).toMatchObject({ status: 422, body: { fields: { password: 'too_short' } } });
  const early = await operate(it, 'POST', '/setup/confirm', { setup_code, code: '123456' }, anonymous);
  expect(early.body.code).toBe('STATUS_CONFLICT');
  const { secret, token } = await setUp(it, setup_code);
  expect(await people()).toContainEqual(expect.objectContaining({ name, status: 'active' }));
  const session = await operate(it, 'GET', '/session', undefined, { token });
  const expires_at = new Date(it.clock.now().getTime() + 12 * 3_600_000).toISOString();
  expect(session.body.data).toEqual({ name, role: 'treasury', expires_at });

  // The code is good once.
  const again = await operate(
    it,
    'POST',
    '/setup',
    { setup_code, password: operatorPasswordOfTests },
    anonymous,
  );
  expect(again).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } });
  const person = { name, password: operatorPasswordOfTests, secret };
  expect((await logIn(it, person)).body.fields).toEqual({ code: 'used' });
  it.clock.advance(30_000);
  expect((await logIn(it, { ...person, password: 'Wrong-2026-password' })).body.code).toBe(
    'INVALID_CREDENTIALS',
  );
  expect((await logIn(it, { ...person, name: 'nobody' })).body.code).toBe('INVALID_CREDENTIALS');
  const entered = await logIn(it, person);
  expect(entered).toMatchObject({ status: 200, body: { data: { name, role: 'treasury' } } });
  expect((await it.operator('GET', '/log')).body.data[1]).toMatchObject({
    operator: name,
    verb: 'POST /login',
    subject: null,
    status: 200,
  });
  const rows = await it.database.query(
    'SELECT * FROM operators JOIN operator_totp_secrets ON operator_id = id',
  );
  expect(JSON.stringify(rows)).not.toContain(operatorPasswordOfTests);
  const sessions = await it.database.query<{ token_hash: Uint8Array }>(
    'SELECT token_hash FROM operator_sessions',
  );
  for (const { token_hash } of sessions)
    expect(Buffer.from(token_hash).toString()).not.toContain(entered.body.data.token);
});

test('a name is given once, and a setup code is good for a day', async () => {
  const { it } = server;
  const name = newName();
  const invited = await operate(it, 'POST', '/people', { name, role: 'support' });
  expect(await operate(it, 'POST', '/people', { name, role: 'support' })).toMatchObject({
    status: 409,
    body: { code: 'USERNAME_TAKEN' },
  });
  for (const wrong of ['local token', 'Anna', 'a', '', '-a', 'a'.repeat(31)])
    expect((await operate(it, 'POST', '/people', { name: wrong, role: 'support' })).status).toBe(422);
  it.clock.advance(24 * 3_600_000);
  const { setup_code } = invited.body.data;
  const late = { setup_code, password: operatorPasswordOfTests };
  expect((await operate(it, 'POST', '/setup', late, { token: null })).body.code).toBe('LINK_EXPIRED');
});

test('a session ends after half an hour without a call, after twelve hours, and by logging out', async () => {
  const { it } = server;
  const minute = 60_000;
  const person = await newOperator(it, newName(), 'support');
  const asks = (token: string) => operate(it, 'GET', '/attention', undefined, { token });
  it.clock.advance(29 * minute);
  expect((await asks(person.token)).status).toBe(200);
  it.clock.advance(29 * minute);
  expect((await asks(person.token)).status).toBe(200);
  it.clock.advance(30 * minute);
  expect((await asks(person.token)).status).toBe(401);

  const { token } = (await logIn(it, person)).body.data;
  for (let step = 0; step < 12 * 3; step += 1) {
    expect((await asks(token)).status).toBe(200);
    it.clock.advance(20 * minute);
  }
  expect((await asks(token)).status).toBe(401);

  const last = (await logIn(it, person)).body.data.token;
  expect((await operate(it, 'DELETE', '/session', undefined, { token: last })).status).toBe(204);
  expect((await asks(last)).status).toBe(401);
});

test('whoever is disabled, reset or given another role is so at once', async () => {
  const { it } = server;
  const person = await newOperator(it, newName(), 'treasury');
  const { token, name } = person;
  const asks = (path: string) => operate(it, 'GET', path, undefined, { token });
  expect((await asks('/rates')).status).toBe(200);
  await operate(it, 'POST', '/people/role', { name, role: 'support' });
  expect((await asks('/rates')).status).toBe(403);
  const disabled = await operate(it, 'POST', '/people/disable', { name });
  expect(disabled.body.data).toMatchObject({ name, role: 'support', status: 'disabled' });
  expect((await asks('/tickets')).status).toBe(401);
  it.clock.advance(30_000);
  expect((await logIn(it, person)).body.code).toBe('INVALID_CREDENTIALS');

  const reset = await operate(it, 'POST', '/people/reset', { name });
  const anew = await setUp(it, reset.body.data.setup_code);
  it.clock.advance(30_000);
  expect((await logIn(it, person)).body.fields).toEqual({ code: 'mismatch' });
  expect((await logIn(it, { name, ...anew })).status).toBe(200);
  const nobody = await operate(it, 'POST', '/people/disable', { name: 'nobody' });
  expect(nobody.body.code).toBe('NOT_FOUND');
});

test('passwords are tried ten times for a name from a network, thirty from a network; others get in', async () => {
  const { it } = server;
  const person = await newOperator(it, newName(), 'support');
  it.clock.advance(30_000);
  const address = '198.51.100.20';
  const guess = (changes: object, from = address) =>
    logIn(it, { ...person, password: 'Wrong-2026-password', ...changes }, { code: '123456', address: from });
  const statuses: number[] = [];
  for (let index = 0; index < 12; index += 1) statuses.push((await guess({})).status);
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  // The owner comes from elsewhere.
  expect((await logIn(it, person)).status).toBe(200);
  const sprayed: number[] = [];
  for (let index = 0; index < 30; index += 1)
    sprayed.push((await guess({ name: `somebody${index}` }, '198.51.100.21')).status);
  expect(sprayed.filter((status) => status === 401)).toHaveLength(30);
  expect((await guess({ name: 'one-more' }, '198.51.100.21')).status).toBe(429);
  const refused = it.logged.filter((line) => line.includes('"operator_login_failed"'));
  expect(refused.length).toBeGreaterThanOrEqual(41);
  expect(refused.join()).not.toContain('Wrong-2026');
});

test('codes are tried ten times by whoever has the password, from however many networks', async () => {
  const { it } = server;
  const person = await newOperator(it, newName(), 'support');
  it.clock.advance(30_000);
  const right = codeOf(person.secret, it.clock.now());
  const wrong = right === '000000' ? '000001' : '000000';
  const statuses: number[] = [];
  for (let index = 0; index < 12; index += 1)
    statuses.push((await logIn(it, person, { code: wrong, address: `198.51.101.${index}` })).status);
  expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
});

test('of two logins with one code at once one gets in', async () => {
  const { it } = server;
  const person = await newOperator(it, newName(), 'support');
  it.clock.advance(30_000);
  const answers = await Promise.all([logIn(it, person), logIn(it, person)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
});

test('the commands ask for what a login takes, and keep its session', async () => {
  const { it } = server;
  const name = newName();
  const added = await runOperator(it, ['people', 'add', name, '--role', 'support']);
  const code = /: ([\w-]{43})$/.exec(added.printed[0] ?? '')?.[1] ?? '';
  const kept: (string | null)[] = [];
  const keepSession = async (token: string | null) => void kept.push(token);
  let secret = '';
  const asked: string[] = [];
  const answers = (given: Readonly<Record<string, () => string>>) => async (question: string) => {
    asked.push(question);
    return given[question]?.() ?? Promise.reject(new Error(question));
  };
  const set = await runOperator(it, ['setup'], {
    token: null,
    keepSession,
    print: (line) => {
      secret = /app: ([A-Z2-7]{32})/.exec(line)?.[1] ?? secret;
    },
    prompt: answers({
      'Setup code: ': () => code,
      'New password, of at least 12 characters: ': () => operatorPasswordOfTests,
      'The same again: ': () => operatorPasswordOfTests,
      'Code that the app shows: ': () => codeOf(secret, it.clock.now()),
    }),
  });
  expect(set.code).toBe(0);
  const token = kept.at(-1) ?? null;
  const mine = { token, isSession: true, keepSession };
  expect((await runOperator(it, ['whoami'], mine)).printed[0]).toMatch(
    new RegExp(`^${name} \\(support\\), until `),
  );
  expect((await runOperator(it, ['whoami'])).printed).toEqual(['local token (administrator)']);
  expect(await runOperator(it, ['treasury'], mine)).toMatchObject({
    code: 1,
    complained: [
      'The role support may not do this: it takes the role treasury or administrator. Nothing was changed.',
    ],
  });
  await runOperator(it, ['logout'], mine);
  expect(kept.at(-1)).toBeNull();
  expect((await runOperator(it, ['tickets', 'list'], mine)).complained[0]).toContain(
    'Your session has ended',
  );

  it.clock.advance(30_000);
  const login = (code: string) =>
    runOperator(it, ['login'], {
      token: null,
      keepSession,
      prompt: answers({
        'Name: ': () => name,
        'Password: ': () => operatorPasswordOfTests,
        'Code of the authenticator app: ': () => code,
      }),
    });
  expect((await login('12')).complained[0]).toContain('(code: not in the right form)');
  expect((await login(codeOf(secret, it.clock.now()))).printed[0]).toMatch(
    new RegExp(`^Logged in as ${name} `),
  );
  expect(kept.at(-1)).toMatch(/^[\w-]{43}$/);
  expect((await runOperator(it, ['people', 'list'])).printed.join('\n')).toContain(
    `${name}  support  active`,
  );
  expect((await runOperator(it, ['people', 'disable', name])).printed[0]).toContain(
    `${name}  support  disabled`,
  );
});

test('a session is kept for one server, in a file that only its owner can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zesto-session-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = sessionFileOf({ XDG_CONFIG_HOME: folder });
  expect(await readSession(path, 'http://localhost:1')).toBeNull();
  await keepSession(path, 'http://localhost:1', 'the-token');
  expect(await readSession(path, 'http://localhost:1')).toBe('the-token');
  expect(await readSession(path, 'http://localhost:2')).toBeNull();
  expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600');
  expect(((await stat(dirname(path))).mode & 0o777).toString(8)).toBe('700');
  await writeFile(path, '', { mode: 0o666 });
  await keepSession(path, 'http://localhost:1', 'another');
  expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600');
  expect(await readFile(path, 'utf8')).toBe('http://localhost:1\nanother\n');
  await keepSession(path, 'http://localhost:1', null);
  expect(await readSession(path, 'http://localhost:1')).toBeNull();
});

test('the token of the server lets nobody in where it is off, which needs an administrator with a login', async () => {
  const { database } = server.it;
  const settings = readSettings({ OPERATOR_LOCAL: 'off' });
  if (!settings.ok) throw new Error('the settings are wrong');
  const disable = "UPDATE operators SET disabled_at = now() WHERE role = 'administrator'";
  await database.query(disable);
  await expect(operatorTokenOf(settings.value, database)).rejects.toThrow(
    'OPERATOR_LOCAL=off would keep everybody out',
  );
  await operate(server.it, 'POST', '/people', { name: newName(), role: 'administrator' });
  await expect(operatorTokenOf(settings.value, database)).rejects.toThrow(
    'no administrator has set up a login',
  );
  const { token } = await newOperator(server.it, newName(), 'administrator');
  expect(await operatorTokenOf(settings.value, database)).toBeNull();

  const address = '198.51.100.90';
  const closed = await openTestServer({ database, operatorToken: null });
  for (const shown of [operatorToken, '', 'null'])
    expect((await operate(closed, 'GET', '/session', undefined, { token: shown, address })).status).toBe(401);
  expect((await operate(closed, 'GET', '/session', undefined, { token })).status).toBe(200);
});

test('a person’s session is none of an operator’s, nor the other way round', async () => {
  const { it } = server;
  const { token } = await newOperator(it, newName(), 'administrator');
  expect((await it.get('/profile', { token })).status).toBe(401);
  expect((await operate(it, 'GET', '/session', undefined, { token: operatorToken })).body.data).toEqual({
    name: 'local token',
    role: 'administrator',
    expires_at: null,
  });
});
