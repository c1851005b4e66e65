import { randomUUID } from 'node:crypto';
import { parseMoney } from '../../contract/money.ts';
import { type TokenSymbol, tokens } from '../../contract/tokens.ts';
import { openAccount } from '../accounts/accounts.ts';
import { createPasswords, owaspCost } from '../accounts/passwords.ts';
import { userByEmail } from '../accounts/users.ts';
import type { Db, Query } from '../database/db.ts';
import { systemOwners } from '../ledger/accounts.ts';
import { placeHold } from '../ledger/holds.ts';
import { type Transfer, transferMany } from '../ledger/transfers.ts';
import { fillRates } from './market.ts';
import { type Chapter, story } from './story.ts';

/** Printed at every start of a demo, so a secret to nobody. */
export const demoSignIn = { email: 'demo@zesto.example', password: 'Zesto-demo-2026' };

const hour = 3_600_000;
const day = 24 * hour;

/** Gives the demo its market and its person with their history. Doing it again adds only what time has brought. */
export async function seedDemo(database: Db, at: Date): Promise<void> {
  await fillRates(database.query, at);
  if (await userByEmail(database.query, demoSignIn.email)) return;
  const password_hash = await createPasswords(owaspCost).hash(demoSignIn.password);
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
      },
      began,
    );
    const friend = await openAccount(
      query,
      { first_name: 'Jonas', last_name: 'Lindqvist', email: 'jonas@zesto.example', password_hash: null },
      began,
    );
    await deposit(query, friend.id, at);
    for (const chapter of story) await tell(query, chapter, { person: person.id, friend: friend.id }, at);
    await hold(query, person.id, at);
  });
}

interface People {
  readonly person: string;
  readonly friend: string;
}

function before(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() - milliseconds);
}

/** What the friend sends later has to come from somewhere. */
async function deposit(query: Query, friend: string, at: Date) {
  const leg = legs(before(at, 124 * day));
  await move(query, [
    leg('deposit', systemOwners.chain, friend, 'ZST', '1000'),
    leg('deposit', systemOwners.chain, friend, 'USDT', '1000'),
  ]);
}

async function tell(query: Query, chapter: Chapter, { person, friend }: People, at: Date) {
  const leg = legs(before(at, chapter.daysAgo * day));
  const { token, amount } = chapter.paid;
  const { chain, exchange, fees } = systemOwners;
  switch (chapter.kind) {
    case 'deposit':
      return move(query, [leg('deposit', chain, person, token, amount)]);
    case 'receive':
      return move(query, [leg('send', friend, person, token, amount)]);
    case 'send':
      return move(query, [
        leg('send', person, friend, token, amount),
        leg('fee', person, fees, token, chapter.fee),
      ]);
    case 'withdraw':
      return move(query, [
        leg('withdrawal', person, chain, token, amount),
        leg('fee', person, fees, token, chapter.fee),
      ]);
    case 'exchange':
      return move(query, [
        leg('exchange', person, exchange, token, amount),
        leg('fee', person, fees, token, chapter.fee),
        leg('exchange', exchange, person, chapter.received.token, chapter.received.amount),
      ]);
  }
}

/** The legs of one operation at one moment. */
function legs(at: Date) {
  const operationId = randomUUID();
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

/** A withdrawal on its way, and a deposit that is being looked at. */
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
  }
}

function minor(token: TokenSymbol, amount: string): bigint {
  const money = parseMoney(amount, tokens[token]);
  if (!money.ok) throw new Error(`${amount} ${token} is ${money.problem}`);
  return money.value.minor;
}
