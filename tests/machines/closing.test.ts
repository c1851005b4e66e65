import { expect, test } from 'vitest';
import type { Closing } from '../../contract/accountData.ts';
import { CallError } from '../../contract/failure.ts';
import { closingForm, closingMachine } from '../../src/machines/profile/closingMachine.ts';
import { failure, settled } from '../support/actors.ts';
import { type Exploration, expectSound } from '../support/paths.ts';
import { startProfileArea } from '../support/profile.ts';

const empty: Closing = { obstacles: [], kept_until: '2031-11-20T09:00:00.000Z' };
const hindered: Closing = {
  ...empty,
  obstacles: [{ reason: 'balance', token: 'USDT', amount: '12.5', until: null }],
};

test('every path of the dialog is sound', () => {
  const exploration: Exploration<typeof closingMachine> = {
    input: { now: () => 0 },
    events: [
      { type: 'closing.opened', hasPassword: true },
      { type: 'closing.dismissed' },
      { type: 'retry.requested' },
    ],
    answers: {
      readClosing: { done: [empty, hindered], error: [new CallError(failure('NETWORK'))] },
      closingForm: { done: [{ hindered: null }, { hindered }, { hindered: empty }] },
    },
    distinguish: ({ context }) => [context.closing?.obstacles.length, context.failure?.code],
  };
  expectSound(closingMachine, exploration);
});

test('every path of its form is sound', () => {
  expectSound(closingForm, {
    input: { now: () => 0, initial: { hasPassword: true } },
    events: [
      { type: 'field.changed', name: 'password', value: 'Correct7horse' },
      { type: 'field.changed', name: 'otp', value: '123456' },
      { type: 'form.submitted' },
      { type: 'submit.cancelled' },
    ],
    answers: {
      submit: {
        done: [{ hindered: null }, { hindered }],
        error: [
          new CallError(failure('VALIDATION_FAILED', { fields: { otp: 'required' } })),
          new CallError(failure('RATE_LIMITED', { retryAfter: 0 })),
          new CallError(failure('NETWORK')),
        ],
      },
    },
    distinguish: ({ context }) => [context.values, context.errors, context.failure?.code],
  });
});

function openClosing() {
  const { area, readingClosing, closingAccount } = startProfileArea();
  const closing = area.getSnapshot().children.accountData?.getSnapshot().children.closing;
  if (!closing) throw new Error('no dialog');
  closing.send({ type: 'closing.opened', hasPassword: false });
  const form = () => closing.getSnapshot().children.closingForm;
  return { closing, form, readingClosing, closingAccount };
}

test('what comes in the way while the proof is typed is shown in place of the form', async () => {
  const { closing, form, readingClosing, closingAccount } = openClosing();
  readingClosing.last().answer(empty);
  await settled();
  form()?.send({ type: 'form.submitted' });
  closingAccount.last().answer({ hindered });
  await settled();
  expect(closing.getSnapshot().value).toBe('hindered');
  expect(closing.getSnapshot().context.closing).toEqual(hindered);
  closing.send({ type: 'closing.dismissed' });
  expect(closing.getSnapshot().context.closing).toBeNull();
});

test('the dialog cannot be left while the account is being closed, but after a failure', async () => {
  const { closing, form, readingClosing, closingAccount } = openClosing();
  readingClosing.last().answer(empty);
  await settled();
  form()?.send({ type: 'form.submitted' });
  closing.send({ type: 'closing.dismissed' });
  expect(closing.getSnapshot().value).toBe('asking');
  expect(closingAccount.last().signal.aborted).toBe(false);
  closingAccount.last().fail('NETWORK');
  await settled();
  closing.send({ type: 'closing.dismissed' });
  expect(closing.getSnapshot().value).toBe('closed');
});

test('what came in the way and is gone again is asked for once more', async () => {
  const { closing, form, readingClosing, closingAccount } = openClosing();
  readingClosing.last().answer(empty);
  await settled();
  form()?.send({ type: 'form.submitted' });
  closingAccount.last().answer({ hindered: empty });
  await settled();
  expect(closing.getSnapshot().value).toBe('reading');
  readingClosing.last().answer(empty);
  await settled();
  expect(closing.getSnapshot().value).toBe('asking');
  closing.send({ type: 'closing.dismissed' });
  expect(closing.getSnapshot().value).toBe('closed');
});
