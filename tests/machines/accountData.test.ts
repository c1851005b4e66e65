import { expect, test } from 'vitest';
import { CallError } from '../../contract/failure.ts';
import { accountDataMachine, accountExportForm } from '../../src/machines/profile/accountDataMachine.ts';
import { failure, settled } from '../support/actors.ts';
import { type Exploration, expectSound } from '../support/paths.ts';
import { startProfileArea } from '../support/profile.ts';

// Alone it has nobody to tell.
const quiet = accountDataMachine.provide({ actions: { report: () => {} } });

test('every path of the dialog is sound', () => {
  const exploration: Exploration<typeof accountDataMachine> = {
    input: { now: () => 0 },
    events: [{ type: 'export.opened', hasPassword: true }, { type: 'export.closed' }],
    answers: {
      accountExport: { done: [undefined] },
      signIns: { isStoppedByParent: true },
      closing: { isStoppedByParent: true },
    },
  };
  expectSound(quiet, exploration);
});

test('every path of its form is sound', () => {
  expectSound(accountExportForm, {
    input: { now: () => 0, initial: { hasPassword: true } },
    events: [
      { type: 'field.changed', name: 'password', value: 'Correct7horse' },
      { type: 'field.changed', name: 'otp', value: '123456' },
      { type: 'form.submitted' },
      { type: 'submit.cancelled' },
    ],
    answers: {
      submit: {
        done: [undefined],
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

test('a file that is on its way is taken back with the dialog', async () => {
  const { area, accountExport } = startProfileArea();
  const { accountData } = area.getSnapshot().children;
  accountData?.send({ type: 'export.opened', hasPassword: false });
  accountData?.getSnapshot().children.accountExport?.send({ type: 'form.submitted' });
  expect(accountExport.last().signal.aborted).toBe(false);
  accountData?.send({ type: 'export.closed' });
  expect(accountExport.last().signal.aborted).toBe(true);
  await settled();
  expect(accountData?.getSnapshot().value).toBe('closed');
});
