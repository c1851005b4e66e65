import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { hasEngine } from '../../support/database.ts';
import { setRate } from '../../support/exchange.ts';
import {
  type Expected,
  type PaperPayment,
  type PaperPerson,
  type PaperQuote,
  type PaperToken,
  PaperWallet,
  paperLimits,
  print,
} from '../../support/paperWallet.ts';
import { addressOf, fund, outside, payProven } from '../../support/payments.ts';
import { register, serverStart, testServer } from '../../support/server.ts';

/** `SEED=… COUNT=100000` repeats a run of the bench, which draws the seed, or makes a longer one. */
const seed = Number(process.env.SEED ?? 1_898_906_111);
const count = Number(process.env.COUNT ?? 2_500);

// The price of the start serves to the end.
const server = testServer({ limits: paperLimits, priceAge: Number.MAX_SAFE_INTEGER });
const paper = new PaperWallet(serverStart.getTime());
const random = mulberry32(seed);

interface IdempotentAnswer {
  readonly person: PaperPerson;
  readonly path: string;
  readonly body: object;
  readonly key: string;
  readonly status: number;
  readonly text: string;
  /** When, in milliseconds by the model's clock. */
  readonly at: number;
}

const answered: IdempotentAnswer[] = [];
const password = 'Citrus2026';

beforeAll(async () => {
  if (!hasEngine()) return;
  const { it } = server;
  await setRate(it, 'ZST/USDT', '0.25');
  for (let index = 0; index < 8; index += 1) await join();
  // The clock goes on for weeks, and nobody signs in again.
  await it.database.query(
    "UPDATE sessions SET expires_at = expires_at + interval '10 years', idle_ms = 10 * 365 * 86400000::bigint",
  );
});

/** A new person with 1,000 USDT and 4,000 ZST, here and on paper. */
async function join(): Promise<PaperPerson> {
  const { it } = server;
  const person = await register(it, { password, password_confirmation: password });
  await fund(it, person, 'USDT', '1000');
  await fund(it, person, 'ZST', '4000');
  const { token, email } = person;
  const address = await addressOf(it, person);
  const balances = {
    USDT: { posted: 1_000_000_000n, held: 0n },
    ZST: { posted: 4_000n * 10n ** 18n, held: 0n },
  };
  const onPaper = { token, email, address, balances, isFrozen: false, isVerified: false, left: [] };
  paper.people.push(onPaper);
  return onPaper;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32, public domain). */
