import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../contract/failure.ts';
import { sendCall } from '../../contract/transactions.ts';
import { createDeviceKeys } from '../../src/services/auth/deviceKeys.ts';
import { createStepUpProofs } from '../../src/services/auth/stepUpProofs.ts';
import { makePayment, requestPaymentQuote } from '../../src/services/money/payments.ts';
import { memoryDeviceKeys } from '../support/deviceKeyStore.ts';
import { fund, outside } from '../support/payments.ts';
import { servicesAtServer } from '../support/servicesAtServer.ts';

const { server, connect, connectAs } = servicesAtServer();
let browser: ReturnType<typeof memoryDeviceKeys>;
beforeEach(() => {
  browser = memoryDeviceKeys();
});

const hour = 3_600_000;

/** A tab of the browser, with the session that is open. Its clock is wrong by days until an answer tells the server's time. */
function openTab({ isSecure = true } = {}) {
  const connected = connect();
  const { http } = connected;
  const proofs = createStepUpProofs(connected.clock);
  const subtle = isSecure ? crypto.subtle : undefined;
  const keys = createDeviceKeys({ ...connected, store: browser.store, subtle });
  const quote = async () => {
    const request = { kind: 'send', token: 'USDT', amount: '5', to: outside } as const;
    return (await requestPaymentQuote(http, request, new AbortController().signal)).id;
  };
  const send = (quoteId: string, key: string = randomUUID()) =>
    makePayment({ http: keys.http, proofs }, { kind: 'send', quoteId, key });
  return { keys, quote, send, pay: async () => send(await quote()), http };
}

async function arrive() {
  const { person } = await connectAs();
  await fund(server.it, person, 'USDT', '100');
  /** How many payments were made. */
  const made = async () => (await server.it.get('/transactions?kind=send', person)).body.data.length;
  return { person, made };
}

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error) => failureOf(error).code,
  );
const onlyKey = () => [...browser.keys.values()][0];

async function proofOf(person: { token: string; password: string }) {
  const shown = { for: { action: 'factors' }, method: 'password', password: person.password };
  return String((await server.it.post('/auth/step-up', shown, person)).body.data.proof);
}

test('a session is bound once, its payments are signed, and nothing of the key can be read', async () => {
  const { person, made } = await arrive();
  const { keys, pay, quote, http } = openTab();
  await keys.bind();
  await keys.bind();
  expect(onlyKey()).toMatchObject({ privateKey: { extractable: false, usages: ['sign'] } });
  expect(JSON.stringify([...browser.keys.keys()])).not.toContain(person.token);
  await pay();
  expect(await made()).toBe(1);
  // The token without the key moves nothing.
  const unsigned = http(sendCall, { body: { quote_id: await quote() }, key: randomUUID() });
  expect(await codeOf(unsigned)).toBe('DEVICE_PROOF_REQUIRED');
  expect(await made()).toBe(1);
});

test('two tabs that bind at once share one key', async () => {
  const { made } = await arrive();
  const [one, other] = [openTab(), openTab()];
  await Promise.all([one.keys.bind(), other.keys.bind()]);
  expect(browser.keys.size).toBe(1);
  await Promise.all([one.pay(), other.pay()]);
  expect(await made()).toBe(2);
});

test('a payment before the key was made makes it', async () => {
  const { made } = await arrive();
  await openTab().pay();
  expect([await made(), onlyKey()?.sessionId]).toEqual([1, expect.any(String)]);
});

test('the answer to the registration lost, the same key is registered again', async () => {
  const { made } = await arrive();
  const { keys, pay } = openTab();
  await keys.bind();
  for (const [id, key] of browser.keys) browser.keys.set(id, { ...key, sessionId: null });
  await openTab().pay();
  await pay();
  expect(await made()).toBe(2);
});

test('a clock that is wrong is set right by the answer that refuses', async () => {
  const { made } = await arrive();
  const { keys, quote } = openTab();
  await keys.bind();
  const quoteId = await quote();
  await openTab().send(quoteId);
  expect(await made()).toBe(1);
});

describe('a key that is lost', () => {
  async function lose() {
    const found = await arrive();
    await openTab().keys.bind();
    browser.keys.clear();
    return found;
  }

  test('is told, and what was asked for can go on with a proof, under its own key', async () => {
    const { person, made } = await lose();
    const { keys, quote, send } = openTab();
    const [quoteId, key] = [await quote(), randomUUID()];
    const pay = () => send(quoteId, key);
    expect(await codeOf(pay())).toBe('DEVICE_PROOF_REQUIRED');
    expect(await codeOf(keys.replace('x'.repeat(43)))).toBe('STEP_UP_REQUIRED');
    expect(await made()).toBe(0);
    await keys.replace(await proofOf(person));
    await pay();
    await openTab().pay();
    expect(await made()).toBe(2);
  });

  test('is replaced once for all tabs', async () => {
    const { person, made } = await lose();
    const [one, other] = [openTab(), openTab()];
    await codeOf(other.pay());
    await one.keys.replace(await proofOf(person));
    await other.pay();
    expect([await made(), browser.keys.size]).toEqual([1, 1]);
  });

  test('lives in the page where the browser keeps nothing any more', async () => {
    const { person, made } = await lose();
    browser.state.blocked = true;
    const { keys, pay } = openTab();
    expect(await codeOf(pay())).toBe('DEVICE_PROOF_REQUIRED');
    await keys.replace(await proofOf(person));
    await pay();
    expect([await made(), browser.keys.size]).toEqual([1, 0]);
    expect(await codeOf(openTab().pay())).toBe('DEVICE_PROOF_REQUIRED');
  });

  test('cannot be replaced on a page without TLS, which says so', async () => {
    const { person } = await lose();
    const { keys, pay } = openTab({ isSecure: false });
    expect(await codeOf(pay())).toBe('DEVICE_PROOF_REQUIRED');
    expect(await codeOf(keys.replace(await proofOf(person)))).toBe('DEVICE_PROOF_REQUIRED');
  });
});

test.each([
  ['a browser that keeps nothing', { blocked: true, isSecure: true }],
  ['a page without TLS', { blocked: false, isSecure: false }],
])('%s pays without a key', async (_, { blocked, isSecure }) => {
  const { made } = await arrive();
  browser.state.blocked = blocked;
  const { keys, pay } = openTab({ isSecure });
  await keys.bind();
  await pay();
  expect([await made(), browser.keys.size]).toEqual([1, 0]);
});

test('the key goes with its session, and those that nobody removed go in time', async () => {
  const { person } = await arrive();
  const { keys } = openTab();
  await keys.bind();
  const kept = onlyKey();
  if (!kept) throw new Error('no key');
  browser.keys.set('old', { ...kept, madeAt: Date.now() - 32 * 24 * hour });
  browser.keys.set('other', kept);
  await keys.bind();
  expect(browser.keys.has('old')).toBe(false);
  await keys.forget(person.token);
  expect([...browser.keys.keys()]).toEqual(['other']);
});
