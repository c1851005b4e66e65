import { describe, expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { ToldSecuritySettings } from '../../contract/securitySettings.ts';
import { type LimitsValues, limitsForm } from '../../src/machines/profile/limitsForm.ts';
import { limitsMachine } from '../../src/machines/profile/limitsMachine.ts';
import { failure, settled } from '../support/actors.ts';
import { type Exploration, expectSound } from '../support/paths.ts';
import { startProfileArea } from '../support/profile.ts';

const none: ToldSecuritySettings = {
  ...{ daily_limit: null, payment_limit: null, proof_above: null, lock_days: 0, pending: [] },
  ...{ allow_list_only: false, address_wait_hours: null, phrase: null },
};
const limited: ToldSecuritySettings = {
  ...none,
  daily_limit: '500',
  pending: [{ member: 'daily_limit', value: '1000', from: '2026-11-21T09:00:00.000Z' }],
};
const errors = [
  new CallError(failure('SETTINGS_LOCKED')),
  new CallError(failure('VALIDATION_FAILED', { fields: { password: 'required' } })),
  new CallError(failure('RATE_LIMITED', { retryAfter: 0 })),
  new CallError(failure('NETWORK')),
];
// Alone it has nobody to tell.
const quiet = limitsMachine.provide({ actions: { report: () => {} } });

describe('paths', () => {
  test('every state of the dialog is reached and can be left', () => {
    const exploration: Exploration<typeof limitsMachine> = {
      input: { now: () => 0 },
      events: [
        { type: 'limits.opened', topic: 'limits', hasPassword: true },
        { type: 'limits.opened', topic: 'addresses', hasPassword: false },
        { type: 'limits.closed' },
        { type: 'retry.requested' },
        { type: 'pending.cancelled', member: 'daily_limit' },
      ],
      answers: {
        readSettings: { done: [none, limited], error: errors.slice(-1) },
        takeBack: { done: [none], error: errors },
        limitsForm: { done: [limited] },
      },
      distinguish: ({ context }) => [
        context.topic,
        context.settings?.pending.length,
        context.failure?.code,
        context.member,
      ],
    };
    expectSound(quiet, exploration);
  });

  test('every state of its form is reached and can be left', () => {
    expectSound(limitsForm, {
      input: { now: () => 0, initial: { daily_limit: '500', lock_days: '7' } },
      events: [
        { type: 'field.changed', name: 'daily_limit', value: '1e400' },
        { type: 'field.changed', name: 'daily_limit', value: '750.5' },
        { type: 'field.changed', name: 'lock_days', value: '0' },
        { type: 'field.changed', name: 'allow_list_only', value: true },
        { type: 'field.changed', name: 'address_wait_hours', value: '48' },
        { type: 'form.submitted' },
        { type: 'submit.cancelled' },
      ],
      answers: { submit: { done: [limited], error: errors } },
      distinguish: ({ context }) => [context.values, context.errors, context.failure?.code],
    });
  });
});

async function open(told: ToldSecuritySettings = limited, clock?: SimulatedClock) {
  const started = startProfileArea(clock ? { clock } : {});
  const dialog = started.area.getSnapshot().children.limits;
  if (!dialog) throw new Error('no dialog');
  dialog.send({ type: 'limits.opened', topic: 'limits', hasPassword: true });
  started.settings.last().answer(told);
  await settled();
  const form = () => {
    const found = dialog.getSnapshot().children.limitsForm;
    if (!found) throw new Error('no form');
    return found;
  };
  const type = (name: keyof LimitsValues, value: string | boolean) =>
    form().send({ type: 'field.changed', name, value });
  return { ...started, dialog, form, type };
}

test('what was changed is sent and nothing else: a value that is repeated would take a pending change back', async () => {
  const { settingsChange, form, type } = await open();
  form().send({ type: 'form.submitted' });
  type('daily_limit', ' 500 ');
  form().send({ type: 'form.submitted' });
  expect(settingsChange.calls).toHaveLength(0);
  type('payment_limit', '1000.50');
  form().send({ type: 'form.submitted' });
  expect(settingsChange.last().input.values).toEqual({
    ...{ change: { payment_limit: '1000.5' }, hasPassword: true },
    ...{ password: '', code: '', otp: '' },
  });
});

test.each([
  ['1,23.4', 'ambiguous'],
  ['?20.500', 'ambiguous'],
  ['-5', 'format'],
  ['1e400', 'format'],
  ['٣', 'format'],
  ['0.0000001', 'too_many_decimals'],
  [`1${'0'.repeat(16)}`, 'too_large'],
])('%s is refused at its field', async (value, rule) => {
  const { settingsChange, form, type } = await open();
  type('daily_limit', value);
  form().send({ type: 'form.submitted' });
  expect([form().getSnapshot().context.errors, settingsChange.calls.length]).toEqual([
    { daily_limit: rule },
    0,
  ]);
});

test('no limit is an empty field; the password is asked for once the server wants it, and what was set is shown', async () => {
  const { settingsChange, dialog, form, type, toasts } = await open();
  type('daily_limit', '');
  form().send({ type: 'form.submitted' });
  expect(settingsChange.last().input.values.change).toEqual({ daily_limit: null });
  settingsChange.last().fail('VALIDATION_FAILED', { fields: { password: 'required' } });
  await settled();
  expect(form().getSnapshot().context.errors).toEqual({ password: 'required' });
  type('password', 'Correct7horse');
  form().send({ type: 'form.submitted' });
  expect(settingsChange.last().input.values.password).toBe('Correct7horse');
  settingsChange.last().answer({ ...none, daily_limit: '500' });
  await settled();
  expect([dialog.getSnapshot().context.settings?.pending, toasts()]).toEqual([[], ['limitsSaved']]);
  expect(form().getSnapshot().context.values).toMatchObject({ daily_limit: '500', password: '' });
});

test('a pending change is taken back by the value that its member has, and what is being typed stays', async () => {
  const { takingBack, dialog, form, type, toasts } = await open();
  type('payment_limit', '7');
  dialog.send({ type: 'pending.cancelled', member: 'daily_limit' });
  expect(takingBack.last().input).toEqual({ change: { daily_limit: '500' } });
  takingBack.last().fail('NETWORK');
  await settled();
  expect(dialog.getSnapshot().context.failure?.code).toBe('NETWORK');
  dialog.send({ type: 'pending.cancelled', member: 'daily_limit' });
  takingBack.last().answer({ ...limited, pending: [] });
  await settled();
  expect(dialog.getSnapshot().context).toMatchObject({ failure: null, settings: { pending: [] } });
  expect(toasts()).toEqual(['limitsSaved']);
  expect(form().getSnapshot().context.values.payment_limit).toBe('7');
});

test('changed limits are told as a change of the wallet, which has what is left of them; the lock is not', async () => {
  const { settings, settingsChange, dialog, form, type, reported } = await open();
  const told = () => reported.filter((event) => event.type === 'limits.changed');
  type('daily_limit', '100');
  form().send({ type: 'form.submitted' });
  expect(told()).toEqual([]);
  settingsChange.last().answer({ ...none, daily_limit: '100' });
  await settled();
  expect(told()).toEqual([{ type: 'limits.changed' }]);
  dialog.send({ type: 'limits.closed' });
  dialog.send({ type: 'limits.opened', topic: 'lock', hasPassword: true });
  settings.last().answer(none);
  await settled();
  type('lock_days', '7');
  form().send({ type: 'form.submitted' });
  settingsChange.last().answer({ ...none, lock_days: 7 });
  await settled();
  expect(dialog.getSnapshot().context.settings?.lock_days).toBe(7);
  expect(told()).toHaveLength(1);
});

test('the rules for addresses are sent as the wire has them, and the standard wait as none', async () => {
  const { settingsChange, form, type } = await open({ ...none, address_wait_hours: 48 });
  const sent = () => {
    form().send({ type: 'form.submitted' });
    return settingsChange.last().input.values.change;
  };
  type('allow_list_only', true);
  expect(sent()).toEqual({ allow_list_only: true });
  settingsChange.last().fail('SETTINGS_LOCKED');
  await settled();
  type('address_wait_hours', '168');
  expect(sent()).toEqual({ allow_list_only: true, address_wait_hours: 168 });
  settingsChange.last().fail('SETTINGS_LOCKED');
  await settled();
  type('allow_list_only', false);
  type('address_wait_hours', '');
  expect(sent()).toEqual({ address_wait_hours: null });
  settingsChange.last().fail('SETTINGS_LOCKED');
  await settled();
  type('address_wait_hours', '48');
  const { length } = settingsChange.calls;
  form().send({ type: 'form.submitted' });
  expect(settingsChange.calls).toHaveLength(length);
});

test('a phrase is sent as it is kept, an empty one as none, and what nobody sees is marked', async () => {
  const { settingsChange, form, type } = await open({ ...none, phrase: 'Lemon' });
  type('phrase', 'Lemon\u200b');
  form().send({ type: 'form.submitted' });
  expect(form().getSnapshot().context.errors).toEqual({ phrase: 'characters' });
  type('phrase', 'x'.repeat(41));
  form().send({ type: 'form.submitted' });
  expect(form().getSnapshot().context.errors).toEqual({ phrase: 'too_long' });
  expect(settingsChange.calls).toEqual([]);
  type('phrase', '  Mint & lemon 7 ');
  form().send({ type: 'form.submitted' });
  expect(settingsChange.last().input.values.change).toEqual({ phrase: 'Mint & lemon 7' });
  settingsChange.last().fail('SETTINGS_LOCKED');
  await settled();
  type('phrase', ' ');
  form().send({ type: 'form.submitted' });
  expect(settingsChange.last().input.values.change).toEqual({ phrase: null });
});

test('no amount of its own for a proof is an empty field, and 0 is every payment', async () => {
  const { settingsChange, form, type } = await open({ ...none, proof_above: '50' });
  type('proof_above', '');
  form().send({ type: 'form.submitted' });
  expect(settingsChange.last().input.values.change).toEqual({ proof_above: null });
  settingsChange.last().fail('NETWORK');
  await settled();
  type('proof_above', '0');
  form().send({ type: 'form.submitted' });
  expect(settingsChange.last().input.values.change).toEqual({ proof_above: '0' });
});

test('the dialog waits for the answer to what was sent', async () => {
  const { settingsChange, dialog, form, type } = await open();
  type('daily_limit', '100');
  form().send({ type: 'form.submitted' });
  dialog.send({ type: 'limits.closed' });
  expect(dialog.getSnapshot().value).toEqual({ shown: 'still' });
  settingsChange.last().fail('NETWORK');
  await settled();
  dialog.send({ type: 'limits.closed' });
  expect(dialog.getSnapshot().value).toBe('closed');
});

test('the dialog waits for what is taken back, and no longer than fifteen seconds', async () => {
  const clock = new SimulatedClock();
  const { dialog } = await open(limited, clock);
  dialog.send({ type: 'pending.cancelled', member: 'daily_limit' });
  dialog.send({ type: 'limits.closed' });
  clock.increment(14_999);
  expect(dialog.getSnapshot().value).toEqual({ shown: 'takingBack' });
  clock.increment(1);
  expect(dialog.getSnapshot()).toMatchObject({
    value: { shown: 'still' },
    context: { failure: { code: 'NETWORK' } },
  });
  dialog.send({ type: 'limits.closed' });
  expect(dialog.getSnapshot().value).toBe('closed');
});