function mulberry32(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const below = (limit: number) => Math.floor(random() * limit);
const chance = (share: number) => random() < share;
const somebody = () => pick(paper.people);

function pick<Value>(values: readonly Value[]): Value {
  const picked = values[below(values.length)];
  if (picked === undefined) throw new Error('nothing to pick from');
  return picked;
}

/** Mostly a small part of what is available, at times more than all of it. */
function amountFor(person: PaperPerson, token: PaperToken): bigint {
  const available = paper.available(person, token);
  const share = chance(0.1) ? BigInt(900_000 + below(200_000)) : BigInt(1 + below(60_000));
  return (available * share) / 1_000_000n + 1n;
}

/** Sends an idempotent call, holds its answer against what was expected, and remembers it. */
async function idempotent(
  person: PaperPerson,
  path: string,
  body: object,
  expected: Expected,
  key = randomUUID(),
) {
  const quote = 'quote_id' in body && paper.quotes.findLast(({ id }) => id === body.quote_id);
  const answer =
    quote && quote.kind !== 'exchange'
      ? await payProven(server.it, { ...person, password }, path, { quote_id: quote.id }, key, () =>
          paper.extend(quote),
        )
      : await server.it.post(path, body, { token: person.token, headers: { 'idempotency-key': key } });
  expect(answer).toMatchObject(expected);
  answered.push({
    person,
    path,
    body,
    key,
    status: answer.status,
    text: JSON.stringify(answer.body),
    at: paper.now,
  });
  return answer;
}

async function quotePayment(
  payer = somebody(),
  kind: 'send' | 'withdraw' = chance(0.7) ? 'send' : 'withdraw',
  token: PaperToken = chance(0.7) ? 'USDT' : 'ZST',
  amount = amountFor(payer, token),
  payee = chance(0.7) ? somebody() : null,
) {
  const expected = paper.quotePayment(payer, { kind, token, amount, payee });
  const request = { kind, token, amount: print(token, amount), to: payee?.address ?? outside };
  await quoted('/transactions/quotes', payer, request, expected);
}

async function quoteExchange() {
  const payer = somebody();
  const token = chance(0.5) ? 'USDT' : 'ZST';
  await quoteExchangeOf(payer, token, amountFor(payer, token));
}

async function quoteExchangeOf(payer: PaperPerson, token: PaperToken, pay: bigint) {
  const expected = paper.quoteExchange(payer, token, pay);
  const to = token === 'ZST' ? 'USDT' : 'ZST';
  await quoted('/exchange/quotes', payer, { from: token, to, pay: print(token, pay) }, expected);
}

async function quoted(path: string, { token }: PaperPerson, request: object, expected: Expected) {
  const answer = await server.it.post(path, request, { token });
  expect(answer).toMatchObject(expected);
  const kept = paper.quotes.at(-1);
  if (answer.status === 201 && kept) kept.id = answer.body.data.id;
}

function pathOf({ kind }: PaperQuote): string {
  return kind === 'exchange' ? '/exchange' : `/transactions/${kind}`;
}

/** Mostly the newest quote by its own person, at times an old one, or one of somebody else. */
async function spend() {
  const newest = paper.quotes.at(-1);
  if (!newest) return;
  const quote = chance(0.8) ? newest : pick(paper.quotes.slice(-40));
  const person = chance(0.95) ? quote.payer : somebody();
  await spendQuote(person, quote);
}

/** Answers the payment that was made, if one was. */
async function spendQuote(person: PaperPerson, quote: PaperQuote): Promise<PaperPayment | undefined> {
  const made = paper.payments.length;
  const expected = paper.spend(person, quote);
  const answer = await idempotent(person, pathOf(quote), { quote_id: quote.id }, expected);
  const payment = paper.payments[made];
  if (payment) payment.id = answer.body.data.id;
  return payment;
}

/** Two quotes that each can be paid, and together cannot: the second is refused when it is spent. */
async function spendTwice() {
  const payer = somebody();
  const before = paper.quotes.length;
  const token = chance(0.7) ? 'USDT' : 'ZST';
  const most = (paper.available(payer, token) * 6n) / 10n + 1n;
  for (let times = 0; times < 2; times += 1) await quotePayment(payer, 'send', token, most, somebody());
  for (const quote of paper.quotes.slice(before)) await spendQuote(payer, quote);
}

/** Several people pay at the same moment, one of them twice with one key. */
async function spendTogether() {
  const before = paper.quotes.length;
  for (const payer of paper.people) if (chance(0.6)) await quotePayment(payer, 'send');
  const quotes = paper.quotes.slice(before);
  const calls = quotes.map((quote) => {
    const made = paper.payments.length;
    const expected = paper.spend(quote.payer, quote);
    return { quote, expected, key: randomUUID(), payment: paper.payments[made] };
  });
  const [first] = calls;
  const again = first ? { ...first } : undefined;
  const answers = await Promise.all(
    [...calls, ...(again ? [again] : [])].map(({ quote, expected, key }) =>
      idempotent(quote.payer, pathOf(quote), { quote_id: quote.id }, expected, key),
    ),
  );
  for (const [index, { payment }] of calls.entries()) {
    const answer = answers[index];
    if (payment && answer?.status === 201) payment.id = answer.body.data.id;
  }
  const [one, other] = [answers[0], answers.at(-1)];
  if (!one || !other || !again) return;
  expect(other.body).toEqual(one.body);
  const replayed = [one, other].map(({ headers }) => headers.get('idempotent-replayed'));
  expect(replayed.toSorted()).toEqual([null, 'true']);
}

/** An effect is remembered for longer than the model runs, a refusal for ten minutes. */
const isKept = ({ status, at }: IdempotentAnswer) => status < 400 || paper.now - at < 600_000;

/** The same key: with its body the first answer, with another a refusal. */
async function sendAgain() {
  const kept = answered.slice(-200).filter(isKept);
  if (kept.length === 0) return;
  const { person, path, body, key, status, text } = pick(kept);
  const sent = { token: person.token, headers: { 'idempotency-key': key } };
  const other = { quote_id: randomUUID() };
  const isSame = chance(0.6) || !('quote_id' in body);
  const answer = await server.it.post(path, isSame ? body : other, sent);
  if (!isSame) return expect(answer).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } });
  expect({ status: answer.status, text: JSON.stringify(answer.body) }).toEqual({ status, text });
  expect(answer.headers.get('idempotent-replayed')).toBe('true');
}

