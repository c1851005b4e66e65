import { randomUUID } from 'node:crypto';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import type { Email } from '../../../server/email/mailer.ts';
import { codeOf, turnOnTotp } from '../../support/factors.ts';
import { addressOf, balance, fund, idempotent, outside, type Person, quote } from '../../support/payments.ts';
import { openTestServer, register, type TestServer, testServer } from '../../support/server.ts';
import { signed } from '../../support/wallets.ts';

const minute = 60_000;
const emails: Email[] = [];
const mailer = {
  async send(email: Email) {
    emails.push(email);
  },
};
const mute = testServer();
const mailed = testServer({ mailer });

async function funded(server: TestServer, amount = '20000'): Promise<Person> {
  const person = await register(server);
  await fund(server, person, 'USDT', amount);
  return person;
}

async function quoted(
  server: TestServer,
  person: Person,
  amount = '10',
  to: string = outside,
): Promise<string> {
  const { status, body } = await quote(server, person, { kind: 'withdraw', amount, to });
  expect(status).toBe(201);
  return body.data.id;
}

interface Shown {
  readonly key?: string;
  readonly proof?: string;
}

const withdraw = (
  server: TestServer,
  { token }: { readonly token: string },
  quoteId: string,
  { key = randomUUID(), proof }: Shown = {},
) =>
  server.post(
    '/transactions/withdraw',
    { quote_id: quoteId },
    { token, headers: { 'idempotency-key': key, ...(proof === undefined ? {} : { 'step-up': proof }) } },
  );

const prove = (
  server: TestServer,
  { token }: { readonly token: string },
  quoteId: string,
  shown: Readonly<Record<string, unknown>>,
) => server.post('/auth/step-up', { for: { quote_id: quoteId }, ...shown }, { token });

const byPassword = ({ password }: Person) => ({ method: 'password', password: String(password) });

async function proofOf(server: TestServer, person: Person, quoteId: string): Promise<string> {
  const { status, body } = await prove(server, person, quoteId, byPassword(person));
  expect(status).toBe(200);
  return body.data.proof;
}

/** Another session of the same person, by their password. */
async function again(server: TestServer, { email, password }: Person): Promise<string> {
  const { body } = await server.post('/auth/login', {
    ...{ email, password, remember: false },
    captcha: await server.captcha(),
  });
  return body.data.token;
}

test('a payment above the limit asks for a proof of its own, and goes on with the same key', async () => {
  const person = await funded(mute.it);
  const id = await quoted(mute.it, person, '1000.01');
  const key = randomUUID();
  const refused = await withdraw(mute.it, person, id, { key });
  expect(refused).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED', methods: ['password'] } });
  expect((await mute.it.get(`/operations/${key}`, person)).status).toBe(404);
  expect(await balance(mute.it, person)).toMatchObject({ available: '20000' });

  const proof = await proofOf(mute.it, person, id);
  const paid = await withdraw(mute.it, person, id, { key, proof });
  expect(paid.status).toBe(201);
  const [replayed, bare] = [
    await withdraw(mute.it, person, id, { key, proof }),
    await withdraw(mute.it, person, id, { key }),
  ];
  expect(replayed.body).toEqual(paid.body);
  expect(bare.body).toEqual(paid.body);
  expect(bare.headers.get('idempotent-replayed')).toBe('true');
  expect(await balance(mute.it, person)).toMatchObject({ pending: '1001.26' });
});

test('what was paid is not paid again with its proof and another key', async () => {
  const person = await funded(mute.it);
  const id = await quoted(mute.it, person, '2000');
  const proof = await proofOf(mute.it, person, id);
  expect((await withdraw(mute.it, person, id, { proof })).status).toBe(201);
  expect((await withdraw(mute.it, person, id, { proof })).body.code).toBe('QUOTE_USED');
  const other = await quoted(mute.it, person, '2000');
  expect((await withdraw(mute.it, person, other, { proof })).body.code).toBe('STEP_UP_REQUIRED');
});

