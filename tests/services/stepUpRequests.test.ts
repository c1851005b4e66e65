import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { exportAccountCall } from '../../contract/accountData.ts';
import { failureOf } from '../../contract/failure.ts';
import type { Email } from '../../server/email/mailer.ts';
import {
  readStepUpOptions,
  requestPaymentProof,
  sendStepUpCode,
} from '../../src/services/auth/paymentProof.ts';
import { withProof } from '../../src/services/auth/stepUp.ts';
import { createStepUpProofs } from '../../src/services/auth/stepUpProofs.ts';
import type { Http } from '../../src/services/core/http.ts';
import { makePayment, requestPaymentQuote } from '../../src/services/money/payments.ts';
import { Authenticator } from '../support/authenticator.ts';
import { codeOf, proofBy, turnOnTotp } from '../support/factors.ts';
import { fund, outside } from '../support/payments.ts';
import { servicesAtServer } from '../support/servicesAtServer.ts';

const emails: Email[] = [];
const { server, connectAs } = servicesAtServer({
  mailer: { send: async (email) => void emails.push(email) },
});

type Person = Awaited<ReturnType<typeof connectAs>>['person'];

async function addPasskey({ token, password }: Person) {
  const proof = await proofBy(server.it, token, { method: 'password', password });
  const device = new Authenticator();
  const asked = await server.it.post('/auth/passkeys/options', undefined, proof);
  const body = { name: 'Phone', registration: device.create(asked.body.data) };
  expect((await server.it.post('/auth/passkeys', body, proof)).status).toBe(201);
  return device;
}

/** The app of a person with funds, the requests that it sends, and a device for passkeys. */
async function open() {
  const { person, ...connected } = await connectAs();
  await fund(server.it, person, 'USDT', '5000');
  const sent: string[] = [];
  const http = ((...asked: Parameters<Http>) => {
    sent.push(`${asked[0].method} ${asked[0].path}`);
    return connected.http(...asked);
  }) as Http;
  const proofs = createStepUpProofs({ now: () => server.it.clock.now().getTime() });
  const device = { get: (_options: object): object => Promise.reject(new Error('there is no passkey')) };
  const world = {
    ...{ http, proofs },
    signal: new AbortController().signal,
    passkeys: async () => ({
      requireSupport: () => {},
      get: async (options: object) => device.get(options) as never,
      create: () => Promise.reject(new Error('none is made')),
      offer: () => Promise.reject(new Error('none is offered')),
    }),
    wallets: () => Promise.reject(new Error('no wallet is asked')),
    leave: () => Promise.reject(new Error('nobody is sent away')),
  };
  const paying = async () => {
    const asked = { kind: 'withdraw', token: 'USDT', amount: '1500', to: outside } as const;
    const quote = await requestPaymentQuote(connected.http, asked, world.signal);
    const key = randomUUID();
    const subject = `quote:${quote.id}` as const;
    return {
      quote,
      subject,
      pay: (proof?: string) => makePayment(world, { kind: 'withdraw', quoteId: quote.id, key, proof }),
      show: (
        kind: 'passkey' | 'factor' | 'email' | 'password',
        typed: { code?: string; password?: string } = {},
      ) => requestPaymentProof(world, { subject, kind, code: '', password: '', ...typed }),
    };
  };
  return { person, world, device, sent, paying };
}

const payment = 'POST /transactions/withdraw';
const proof = 'POST /auth/step-up';
const options = 'POST /auth/step-up/options';

/** Sends the payment, as far as the question for a proof, and answers the methods. */
async function begin({ paying, world }: Awaited<ReturnType<typeof open>>) {
  const payments = await paying();
  const refusal = failureOf(
    await payments.pay().then(
      () => null,
      (error: unknown) => error,
    ),
  );
  expect(refusal.code).toBe('STEP_UP_REQUIRED');
  const { kinds, until } = await readStepUpOptions(world, payments.subject);
  // The refusal has given the quote time for the proof.
  expect(Date.parse(until ?? '')).toBe(server.it.clock.now().getTime() + 5 * 60_000);
  return { ...payments, kinds };
}

