import { createHash, randomUUID } from 'node:crypto';
import { termsVersion } from '../../contract/legal.ts';
import { convertMoney, type Money, parseMoney, parseRate, printMoney } from '../../contract/money.ts';
import { type TokenSymbol, tokens } from '../../contract/tokens.ts';
import { checksummed } from '../../contract/walletAddress.ts';
import { recordEvent } from '../accounts/accountEvents.ts';
import { createPasswords, owaspCost } from '../accounts/passwords.ts';
import { openAccount } from '../accounts/registration.ts';
import { userByEmail } from '../accounts/users.ts';
import { ensureAddress } from '../addresses/addresses.ts';
import { addressesOf } from '../addresses/derivation.ts';
import type { Db, Query } from '../database/db.ts';
import { recordExchange } from '../exchange/exchange.ts';
import { systemOwners } from '../ledger/accounts.ts';
import { placeHold } from '../ledger/holds.ts';
import { type Transfer, transferMany } from '../ledger/transfers.ts';
import type { OutsidePayer } from '../settlement/outsidePayer.ts';
import { choose } from '../tokens/catalogue.ts';
import { recordTransaction } from '../transactions/records.ts';
import { listDemoTokens } from './catalogue.ts';
import { demoNetwork } from './chain/network.ts';
import { fillRates } from './market.ts';
import { seedNews } from './news.ts';
import { type Chapter, story } from './story.ts';
import { seedTickets } from './tickets.ts';

/** Not secret: every start of a demo prints it. */
export const demoSignIn = { email: 'demo@zesto.example', password: 'Zesto-demo-2026' };
const friendEmail = 'jonas@zesto.example';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Creates the demo's market, and its account with a history. Running it again adds only what is missing since. */
export async function seedDemo(database: Db, at: Date): Promise<void> {
  await fillRates(database.query, at);
  const seeded = await userByEmail(database.query, demoSignIn.email);
  if (seeded) {
    await database.transaction(async (query) => {
      await seedNews(query, at);
      const friend = await userByEmail(query, friendEmail);
      if (friend) await tellFriend(query, { person: seeded.id, friend: friend.id });
    });
    return;
  }
  const password_hash = await createPasswords(owaspCost).hash('demo', demoSignIn.password);
  const began = before(at, 125 * day);
  await database.transaction(async (query) => {
    const person = await openAccount(
      query,
      {
        first_name: 'Alma',
        last_name: 'Reyes',
        username: 'alma',
        email: demoSignIn.email,
        phone: '+34600123456',
        date_of_birth: '1991-05-14',
        country: 'ES',
        password_hash,
        terms_version: termsVersion,
      },
      began,
    );
    const friend = await openAccount(
      query,
      {
        first_name: 'Jonas',
        last_name: 'Lindqvist',
        email: friendEmail,
        password_hash: null,
        terms_version: termsVersion,
      },
      began,
    );
    await query('UPDATE users SET terms_accepted_at = $2::timestamptz WHERE id = ANY ($1::uuid[])', [
      [person.id, friend.id],
      agreedAt(began, at),
    ]);
    await recordEvent(query, { userId: person.id, type: 'registration_email', at: began });
    await seedNews(query, at);
    await deposit(query, friend.id, at);
    for (const chapter of story) await tell(query, chapter, { person: person.id, friend: friend.id }, at);
    await tellFriend(query, { person: person.id, friend: friend.id });
    await hold(query, person.id, at);
    await listDemoTokens(query);
    await choose(query, { userId: person.id, symbol: 'PEPE', isShown: false, at });
    await seedTickets(query, person.id, at);
    await forgetOld(query, person.id, before(at, 10 * day));
  });
}

/** Marks everything older than `until` as read. */
async function forgetOld(query: Query, userId: string, until: Date) {
  await query('UPDATE notifications SET read_at = created_at WHERE user_id = $1 AND created_at < $2', [
    userId,
    until,
  ]);
  await query(
    'INSERT INTO news_reads (user_id, news_id, read_at) SELECT $1, id, published_at FROM news WHERE published_at < $2',
    [userId, until],
  );
}

interface People {
  readonly person: string;
  readonly friend: string;
}

function before(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() - milliseconds);
}

