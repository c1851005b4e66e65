import { expect, test } from 'vitest';
import { type Call, operatorBase, webAppBase } from '../../../contract/call.ts';
import { everyCall } from '../../support/calls.ts';
import { newOperator } from '../../support/operators.ts';
import { operatorToken, register, testServer } from '../../support/server.ts';

const server = testServer();

const id = '6f1f3d5e-6f0e-4c39-8d1e-1f0a6c1f2b3a';
const addressOf = (base: string, { path }: Call) =>
  `http://localhost:3000${base}${path.replace(/\{\w+\}/g, id)}`;

let callers = 0;
/** Nobody's limits stand in the way: each request comes from a network of its own. */
const nextNetwork = () => {
  callers += 1;
  return `203.0.${callers >> 8}.${callers & 255}`;
};

function requestOf(call: Call, base: string, token: string | null, body?: ReadableStream) {
  return new Request(addressOf(base, call), {
    method: call.method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined || call.method === 'GET' ? {} : { body, duplex: 'half' as const }),
  });
}

/** Sends a call with a body that tells whether anybody began to read it. */
async function ask(call: Call, base: string, token: string | null) {
  let isRead = false;
  const body = new ReadableStream(
    {
      pull(controller) {
        isRead = true;
        controller.enqueue(new TextEncoder().encode('{}'));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const answerer = base === operatorBase ? server.it.operate : server.it.fetch;
  const response = await answerer(requestOf(call, base, token, body), { address: nextNetwork() });
  const { code } = (await response.json()) as { code: string };
  return { name: `${call.method} ${call.path}`, status: response.status, code, isRead };
}

const callsOf = (access: Call['access']) =>
  everyCall.flatMap(([, call]) => (call.access === access ? [call] : []));
const namesOf = (calls: readonly Call[]) =>
  [...new Set(calls.map(({ method, path }) => `${method} ${path}`))].toSorted();
const refused = (calls: readonly Call[], status: number, code: string) =>
  calls.map(({ method, path }) => ({ name: `${method} ${path}`, status, code, isRead: false }));

/** A session of a person that was ended, one that never was, and an operator's. */
async function strangers() {
  const { it } = server;
  const person = await register(it);
  await it.post('/auth/logout', undefined, { token: person.token });
  const operator = await newOperator(it, `operator-${crypto.randomUUID().slice(0, 8)}`, 'administrator');
  return [null, 'x', person.token, operator.token];
}

test('who is not logged in makes no call of a person’s, and nothing of it is read', async () => {
  const calls = callsOf('session');
  for (const token of await strangers()) {
    const answers = [];
    for (const call of calls) answers.push(await ask(call, webAppBase, token));
    expect(answers).toEqual(refused(calls, 401, 'UNAUTHENTICATED'));
  }
});

test('nobody but an operator makes an operator’s call, and at the people’s address there is none', async () => {
  const calls = callsOf('operator');
  const person = await register(server.it);
  for (const token of [null, 'x', person.token]) {
    const answers = [];
    for (const call of calls) answers.push(await ask(call, operatorBase, token));
    expect(answers).toEqual(refused(calls, 401, 'UNAUTHENTICATED'));
  }
  const atThePeoples = [];
  for (const call of [...calls, ...callsOf('operatorLogin')])
    atThePeoples.push(await server.it.fetch(requestOf(call, operatorBase, operatorToken)));
  expect(new Set(atThePeoples.map(({ status }) => status))).toEqual(new Set([404]));
});

test('these calls ask for no login, and no others', () => {
  expect(namesOf(callsOf('public'))).toEqual([
    'GET /auth/captcha',
    'GET /auth/providers',
    'GET /avatars/{id}',
    'POST /auth/email/confirm',
    'POST /auth/email/unconfirmed',
    'POST /auth/google',
    'POST /auth/google/link',
    'POST /auth/login',
    'POST /auth/metamask',
    'POST /auth/metamask/nonce',
    'POST /auth/passkey',
    'POST /auth/passkey/options',
    'POST /auth/password/forgotten',
    'POST /auth/password/reset',
    'POST /auth/recovery',
    'POST /auth/register',
    'POST /security/not-me',
  ]);
  expect(namesOf(callsOf('operatorLogin'))).toEqual([
    'POST /login',
    'POST /login/passkey',
    'POST /login/passkey/options',
    'POST /setup',
    'POST /setup/confirm',
    'POST /setup/invitation',
    'POST /setup/passkey',
    'POST /setup/passkey/options',
  ]);
});