test('a payment that is proven by the password takes one request more', async () => {
  const app = await open();
  const { pay, show, kinds } = await begin(app);
  expect(kinds).toEqual(['password']);
  await pay(await show('password', { password: app.person.password }));
  expect(app.sent).toEqual([payment, proof, payment]);
});

test('by a code of an authenticator app, or a recovery code, it takes one', async () => {
  const app = await open();
  const { secret, recoveryCodes } = await turnOnTotp(server.it, app.person);
  const first = await begin(app);
  expect(first.kinds).toEqual(['factor']);
  await first.pay(await first.show('factor', { code: codeOf(secret, server.it.clock.now()) }));
  const second = await begin(app);
  await second.pay(await second.show('factor', { code: String(recoveryCodes[0]) }));
  expect(app.sent).toEqual([payment, proof, payment, payment, proof, payment]);
});

test('by a passkey it takes one; after a failed proof the device is asked with a new challenge', async () => {
  const app = await open();
  const device = await addPasskey(app.person);
  app.device.get = (asked) => device.get(asked as never);
  const first = await begin(app);
  expect(first.kinds).toEqual(['passkey', 'factor']);
  await first.pay(await first.show('passkey'));
  expect(app.sent.splice(0)).toEqual([payment, proof, payment]);

  const second = await begin(app);
  app.device.get = (asked) => device.get(asked as never, { isVerified: false });
  await expect(second.show('passkey')).rejects.toThrow();
  app.device.get = (asked) => device.get(asked as never);
  await second.pay(await second.show('passkey'));
  expect(app.sent).toEqual([payment, proof, options, proof, payment]);
});

test('by a code from an email it takes two: the email is sent only when the person asks for it', async () => {
  const app = await open();
  await server.it.database.query('UPDATE users SET email_confirmed_at = created_at WHERE id = $1', [
    app.person.id,
  ]);
  const { pay, show, kinds, subject } = await begin(app);
  expect(kinds).toEqual(['email']);
  await sendStepUpCode(app.world.http, subject);
  await server.it.rest();
  const { email } = app.person;
  const mine = emails.filter(({ to }) => to === email).map(({ text }) => /^\d{6}$/m.exec(text)?.[0]);
  const code = mine.findLast((each) => each !== undefined) ?? '';
  await pay(await show('email', { code }));
  expect(app.sent).toEqual([payment, options, proof, payment]);
});

test('after a reload, which has forgotten the refusal, the methods are requested', async () => {
  const app = await open();
  const { subject } = await app.paying();
  expect((await readStepUpOptions(app.world, subject)).kinds).toEqual(['password']);
  expect(app.sent).toEqual([options]);
});

test('the challenge in a refusal proves that payment alone, in that session, once', async () => {
  const app = await open();
  const device = await addPasskey(app.person);
  const ask = async () => {
    const { pay, quote } = await app.paying();
    const { passkey } = failureOf(
      await pay().then(
        () => null,
        (error: unknown) => error,
      ),
    );
    return { id: quote.id, assertion: device.get(passkey as never) };
  };
  const [one, other] = [await ask(), await ask()];
  const prove = async (quote_id: string, assertion: object) =>
    (await server.it.post('/auth/step-up', { for: { quote_id }, method: 'passkey', assertion }, app.person))
      .status;
  expect(await prove(other.id, one.assertion)).toBe(403);
  expect([await prove(one.id, one.assertion), await prove(one.id, one.assertion)]).toEqual([200, 403]);
});

test('a change that is proven by a typed code takes one request more, by a passkey two', async () => {
  const change = 'POST /profile/export';
  const byCode = await open();
  const { secret } = await turnOnTotp(server.it, byCode.person);
  const otp = codeOf(secret, server.it.clock.now());
  const exportBy = ({ world }: Awaited<ReturnType<typeof open>>, typed: { code: string; otp?: string }) =>
    withProof(world, 'export', typed, (stepUp) => world.http(exportAccountCall, { stepUp }));
  await exportBy(byCode, { code: '', otp });
  expect(byCode.sent).toEqual([proof, change]);

  const byPasskey = await open();
  const device = await addPasskey(byPasskey.person);
  byPasskey.device.get = (asked) => device.get(asked as never);
  await exportBy(byPasskey, { code: '' });
  expect(byPasskey.sent).toEqual([change, options, proof, change]);
});