/**
 * When accounts opened at `began` agreed to the terms: not before this version of them, at noon so that it is that day almost everywhere,
 * and not after `now`.
 */
function agreedAt(began: Date, now: Date): Date {
  const version = Date.parse(`${termsVersion}T12:00:00Z`);
  return new Date(Math.min(now.getTime(), Math.max(began.getTime(), version)));
}

/** Gives the friend a deposit, from which later payments are made. */
async function deposit(query: Query, friend: string, at: Date) {
  const leg = legs(before(at, 124 * day), randomUUID());
  await move(query, [
    leg('deposit', systemOwners.chain, friend, 'ZST', '1000'),
    leg('deposit', systemOwners.chain, friend, 'USDT', '1000'),
  ]);
}

/** Writes missing transactions of the friend, because the audit requires one for every transfer (`auditOperations`). */
async function tellFriend(query: Query, { person, friend }: People) {
  const untold = await query<{
    operation_id: string;
    token: TokenSymbol;
    amount: string;
    at: Date;
    is_paid: boolean;
  }>(
    `SELECT operation_id, token, amount, created_at AS at, debit_owner_id = $1 AS is_paid FROM ledger_transfers
    WHERE $1 IN (debit_owner_id, credit_owner_id)
      AND NOT EXISTS (SELECT 1 FROM transactions line WHERE line.operation_id = ledger_transfers.operation_id AND user_id = $1)
    ORDER BY created_at, id`,
    [friend],
  );
  for (const { operation_id: operationId, token, amount, at, is_paid } of untold) {
    await recordTransaction(query, {
      id: randomUUID(),
      userId: friend,
      operationId,
      kind: is_paid ? 'send' : 'deposit',
      token,
      amount: BigInt(amount),
      counterparty: is_paid ? await addressFor(query, person, token, at) : null,
      timeline: [{ status: 'completed', at }],
    });
  }
}

async function tell(query: Query, chapter: Chapter, { person, friend }: People, at: Date) {
  const then = before(at, chapter.daysAgo * day);
  const id = randomUUID();
  const leg = legs(then, id);
  const { token, amount } = chapter.paid;
  const { chain, exchange, fees } = systemOwners;
  const counterparty = await counterpartyOf(query, chapter, friend, then);
  const record = (kind: RecordedKind, rest: Partial<Recorded> = {}) =>
    recordTransaction(query, {
      id,
      userId: person,
      operationId: id,
      kind,
      token,
      amount: minor(token, amount),
      fee: 'fee' in chapter && kind !== 'receive' ? minor(token, chapter.fee) : 0n,
      counterparty,
      timeline: [{ status: 'completed', at: then }],
      ...rest,
    });
  switch (chapter.kind) {
    case 'deposit':
      await move(query, [leg('deposit', chain, person, token, amount)]);
      return record('deposit');
    case 'receive':
      await move(query, [leg('send', friend, person, token, amount)]);
      return record('receive');
    case 'send':
    case 'withdraw':
      await move(query, [
        leg('withdrawal', person, chain, token, amount),
        leg('fee', person, fees, token, chapter.fee),
      ]);
      return record(chapter.kind, { txHash: hashOf(id), timeline: settledFrom(then) });
    case 'came_to_nothing':
      return record('withdraw', {
        timeline: [
          { status: 'pending', at: then },
          { status: chapter.reason === null ? 'cancelled' : 'failed', at: before(then, -hour) },
        ],
        ...(chapter.reason === null ? {} : { reason: chapter.reason }),
      });
    case 'exchange': {
      const paid = leg('exchange', person, exchange, token, amount);
      const fee = leg('fee', person, fees, token, chapter.fee);
      const receive = received(chapter);
      await move(query, [paid, fee, leg('exchange', exchange, person, chapter.into, printMoney(receive))]);
      const pay = paid.amount + fee.amount;
      const terms = { pay, fee: fee.amount, receive: receive.minor, rate: chapter.rate };
      const offer = { id: randomUUID(), from: token, to: chapter.into, ...terms };
      await recordExchange(query, { id, userId: person, offer, at: then });
      return;
    }
  }
}

