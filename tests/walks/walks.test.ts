import { describe, expect, test } from 'vitest';
import { carryOut, close, openModel } from './model.ts';
import { placeOf, texts } from './screen.ts';
import { sentenceOf } from './sentences.ts';
import { shrink } from './shrink.ts';
import { type MoneyStep, type Step, walkOf } from './steps.ts';

const send: MoneyStep = {
  ...{ do: 'send', who: 0, token: 'ZST', into: 'USDT', size: 5 },
  ...{ pauseAt: 'draft', pause: 'none', quoteFault: 'none', fault: 'none' },
  ...{ isSilent: false, isPatient: false, isLeft: false, isWatched: false },
};
const start = { ZST: '100', STO: '0', USDT: '50' };

describe('a walk', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(walkOf(7, 12)).toEqual(walkOf(7, 12));
    expect(walkOf(7, 12)).not.toEqual(walkOf(8, 12));
    expect(walkOf(7, 12)).toHaveLength(12);
  });

  test('has steps of each kind', () => {
    const drawn = walkOf(1, 500).map((step) => step.do);
    expect([...new Set(drawn)].sort()).toEqual([
      'cancel',
      'decide',
      'deposit',
      'exchange',
      'join',
      'reply',
      'restart',
      'send',
      'sessionEnds',
      'signIn',
      'signOut',
      'verify',
      'withdraw',
      'write',
    ]);
  });

  test('is told in sentences', () => {
    expect(sentenceOf({ ...send, pause: 'reload', fault: 'dropped' }, 0)).toBe(
      'Kira sends 5.11 ZST to Oleg; at the form the page is reloaded; the server acts and its answer is dropped.',
    );
    expect(sentenceOf({ do: 'restart', isKilled: true }, 3)).toBe('The server is killed and started again.');
    expect(sentenceOf({ do: 'reply', who: 1, fault: 'lost' }, 2)).toBe(
      'Oleg replies to support; the request is lost.',
    );
    expect(sentenceOf({ do: 'signIn', who: 0, fault: 'dropped' }, 3)).toBe(
      'Kira logs out and in again by the form; the server acts and its answer is dropped.',
    );
    expect(sentenceOf({ do: 'verify', who: 1, fault: 'none' }, 4)).toBe(
      'Oleg verifies their identity, and an operator approves it.',
    );
  });

  test('that finds something is cut down to what it needs', async () => {
    const steps: Step[] = [
      { do: 'signOut', who: 0 },
      send,
      { do: 'deposit', who: 1, token: 'STO', size: 4 },
      { ...send, do: 'exchange', pause: 'crash', fault: 'lost' },
      { do: 'signOut', who: 1 },
      { ...send, who: 1, fault: 'dropped', isSilent: true, isPatient: true },
      { do: 'signOut', who: 0 },
    ];
    /** Found where an exchange with a lost request has come before an answer that is dropped. */
    const walkAgain = async (path: readonly Step[]) => {
      const lost = path.findIndex((step) => step.do === 'exchange' && step.fault === 'lost');
      const at = path.findIndex((step, place) => place > lost && 'fault' in step && step.fault === 'dropped');
      return { finding: lost >= 0 && at >= 0 ? 'wrong' : null, at, taken: path.length };
    };
    const shortest = await shrink(steps, await walkAgain(steps), walkAgain);
    expect(shortest.steps).toEqual([
      { ...send, do: 'exchange', fault: 'lost' },
      { ...send, who: 1, fault: 'dropped' },
    ]);
  });

  test('that needs no fault is cut down to steps without one', async () => {
    const steps: Step[] = [
      { do: 'write', who: 0, fault: 'slow' },
      { do: 'reply', who: 0, fault: 'held' },
    ];
    /** Found at a reply to what was written. */
    const walkAgain = async (path: readonly Step[]) => {
      const at = path.findIndex((step, place) => step.do === 'reply' && path[place - 1]?.do === 'write');
      return { finding: at >= 0 ? 'wrong' : null, at, taken: path.length };
    };
    const shortest = await shrink(steps, await walkAgain(steps), walkAgain);
    expect(shortest.steps).toEqual([
      { do: 'write', who: 0, fault: 'none' },
      { do: 'reply', who: 0, fault: 'none' },
    ]);
  });
});

describe('the wallets of the model', () => {
  test('move what was agreed to: both ends of a payment, both tokens of an exchange', () => {
    const model = openModel(start);
    carryOut(model, send, 0, { leaves: 5n, arrives: 5n });
    carryOut(model, { ...send, do: 'exchange' }, 1, { leaves: 10n, arrives: 3n });
    const zst = 100n * 10n ** 18n;
    expect(model.balances[0].ZST).toEqual({ total: zst - 15n, available: zst - 15n });
    expect(model.balances[1].ZST).toEqual({ total: zst + 5n, available: zst + 5n });
    expect(model.balances[0].USDT).toEqual({ total: 50_000_003n, available: 50_000_003n });
  });

  test('hold what a withdrawal takes until it has left, or give it back', () => {
    const model = openModel(start);
    const withdraw = { ...send, do: 'withdraw', token: 'USDT' } as const;
    carryOut(model, withdraw, 0, { leaves: 6n, arrives: 5n });
    carryOut(model, withdraw, 1, { leaves: 9n, arrives: 8n });
    expect(model.balances[0].USDT).toEqual({ total: 50_000_000n, available: 49_999_985n });
    const [first, second] = [...model.open];
    if (!first || !second) throw new Error('no withdrawal is open');
    close(model, first, true);
    close(model, second, false);
    expect(model.balances[0].USDT).toEqual({ total: 49_999_994n, available: 49_999_994n });
    expect(model.open).toEqual([]);
  });
});

describe('where a flow stands', () => {
  const { flow, payment } = texts.transactions;
  const at = (headings: string[], ...names: string[]) =>
    placeOf({
      ...{ path: '/transactions', facts: {}, said: '', text: '', headings },
      buttons: names.map((name) => ({ name, isOff: false })),
    });

  test.each([
    ['draft', at(['Transactions'], payment.request)],
    ['review', at(['Transactions', payment.review], 'Send 5.11 ZST', flow.change)],
    ['changed', at([payment.review], 'Withdraw 5.11 ZST', flow.acceptChanged)],
    ['absent', at([flow.absent], flow.repeat)],
    ['unknown', at([flow.unknown], flow.askAgain)],
    ['elsewhere', at([flow.elsewhere.payment], flow.takeOver)],
    ['settled', at([payment.settledWithdraw], payment.again)],
    ['refused', at([payment.failedSend], flow.change)],
    ['returned', at([flow.returned], payment.request)],
    ['other', at(['Wallet'], 'Send')],
  ])('%s', (place, seen) => expect(seen).toBe(place));
});
