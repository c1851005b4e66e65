import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TokenSymbol } from '../../../contract/tokens.ts';
import type { Query } from '../../../server/database/db.ts';
import { balancesOf, systemOwners } from '../../../server/ledger/accounts.ts';
import { audit } from '../../../server/ledger/audit.ts';
import { captureHold, placeHold, releaseHold } from '../../../server/ledger/holds.ts';
import { type Transfer, transferMany } from '../../../server/ledger/transfers.ts';
import { testDatabase } from '../../support/database.ts';
import { at, newOwner, sending } from '../../support/ledger.ts';

const database = testDatabase();
const people = 3;
const usedTokens: readonly TokenSymbol[] = ['ZST', 'USDT'];

interface Leg {
  readonly from: number;
  readonly to: number;
  readonly token: TokenSymbol;
  readonly amount: bigint;
}

type Step =
  | { readonly do: 'post'; readonly legs: readonly Leg[] }
  | { readonly do: 'repeat'; readonly which: number }
  | { readonly do: 'hold'; readonly who: number; readonly token: TokenSymbol; readonly amount: bigint }
  | { readonly do: 'release'; readonly which: number }
  | { readonly do: 'capture'; readonly which: number; readonly legs: readonly Leg[] };

const amount = fc.bigInt({ min: 1n, max: 60n });
const token = fc.constantFrom(...usedTokens);
const which = fc.nat(30);
const person = fc.nat(people - 1);
/** The one past the people is the chain, which may go negative. */
const leg: fc.Arbitrary<Leg> = fc
  .record({ from: fc.nat(people), to: fc.nat(people), token, amount })
  .filter(({ from, to }) => from !== to);
const legs = fc.array(leg, { minLength: 1, maxLength: 4 });
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('post' as const), legs }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('repeat' as const), which }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('hold' as const), who: person, token, amount }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), which }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('capture' as const), which, legs }) },
  ),
  { minLength: 5, maxLength: 40 },
);

interface ModelHold {
  readonly id: string;
  readonly account: string;
  readonly amount: bigint;
  status: 'active' | 'released' | 'captured';
}

/** The ledger as a person would keep it on paper: a balance, a list of holds, and no cleverness. */
class Paper {
  readonly posted = new Map<string, bigint>();
  readonly holds: ModelHold[] = [];
  readonly batches: Transfer[][] = [];
  readonly #owners: readonly string[];

  constructor(owners: readonly string[]) {
    this.#owners = owners;
  }

  held(account: string): bigint {
    const active = this.holds.filter((hold) => hold.account === account && hold.status === 'active');
    return active.reduce((sum, hold) => sum + hold.amount, 0n);
  }

  available(account: string): bigint {
    return (this.posted.get(account) ?? 0n) - this.held(account);
  }

  /** Whether nobody but the chain is short after all legs, with `freed` given back first; if so they are made. */
  post(batch: readonly Transfer[], freed?: ModelHold): boolean {
    const after = new Map(this.posted);
    for (const one of batch) {
      const [debit, credit] = [`${one.debitOwnerId} ${one.token}`, `${one.creditOwnerId} ${one.token}`];
      after.set(debit, (after.get(debit) ?? 0n) - one.amount);
      after.set(credit, (after.get(credit) ?? 0n) + one.amount);
    }
    const isFunded = this.#owners.every((owner) =>
      usedTokens.every((symbol) => {
        const account = `${owner} ${symbol}`;
        const released = freed?.account === account ? freed.amount : 0n;
        return (after.get(account) ?? 0n) >= this.held(account) - released;
      }),
    );
    if (!isFunded) return false;
    for (const [account, balance] of after) this.posted.set(account, balance);
    if (freed) freed.status = 'captured';
    this.batches.push([...batch]);
    return true;
  }
}

test('whatever is done in whatever order, the ledger says what paper says', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (program) => {
      const { query } = database.db;
      const owners: string[] = [];
      for (let index = 0; index < people; index += 1) owners.push(await newOwner(query));
      const paper = new Paper(owners);
      for (const step of program) await take(query, step, owners, paper);
      for (const owner of owners) {
        const balances = await balancesOf(query, owner);
        for (const symbol of usedTokens) {
          const account = `${owner} ${symbol}`;
          const held = paper.held(account);
          const balance = paper.posted.get(account) ?? 0n;
          expect(balances.find((each) => each.token === symbol)).toEqual({
            token: symbol,
            posted: balance,
            available: balance - held,
            pending: held,
            frozen: 0n,
          });
        }
      }
    }),
    { numRuns: 60 },
  );
  expect((await audit(database.db.query)).faults).toEqual([]);
});

async function take(query: Query, step: Step, owners: readonly string[], paper: Paper): Promise<void> {
  const ownerOf = (index: number) => owners[index] ?? systemOwners.chain;
  const transfersOf = (wanted: readonly Leg[]) =>
    wanted.map((one) =>
      sending(ownerOf(one.from), ownerOf(one.to), { token: one.token, amount: one.amount }),
    );
  switch (step.do) {
    case 'post': {
      const batch = transfersOf(step.legs);
      const result = await transferMany(query, batch);
      expect(result.ok).toBe(paper.post(batch));
      return;
    }
    case 'repeat': {
      const batch = paper.batches[step.which];
      if (!batch) return;
      expect(await transferMany(query, batch)).toEqual({ ok: true, value: { replayed: true } });
      return;
    }
    case 'hold': {
      const ownerId = ownerOf(step.who);
      const account = `${ownerId} ${step.token}`;
      const hold = { id: randomUUID(), ownerId, token: step.token, amount: step.amount } as const;
      const result = await placeHold(query, {
        ...hold,
        kind: 'exchange',
        operationId: null,
        since: at,
        until: null,
      });
      expect(result.ok).toBe(paper.available(account) >= step.amount);
      if (result.ok) paper.holds.push({ id: hold.id, account, amount: step.amount, status: 'active' });
      return;
    }
    case 'release': {
      const hold = paper.holds[step.which];
      if (!hold) return;
      const result = await releaseHold(query, { id: hold.id, at });
      expect(result.ok).toBe(hold.status !== 'captured');
      if (hold.status === 'active') hold.status = 'released';
      return;
    }
    case 'capture': {
      const hold = paper.holds[step.which];
      if (!hold) return;
      const transfers = transfersOf(step.legs);
      const result = await captureHold(query, { id: hold.id, transfers });
      expect(result.ok).toBe(hold.status === 'active' && paper.post(transfers, hold));
    }
  }
}