/** The received amount is rounded down, as in every exchange. */
function received({ paid, rate, into }: Extract<Chapter, { kind: 'exchange' }>): Money {
  const read = parseRate(rate);
  if (!read.ok) throw new Error(`${rate} is ${read.problem}`);
  const money = { token: tokens[paid.token], minor: minor(paid.token, paid.amount) };
  return convertMoney(money, read.value, tokens[into]);
}

type Recorded = Parameters<typeof recordTransaction>[1];
type RecordedKind = Recorded['kind'];

/** Two addresses outside Zesto that are paid repeatedly, and the friend's address for the token. */
async function counterpartyOf(
  query: Query,
  { kind, paid }: Chapter,
  friend: string,
  at: Date,
): Promise<string | null> {
  if (kind === 'receive') return addressFor(query, friend, paid.token, at);
  if (kind === 'send') return shop;
  return kind === 'withdraw' || kind === 'came_to_nothing' ? ownWallet : null;
}

const shop = checksummed('0x3c1d7f1b4b1ad5b5ad4f1f3d8f2b6f3a0d6a91e7');
const ownWallet = checksummed('0x8f2a5d1c3e7b9a4d6f0c2e8b1a3d5c7e9f0b4a62');

function addressFor(query: Query, userId: string, token: TokenSymbol, at: Date): Promise<string> {
  const wanted = { userId, token, xpub: demoNetwork.xpub, at };
  return ensureAddress(query, wanted, addressesOf(demoNetwork.xpub));
}

/** The timeline of a payment to the network. */
function settledFrom(at: Date): Recorded['timeline'] {
  return [
    { status: 'pending', at },
    { status: 'processing', at: before(at, -0.4 * hour) },
    { status: 'completed', at: before(at, -0.5 * hour) },
  ];
}

function hashOf(id: string): string {
  return `0x${createHash('sha256').update(id).digest('hex')}`;
}

function legs(at: Date, operationId: string) {
  return (
    kind: Transfer['kind'],
    debitOwnerId: string,
    creditOwnerId: string,
    token: TokenSymbol,
    amount: string,
  ): Transfer => ({
    id: randomUUID(),
    token,
    debitOwnerId,
    creditOwnerId,
    amount: minor(token, amount),
    kind,
    operationId,
    at,
  });
}

async function move(query: Query, transfers: Transfer[]) {
  const moved = await transferMany(query, transfers);
  if (!moved.ok) throw new Error(`the demo's story cannot be told: ${moved.problem}`);
}

/** Pays the demo account once over the demo's chain. */
export async function payDemo({ query }: Db, payer: OutsidePayer, at: Date): Promise<void> {
  const person = await userByEmail(query, demoSignIn.email);
  if (!person) return;
  const to = await addressFor(query, person.id, 'ZST', at);
  await payer.pay({ id: 'demo', token: 'ZST', amount: minor('ZST', '320'), to }, at);
}

/** A withdrawal in progress, and a deposit under review. */
async function hold(query: Query, ownerId: string, at: Date) {
  const holds = [
    { token: 'USDT', amount: '275.5', kind: 'withdrawal', since: before(at, 3 * hour), until: null },
    {
      token: 'ZST',
      amount: '1200',
      kind: 'review',
      since: before(at, 4 * day),
      until: new Date(at.getTime() + 3 * day),
    },
  ] as const;
  for (const { token, amount, ...rest } of holds) {
    const id = randomUUID();
    const placed = await placeHold(query, {
      id,
      ownerId,
      token,
      amount: minor(token, amount),
      operationId: id,
      ...rest,
    });
    if (!placed.ok) throw new Error(`the demo's holds cannot be placed: ${placed.problem}`);
    if (rest.kind !== 'withdrawal') continue;
    const fee = minor(token, '1.25');
    await recordTransaction(query, {
      id,
      userId: ownerId,
      operationId: id,
      kind: 'withdraw',
      token,
      amount: minor(token, amount) - fee,
      fee,
      counterparty: ownWallet,
      value: minor(token, amount) - fee,
      timeline: [{ status: 'pending', at: rest.since }],
    });
  }
}

function minor(token: TokenSymbol, amount: string): bigint {
  const money = parseMoney(amount, tokens[token]);
  if (!money.ok) throw new Error(`${amount} ${token} is ${money.problem}`);
  return money.value.minor;
}
