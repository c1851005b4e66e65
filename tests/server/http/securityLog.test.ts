import { expect, test } from 'vitest';
import { createLog } from '../../../server/http/log.ts';
import { securityEvents } from '../../../server/operator/securityLog.ts';
import { everyCall } from '../../support/calls.ts';
import { fund, idempotent, outside, pay, quote } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();

function securityLines(): Record<string, unknown>[] {
  return server.it.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'security');
}

test('every call that is told is a call, and every call about signing in is told or known to be harmless', () => {
  // What operators do is told call by call, without a table.
  const calls = everyCall.flatMap(([, { access, method, path }]) =>
    access === 'operator' ? [] : [`${method} ${path}`],
  );
  expect(Object.keys(securityEvents).filter((name) => !calls.includes(name))).toEqual([]);
  const untold = calls.filter(
    (name) =>
      /^(?:POST|PUT|PATCH|DELETE) \/(?:auth|login|security|setup)\b/.test(name) &&
      securityEvents[name] === undefined,
  );
  // A message or a challenge to sign and the list of proofs change nothing and let nobody in.
  expect(untold.toSorted()).toEqual([
    'POST /auth/metamask/nonce',
    'POST /auth/methods/wallet/nonce',
    'POST /auth/passkey/options',
    'POST /auth/passkeys/options',
    'POST /auth/step-up/options',
    'POST /login/passkey/options',
  ]);
});

test('who came in, who did not, and what was paid is told with account and request, and without secrets', async () => {
  const { it } = server;
  const before = securityLines().length;
  const person = await register(it, { email: 'carla.watched@example.org' });
  const wrong = { email: person.email, password: 'Wr0ng-secret-word', remember: false };
  const failed = await it.post('/auth/login', wrong, { address: '198.51.100.4' });
  await fund(it, person, 'USDT', '100');
  const { body } = await quote(it, person, { amount: '7' });
  const key = crypto.randomUUID();
  const paid = await idempotent(it, person, '/transactions/send', { quote_id: body.data.id }, key);
  // The answer again is no second payment.
  await idempotent(it, person, '/transactions/send', { quote_id: body.data.id }, key);
  const spent = await idempotent(it, person, '/transactions/send', { quote_id: body.data.id });
  await it.post('/auth/logout', undefined, { token: person.token });

  const subject = 'c…@example.org';
  const lines = securityLines().slice(before);
  expect(lines).toMatchObject([
    { event: 'registered', account: person.id, subject },
    {
      event: 'sign_in_failed',
      account: null,
      subject,
      code: 'INVALID_CREDENTIALS',
      address: '198.51.100.4',
      request_id: failed.headers.get('x-request-id'),
    },
    { event: 'operator_verb', operator: 'local token', verb: 'POST /deposits', status: 201, subject },
    {
      event: 'payment_requested',
      account: person.id,
      transaction: paid.body.data.id,
      kind: 'send',
      symbol: 'USDT',
      amount: '7',
      to: outside,
      quote: body.data.id,
      request_id: paid.headers.get('x-request-id'),
    },
    { event: 'payment_refused', account: person.id, code: spent.body.code },
    { event: 'signed_out', account: person.id },
  ]);
  expect(lines).toHaveLength(6);
  const whole = JSON.stringify(lines);
  for (const secret of [person.email, person.password, 'Wr0ng', person.token])
    expect(whole).not.toContain(secret);
});

test('a payment’s way out is told when it was handed over, completed or failed', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '100');
  const paid = await pay(it, person, { kind: 'withdraw', amount: '10' });
  const { id } = paid.body.data;
  await it.operator('POST', '/withdrawals/approve', { id });
  for (let round = 0; round < 3; round += 1) {
    await it.settle();
    it.clock.advance(5_000);
  }
  const told = securityLines().filter(({ transaction }) => transaction === id);
  expect(told.map(({ event }) => event)).toEqual([
    'payment_requested',
    'operator_verb',
    'payment_handed_over',
    'payment_completed',
  ]);
  expect(told[2]).toMatchObject({ account: person.id, kind: 'withdraw', symbol: 'USDT', to: outside });
});

test('whatever a line tells of, it is one line of JSON', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const typed = 'vera\r\n{"event":"signed_in","account":"1"}\u2028\u0000\u001b[2K"';
  log.warn({ event: 'sign_in_failed', subject: typed, to: { address: typed } }, typed);
  expect(lines).toHaveLength(1);
  const [line = ''] = lines;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a line
  expect(line.trimEnd()).not.toMatch(/[\u0000-\u001f]/);
  expect(JSON.parse(line)).toMatchObject({
    event: 'sign_in_failed',
    subject: typed,
    to: { address: typed },
    msg: typed,
  });
});