function somePayment(): PaperPayment | undefined {
  const open = paper.payments.filter(({ status }) => status === 'pending');
  const choice = chance(0.8) && open.length > 0 ? open : paper.payments.slice(-40);
  return choice.length > 0 ? pick(choice) : undefined;
}

async function cancel() {
  const payment = somePayment();
  if (!payment) return;
  const person = chance(0.9) ? payment.quote.payer : somebody();
  await idempotent(person, `/transactions/${payment.id}/cancel`, {}, paper.cancel(person, payment));
}

async function decide() {
  const payment = somePayment();
  if (payment) await decideOn(payment, chance(0.7));
}

async function decideOn(payment: PaperPayment, isApproved: boolean) {
  const expected = paper.decide(payment, isApproved);
  const [path, given] = isApproved
    ? ['/withdrawals/approve', {}]
    : ['/withdrawals/reject', { reason: 'other' }];
  expect(await server.it.operator('POST', path, { id: payment.id, ...given })).toMatchObject(expected);
}

async function deposit() {
  const person = somebody();
  person.balances.USDT.posted += 200_000_000n;
  const arrived = { id: randomUUID(), email: person.email, token: 'USDT', amount: '200' };
  expect(await server.it.operator('POST', '/deposits', arrived)).toMatchObject({ status: 201 });
}

async function freezeOrLift() {
  const person = somebody();
  await setFrozen(person, !person.isFrozen && chance(0.4));
}

async function setFrozen(person: PaperPerson, isFrozen: boolean) {
  person.isFrozen = isFrozen;
  const { email } = person;
  const path = isFrozen ? '/accounts/freeze' : '/accounts/unfreeze';
  expect(await server.it.operator('POST', path, { email })).toMatchObject({ status: 200 });
}

async function verifyOrExpire() {
  const person = somebody();
  person.isVerified = !person.isVerified;
  const until = new Date(paper.now + (person.isVerified ? 400 : 0) * 86_400_000);
  await server.it.database.query(
    "UPDATE users SET kyc_status = 'approved', kyc_expires_at = $2 WHERE email = $1",
    [person.email, until],
  );
}

async function settle() {
  paper.settle();
  await server.it.settle();
}

async function letTimePass() {
  advance(chance(0.1) ? pick([60_000, 3_600_000, 8 * 3_600_000]) : 1_000 + below(9_000));
}

function advance(milliseconds: number) {
  server.it.clock.advance(milliseconds);
  paper.now += milliseconds;
}

async function look() {
  await checkWallet(somebody());
  const payment = somePayment();
  if (payment) await checkPayment(payment);
}

async function checkPayment(payment: PaperPayment) {
  const { token } = payment.quote.payer;
  const { body } = await server.it.get(`/transactions/${payment.id}`, { token });
  expect(body.data).toMatchObject({ status: payment.status, can_cancel: payment.status === 'pending' });
}