test('a proof fits its quote alone, its session alone and its person alone', async () => {
  const [person, stranger] = [await funded(mute.it), await funded(mute.it)];
  const [mine, other] = [await quoted(mute.it, person, '1500'), await quoted(mute.it, person, '10')];
  const proof = await proofOf(mute.it, person, mine);
  // The session was proven a moment ago: what does not fit is refused all the same.
  expect((await withdraw(mute.it, person, other, { proof })).body.code).toBe('STEP_UP_REQUIRED');
  const token = await again(mute.it, person);
  expect((await withdraw(mute.it, { token }, mine, { proof })).body.code).toBe('STEP_UP_REQUIRED');
  const theirs = await quoted(mute.it, stranger, '1500');
  expect((await withdraw(mute.it, stranger, theirs, { proof })).body.code).toBe('STEP_UP_REQUIRED');
  expect((await prove(mute.it, stranger, mine, byPassword(stranger))).body.code).toBe('NOT_FOUND');
  expect((await prove(mute.it, person, randomUUID(), byPassword(person))).body.code).toBe('NOT_FOUND');
  // A proof of another action is none for a payment, nor the other way round.
  const action = await mute.it.post(
    '/auth/step-up',
    { for: { action: 'factors' }, ...byPassword(person) },
    person,
  );
  expect((await withdraw(mute.it, person, mine, { proof: action.body.data.proof })).body.code).toBe(
    'STEP_UP_REQUIRED',
  );
  const totp = await mute.it.post('/auth/totp', undefined, {
    token: person.token,
    headers: { 'step-up': proof },
  });
  expect(totp.body.code).toBe('STEP_UP_REQUIRED');
  expect((await withdraw(mute.it, person, mine, { proof })).status).toBe(201);
});

test('for five minutes after a login or a proof a session is not asked again for little', async () => {
  const person = await funded(mute.it);
  mute.it.clock.advance(5 * minute - 1);
  expect((await withdraw(mute.it, person, await quoted(mute.it, person, '1000'))).status).toBe(201);
  mute.it.clock.advance(1);
  const id = await quoted(mute.it, person);
  expect((await withdraw(mute.it, person, id)).body.code).toBe('STEP_UP_REQUIRED');
  const proof = await proofOf(mute.it, person, id);
  expect((await withdraw(mute.it, person, id, { proof })).status).toBe(201);
  expect((await withdraw(mute.it, person, await quoted(mute.it, person))).status).toBe(201);
  // The proof of one session is not another's.
  mute.it.clock.advance(5 * minute);
  const late = await quoted(mute.it, person);
  expect((await withdraw(mute.it, person, late)).body.code).toBe('STEP_UP_REQUIRED');
  expect((await withdraw(mute.it, { token: await again(mute.it, person) }, late)).status).toBe(201);
});

test('a payment to an account here asks as one that leaves', async () => {
  const [person, other] = [await funded(mute.it), await register(mute.it)];
  const to = await addressOf(mute.it, other);
  const { body } = await quote(mute.it, person, { kind: 'send', amount: '1001', to });
  const path = '/transactions/send';
  const refused = await idempotent(mute.it, person, path, { quote_id: body.data.id });
  expect(refused.body.code).toBe('STEP_UP_REQUIRED');
  const little = await quote(mute.it, person, { kind: 'send', amount: '1000', to });
  expect((await idempotent(mute.it, person, path, { quote_id: little.body.data.id })).status).toBe(201);
});

test('payments within the five minutes are added up, and what would make them worth more than the limit is proven', async () => {
  const person = await funded(mute.it);
  const first = await quoted(mute.it, person, '600');
  expect((await withdraw(mute.it, person, first)).status).toBe(201);
  const second = await quoted(mute.it, person, '600');
  const key = randomUUID();
  expect((await withdraw(mute.it, person, second, { key })).body.code).toBe('STEP_UP_REQUIRED');
  // What fits into the rest goes on, and fills it.
  expect((await withdraw(mute.it, person, await quoted(mute.it, person, '400'))).status).toBe(201);
  const little = await quoted(mute.it, person, '10');
  expect((await withdraw(mute.it, person, little)).body.code).toBe('STEP_UP_REQUIRED');
  // Its proof begins anew, and what it was got for is not counted.
  const proof = await proofOf(mute.it, person, second);
  expect((await withdraw(mute.it, person, second, { key, proof })).status).toBe(201);
  expect((await withdraw(mute.it, person, await quoted(mute.it, person, '1000'))).status).toBe(201);
  expect((await withdraw(mute.it, person, little)).body.code).toBe('STEP_UP_REQUIRED');
});