async function checkWallet(person: PaperPerson) {
  const { body } = await server.it.get('/wallet', { token: person.token });
  for (const token of ['USDT', 'ZST'] as const) {
    const line = body.data.tokens.find(({ symbol }: { symbol: string }) => symbol === token);
    expect(line).toMatchObject(paper.line(person, token));
  }
}

async function checkAudit() {
  const audit = await server.it.operator('GET', '/audit');
  expect(audit.body.data).toMatchObject({ clean: true, faults: [] });
}

const operations = [
  [20, quotePayment],
  [6, quoteExchange],
  [34, spend],
  [4, spendTogether],
  [2, spendTwice],
  [10, sendAgain],
  [6, cancel],
  [6, decide],
  [2, deposit],
  [2, freezeOrLift],
  [1, verifyOrExpire],
  [4, settle],
  [4, letTimePass],
  [4, look],
] as const;

const bag = operations.flatMap(([weight, operation]) => Array.from({ length: weight }, () => operation));

test(`${count} operations over HTTP answer what paper answers, and leave what paper says`, async () => {
  for (let step = 0; step < count; step += 1) {
    const operation = pick(bag);
    try {
      await operation();
    } catch (error) {
      throw new Error(`SEED=${seed} COUNT=${count}: step ${step}, ${operation.name}`, { cause: error });
    }
  }
  for (const person of paper.people) await checkWallet(person);
  await checkAudit();
}, 3_600_000);

test('a freeze holds an approved withdrawal that the network was not told of; it can be rejected, and goes on afterwards', async () => {
  const person = await join();
  const approved = async (): Promise<PaperPayment> => {
    await quotePayment(person, 'withdraw', 'USDT', 20_000_000n, null);
    const quote = paper.quotes.at(-1);
    const payment = quote && (await spendQuote(person, quote));
    if (!payment) throw new Error('no withdrawal was made');
    await decideOn(payment, true);
    return payment;
  };
  const told = await approved();
  await settle();
  const waiting = await approved();
  const unwanted = await approved();
  const check = async (...statuses: string[]) => {
    await checkWallet(person);
    for (const payment of [told, waiting, unwanted]) await checkPayment(payment);
    expect([told, waiting, unwanted].map(({ status }) => status)).toEqual(statuses);
  };

  await setFrozen(person, true);
  for (let rounds = 0; rounds < 2; rounds += 1) {
    await settle();
    advance(4_000);
  }
  await settle();
  await check('completed', 'processing', 'processing');
  await decideOn(told, false);
  await decideOn(unwanted, false);
  await check('completed', 'processing', 'failed');

  await setFrozen(person, false);
  await settle();
  await decideOn(waiting, false);
  advance(4_000);
  await settle();
  await check('completed', 'completed', 'failed');
  expect(person.balances.USDT).toEqual({ posted: 957_500_000n, held: 0n });
  await checkAudit();
});

test('a quote whose payer was asked for a proof stays open for five minutes, once', async () => {
  const person = await join();
  advance(300_000);
  await quotePayment(person, 'send', 'USDT', 800_000_000n, paper.people[0] ?? null);
  const quote = paper.quotes.at(-1);
  await quoteExchangeOf(person, 'USDT', 500_000_000n);
  const exchange = paper.quotes.at(-1);
  if (!quote || !exchange) throw new Error('no quote was made');
  await spendQuote(person, exchange);
  const codes: unknown[] = [];
  for (const later of [0, 61_000, 238_999, 1]) {
    advance(later);
    await spendQuote(person, quote);
    codes.push(JSON.parse(answered.at(-1)?.text ?? '{}').code);
  }
  const short = 'INSUFFICIENT_BALANCE';
  expect(codes).toEqual([short, short, short, 'QUOTE_EXPIRED']);
});