test('payments to accounts here are added up with those that leave, and each session is counted for itself', async () => {
  const [person, other] = [await funded(mute.it), await register(mute.it)];
  const to = await addressOf(mute.it, other);
  const inside = async (payer: { readonly token: string }) => {
    const { body } = await quote(mute.it, person, { kind: 'send', amount: '600', to });
    return mute.it.post(
      '/transactions/send',
      { quote_id: body.data.id },
      { token: payer.token, headers: { 'idempotency-key': randomUUID() } },
    );
  };
  expect((await inside(person)).status).toBe(201);
  expect((await withdraw(mute.it, person, await quoted(mute.it, person, '600'))).body.code).toBe(
    'STEP_UP_REQUIRED',
  );
  expect((await inside(person)).body.code).toBe('STEP_UP_REQUIRED');
  // A login takes what a proof takes.
  expect((await inside({ token: await again(mute.it, person) })).status).toBe(201);
});

test('of payments at once only those go on that are within the limit together', async () => {
  const person = await funded(mute.it);
  const ids = await Promise.all([1, 2, 3, 4, 5].map(() => quoted(mute.it, person, '300')));
  const answers = await Promise.all(ids.map((id) => withdraw(mute.it, person, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 403, 403]);
  expect(await balance(mute.it, person)).toMatchObject({ pending: '903.75' });
});

test('two servers that pay at once from one session add up what both of them paid', async () => {
  const person = await funded(mute.it);
  const second = await openTestServer({ database: mute.it.database, clock: mute.it.clock });
  const ids = await Promise.all([1, 2, 3, 4].map(() => quoted(mute.it, person, '600')));
  const answers = await Promise.all(
    ids.map((id, index) => withdraw(index % 2 === 0 ? mute.it : second, person, id)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
});

test('neither a payment that is refused nor one that is repeated is counted', async () => {
  const person = await funded(mute.it, '1500');
  const [all, more] = [await quoted(mute.it, person, '900'), await quoted(mute.it, person, '800')];
  const proof = await proofOf(mute.it, person, more);
  expect((await withdraw(mute.it, person, more, { proof })).status).toBe(201);
  // Nothing left for it: it fails after it was judged.
  expect((await withdraw(mute.it, person, all)).body.code).toBe('INSUFFICIENT_BALANCE');
  const [little, key] = [await quoted(mute.it, person, '500'), randomUUID()];
  for (const _ of [1, 2, 3]) expect((await withdraw(mute.it, person, little, { key })).status).toBe(201);
  await fund(mute.it, person, 'USDT', '1000');
  expect((await withdraw(mute.it, person, await quoted(mute.it, person, '500'))).status).toBe(201);
});

test('a clock that was set back does not take back what was counted', async () => {
  const server = await openTestServer();
  try {
    const person = await funded(server);
    expect((await withdraw(server, person, await quoted(server, person, '900'))).status).toBe(201);
    server.clock.advance(-30_000);
    const id = await quoted(server, person, '200');
    expect((await withdraw(server, person, id)).body.code).toBe('STEP_UP_REQUIRED');
    server.clock.advance(10 * minute);
    const late = await quoted(server, person, '50');
    expect((await withdraw(server, person, late)).body.code).toBe('STEP_UP_REQUIRED');
  } finally {
    await server.close();
  }
});

test('a proof of another action leaves what was counted as it is', async () => {
  const person = await funded(mute.it);
  expect((await withdraw(mute.it, person, await quoted(mute.it, person, '900'))).status).toBe(201);
  await mute.it.post('/auth/step-up', { for: { action: 'factors' }, ...byPassword(person) }, person);
  expect((await withdraw(mute.it, person, await quoted(mute.it, person, '200'))).body.code).toBe(
    'STEP_UP_REQUIRED',
  );
});

test('a session that ends while its payment is judged pays nothing, and the key is as good as new', async () => {
  const { database } = mute.it;
  let ends: string | null = null;
  const server = await openTestServer({
    clock: mute.it.clock,
    database: {
      ...database,
      transaction: (work) =>
        database.transaction((query) =>
          work(async (sql, values) => {
            if (ends !== null && sql.includes('FOR NO KEY UPDATE OF quote'))
              await query('DELETE FROM sessions WHERE user_id = $1', [ends]);
            return query(sql, values);
          }),
        ),
    },
  });
  const person = await funded(server);
  const [id, key] = [await quoted(server, person), randomUUID()];
  ends = person.id;
  expect((await withdraw(server, person, id, { key })).body.code).toBe('UNAUTHENTICATED');
  ends = null;
  const token = await again(server, person);
  expect((await server.get(`/operations/${key}`, { token })).status).toBe(404);
  expect((await withdraw(server, { token }, id, { key })).status).toBe(201);
});

test('what has no price is proven each time', async () => {
  const person = await register(mute.it);
  await fund(mute.it, person, 'ZST', '1000');
  await mute.it.database.query("DELETE FROM rates WHERE pair = 'ZST/USDT'");
  const { body } = await quote(mute.it, person, { kind: 'withdraw', token: 'ZST', amount: '10' });
  expect((await withdraw(mute.it, person, body.data.id)).body.code).toBe('STEP_UP_REQUIRED');
  const proof = await proofOf(mute.it, person, body.data.id);
  expect((await withdraw(mute.it, person, body.data.id, { proof })).status).toBe(201);
});

test('a proof is good for five minutes, and a clock that was set back makes neither it nor a login good for longer', async () => {
  const server = await openTestServer();
  try {
    const person = await funded(server);
    const [id, little] = [await quoted(server, person, '3000'), await quoted(server, person)];
    for (const quote_id of [id, little])
      await server.post('/auth/step-up/options', { for: { quote_id } }, person);
    server.clock.advance(4 * minute);
    const proof = await proofOf(server, person, id);
    server.clock.advance(-60 * minute);
    expect((await withdraw(server, person, id, { proof })).body.code).toBe('STEP_UP_REQUIRED');
    expect((await withdraw(server, person, little)).body.code).toBe('STEP_UP_REQUIRED');
    // Two servers may differ by a minute.
    server.clock.advance(59 * minute);
    expect((await withdraw(server, person, little)).status).toBe(201);
    expect((await withdraw(server, person, id, { proof })).status).toBe(201);
    server.clock.advance(6 * minute);
    const late = await quoted(server, person);
    expect((await withdraw(server, person, late)).body.code).toBe('STEP_UP_REQUIRED');
  } finally {
    await server.close();
  }
});

test('the quote stays good while a proof is got, once, and is not proven when it is over', async () => {
  const person = await funded(mute.it);
  const id = await quoted(mute.it, person, '3000');
  mute.it.clock.advance(30_000);
  const options = () => mute.it.post('/auth/step-up/options', { for: { quote_id: id } }, person);
  const until = new Date(mute.it.clock.now().getTime() + 5 * minute).toISOString();
  expect((await options()).body.data).toEqual({
    methods: ['password'],
    passkey: null,
    quote_expires_at: until,
  });
  mute.it.clock.advance(4 * minute);
  expect((await options()).body.data.quote_expires_at).toBe(until);
  const proof = await proofOf(mute.it, person, id);
  mute.it.clock.advance(minute);
  expect((await options()).body.code).toBe('QUOTE_EXPIRED');
  expect((await prove(mute.it, person, id, byPassword(person))).body.code).toBe('QUOTE_EXPIRED');
  expect((await withdraw(mute.it, person, id, { proof })).body.code).toBe('QUOTE_EXPIRED');
});

test('a wrong proof changes nothing: neither the key nor the quote nor the proof that follows', async () => {
  const person = await funded(mute.it);
  const id = await quoted(mute.it, person, '3000');
  const key = randomUUID();
  const wrong = await prove(mute.it, person, id, { method: 'password', password: 'Wrong1password' });
  expect(wrong).toMatchObject({ status: 422, body: { fields: { password: 'mismatch' } } });
  const made = await withdraw(mute.it, person, id, { key, proof: 'A'.repeat(43) });
  expect(made.body.code).toBe('STEP_UP_REQUIRED');
  const proof = await proofOf(mute.it, person, id);
  expect((await withdraw(mute.it, person, id, { key, proof })).status).toBe(201);
});

test('of many at once those that are not proven spoil no other', async () => {
  const [person, other] = [await funded(mute.it), await funded(mute.it)];
  const much = await quoted(mute.it, person, '1500');
  const key = randomUUID();
  const little = await Promise.all([1, 2, 3].map(() => quoted(mute.it, other)));
  const answers = await Promise.all([
    withdraw(mute.it, person, much, { key }),
    ...little.map((id) => withdraw(mute.it, other, id)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([403, 201, 201, 201]);
  const proof = await proofOf(mute.it, person, much);
  const twice = await Promise.all([
    withdraw(mute.it, person, much, { key, proof }),
    withdraw(mute.it, person, much, { key: randomUUID(), proof }),
  ]);
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('whoever has a second factor proves by it, and their password opens no payment', async () => {
  const person = await funded(mute.it);
  const { secret, recoveryCodes } = await turnOnTotp(mute.it, person);
  const id = await quoted(mute.it, person);
  const refused = await withdraw(mute.it, person, id);
  expect(refused.body).toMatchObject({ code: 'STEP_UP_REQUIRED', methods: ['totp', 'recovery_code'] });
  expect((await prove(mute.it, person, id, byPassword(person))).body.code).toBe('FORBIDDEN');
  const code = codeOf(secret, mute.it.clock.now());
  const { body } = await prove(mute.it, person, id, { method: 'totp', code });
  expect((await withdraw(mute.it, person, id, { proof: body.data.proof })).status).toBe(201);
  // Known by the factor, for five minutes.
  expect((await withdraw(mute.it, person, await quoted(mute.it, person))).status).toBe(201);
  const much = await quoted(mute.it, person, '1500');
  expect((await prove(mute.it, person, much, { method: 'totp', code })).status).toBe(422);
  const saved = await prove(mute.it, person, much, {
    method: 'recovery_code',
    recovery_code: recoveryCodes[0],
  });
  expect((await withdraw(mute.it, person, much, { proof: saved.body.data.proof })).status).toBe(201);

  mute.it.clock.advance(minute);
  const login = await mute.it.post('/auth/login', {
    ...{ email: person.email, password: person.password, remember: false },
    otp: codeOf(secret, mute.it.clock.now()),
    captcha: await mute.it.captcha(),
  });
  const { token } = login.body.data;
  expect((await withdraw(mute.it, { token }, await quoted(mute.it, person))).status).toBe(201);
});

test('a factor that is added makes the password of the login good for nothing', async () => {
  const person = await funded(mute.it);
  const id = await quoted(mute.it, person, '2000');
  await mute.it.post('/auth/step-up/options', { for: { quote_id: id } }, person);
  const proof = await proofOf(mute.it, person, id);
  await turnOnTotp(mute.it, person);
  expect((await withdraw(mute.it, person, id, { proof })).body.code).toBe('STEP_UP_REQUIRED');
  expect((await withdraw(mute.it, person, await quoted(mute.it, person))).body).toMatchObject({
    code: 'STEP_UP_REQUIRED',
    methods: ['totp', 'recovery_code'],
  });
});

test('a login by wallet counts where there is nothing else to prove by', async () => {
  const account = privateKeyToAccount(`0x${'d4'.repeat(32)}`);
  const { body } = await mute.it.post('/auth/metamask', await signed(mute.it, account));
  const person = { token: String(body.data.token), id: String(body.data.user.id) };
  const other = await funded(mute.it);
  const given = await quote(mute.it, other, {
    amount: '500',
    to: (await mute.it.post('/wallet/addresses', { token: 'USDT' }, person)).body.data.address,
  });
  await idempotent(mute.it, other, '/transactions/send', { quote_id: given.body.data.id });
  const quoteOf = async () =>
    (
      await mute.it.post(
        '/transactions/quotes',
        { kind: 'withdraw', token: 'USDT', amount: '10', to: outside },
        person,
      )
    ).body.data.id;
  expect((await withdraw(mute.it, person, await quoteOf())).status).toBe(201);
  mute.it.clock.advance(5 * minute);
  const id = await quoteOf();
  expect((await withdraw(mute.it, person, id)).body).toMatchObject({
    code: 'STEP_UP_REQUIRED',
    methods: ['wallet'],
  });
  const proof = await prove(mute.it, person, id, { method: 'wallet', ...(await signed(mute.it, account)) });
  expect((await withdraw(mute.it, person, id, { proof: proof.body.data.proof })).status).toBe(201);
});

test('where emails are sent a code to the confirmed address is asked for, also right after a login', async () => {
  const server = mailed.it;
  const person = await funded(server);
  // Not confirmed yet: nobody could read a code there.
  expect((await withdraw(server, person, await quoted(server, person))).status).toBe(201);
  await server.database.query('UPDATE users SET email_confirmed_at = $2 WHERE id = $1', [
    person.id,
    server.clock.now(),
  ]);
  const id = await quoted(server, person);
  expect((await withdraw(server, person, id)).body).toMatchObject({
    code: 'STEP_UP_REQUIRED',
    methods: ['email'],
  });
  expect((await prove(server, person, id, byPassword(person))).body.code).toBe('FORBIDDEN');
  await server.post('/auth/step-up/options', { for: { quote_id: id }, method: 'email' }, person);
  await server.rest();
  const mail = emails.findLast(({ subject }) => subject.endsWith('Your verification code'));
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
  // Whoever reads it sees what somebody else would have it paid for.
  expect(mail?.text.replaceAll('\u00a0', ' ')).toContain(
    `This code is for withdrawing 10 USDT to ${outside}.`,
  );
  const other = await quoted(server, person);
  expect((await prove(server, person, other, { method: 'email', code })).status).toBe(422);
  const { body } = await prove(server, person, id, { method: 'email', code });
  expect((await withdraw(server, person, id, { proof: body.data.proof })).status).toBe(201);
  expect((await withdraw(server, person, other)).status).toBe(201);
});

test('the limit is the server’s to set', async () => {
  const server = await openTestServer({ stepUpAbove: 0n });
  try {
    const person = await funded(server);
    expect((await withdraw(server, person, await quoted(server, person))).body.code).toBe('STEP_UP_REQUIRED');
  } finally {
    await server.close();
  }
});

test('a person lowers the limit for themselves, at once', async () => {
  const person = await funded(mute.it);
  const changed = await mute.it.put('/security/settings', { proof_above: '5' }, person);
  expect(changed.status).toBe(200);
  const id = await quoted(mute.it, person, '5.01');
  expect((await withdraw(mute.it, person, id)).body.code).toBe('STEP_UP_REQUIRED');
  expect((await withdraw(mute.it, person, await quoted(mute.it, person, '5'))).status).toBe(201);
});

test('whoever pays for the first time without a second factor is advised to add one', async () => {
  const person = await funded(mute.it);
  const advised = async () => (await quote(mute.it, person, { kind: 'withdraw' })).body.data.factor_advised;
  expect(await advised()).toBe(true);
  await withdraw(mute.it, person, await quoted(mute.it, person));
  expect(await advised()).toBe(false);
  const other = await funded(mute.it);
  await turnOnTotp(mute.it, other);
  expect((await quote(mute.it, other, {})).body.data.factor_advised).toBe(false);
});

test('what a proof is for is one thing', async () => {
  const person = await register(mute.it);
  const ask = (purpose: unknown) => mute.it.post('/auth/step-up/options', { for: purpose }, person);
  const id = randomUUID();
  for (const purpose of [{}, { quote_id: id, action: 'email' }, { quote_id: 'x' }, null, { other: 1 }]) {
    const { status, body } = await ask(purpose);
    expect([status, Object.keys(body.fields)]).toEqual([422, ['for']]);
  }
  expect((await ask({ quote_id: id })).body.code).toBe('NOT_FOUND');
});
