import { describe, expect, test } from 'vitest';
import { CallError } from '../../contract/failure.ts';
import { type FactorAnswer, factorChangeForm, totpForm } from '../../src/machines/profile/factorForms.ts';
import { factorsMachine } from '../../src/machines/profile/factorsMachine.ts';
import { failure, settled } from '../support/actors.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';
import { startProfileArea } from '../support/profile.ts';

const secret: FactorAnswer = { kind: 'secret', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' };
const noPasskey = { passkey: '', name: '' };
const codes = ['abcd-efgh-2345-mnop-qrst-uvwx', 'qrst-uvwx-2345-abcd-efgh-mnop'];

// Alone it has nobody to tell.
const quiet = factorsMachine.provide({ actions: { report: () => {}, outdate: () => {} } });

describe('paths', () => {
  const exploration: Exploration<typeof factorsMachine> = {
    input: { now: () => 0 },
    events: [
      { type: 'factor.requested', change: 'add', ...noPasskey, hasPassword: true },
      {
        type: 'factor.requested',
        change: 'removePasskey',
        passkey: 'p',
        name: 'Phone',
        hasPassword: false,
      },
      { type: 'factor.closed' },
      { type: 'codes.saved', isSaved: true },
      { type: 'codes.saved', isSaved: false },
    ],
    answers: {
      factorChange: { done: [secret, { kind: 'codes', codes }, { kind: 'done' }] },
      totp: { done: [codes, []] },
    },
    distinguish: ({ context }) => [context.isSaved, context.isUrged, context.codes.length, context.secret],
  };

  test('every state of the dialog is reached and can be left', () => {
    expectSound(quiet, exploration);
  });

  test('nothing that is secret outlives the dialog, and codes are left only once they are saved', () => {
    for (const { snapshot, events } of explore(quiet, exploration)) {
      const path = events.join(' → ');
      const { context } = snapshot;
      if (snapshot.matches('closed')) expect([context.secret, context.codes], path).toEqual([null, []]);
      if (snapshot.matches('showing')) expect(context.secret, path).toBeNull();
      if (snapshot.matches('closed') && events.at(-1) === 'factor.closed' && events.includes('codes.saved'))
        expect(context.isSaved, path).toBe(false);
    }
  });

  const errors = [
    new CallError(failure('VALIDATION_FAILED', { fields: { code: 'mismatch' } })),
    new CallError(failure('STATUS_CONFLICT')),
    new CallError(failure('RATE_LIMITED', { retryAfter: 0 })),
    new CallError(failure('NETWORK')),
  ];

  test('every state of its forms is reached and can be left', () => {
    expectSound(factorChangeForm, {
      input: { now: () => 0, initial: { change: 'remove' } },
      events: [
        { type: 'field.changed', name: 'otp', value: '123456' },
        { type: 'field.changed', name: 'otp', value: '12' },
        { type: 'form.submitted' },
        { type: 'submit.cancelled' },
      ],
      answers: { submit: { done: [{ kind: 'done' }], error: errors } },
      distinguish: ({ context }) => [context.values, context.errors, context.failure?.code],
    });
    expectSound(totpForm, {
      input: { now: () => 0 },
      events: [
        { type: 'field.changed', name: 'otp', value: '123 456' },
        { type: 'field.changed', name: 'otp', value: 'abcdefgh2345mnopqrstuvwx' },
        { type: 'form.submitted' },
        { type: 'submit.cancelled' },
      ],
      answers: { submit: { done: [codes], error: errors } },
      distinguish: ({ context }) => [context.values, context.errors, context.failure?.code],
    });
  });
});

function start() {
  const started = startProfileArea();
  const dialog = started.area.getSnapshot().children.factorsDialog;
  if (!dialog) throw new Error('no dialog');
  const now = () => dialog.getSnapshot();
  started.factors.last().answer({
    data: { totp: null, passkeys: [], recovery_codes_left: 0 },
    loadedAt: 0,
  });
  started.sessions.last().answer({ data: [], loadedAt: 0 });
  return { ...started, dialog, now };
}

test('an app is added: the password, its first code, the codes, which are read anew and kept by a file', async () => {
  const { dialog, now, factors, factorChange, totp, toasts, files } = start();
  await settled();
  const reads = factors.calls.length;
  dialog.send({ type: 'factor.requested', change: 'add', ...noPasskey, hasPassword: true });
  const change = now().children.factorChange;
  change?.send({ type: 'form.submitted' });
  expect([change?.getSnapshot().context.errors, factorChange.calls.length]).toEqual([
    { password: 'required' },
    0,
  ]);
  change?.send({ type: 'field.changed', name: 'password', value: 'Correct7horse' });
  change?.send({ type: 'form.submitted' });
  expect(factorChange.last().input.values).toEqual({
    change: 'add',
    ...noPasskey,
    password: 'Correct7horse',
    code: '',
    otp: '',
  });
  factorChange.last().answer(secret);
  await settled();
  expect(now().context.secret).toEqual(secret);
  const form = now().children.totp;
  form?.send({ type: 'field.changed', name: 'otp', value: '123 456' });
  form?.send({ type: 'form.submitted' });
  totp.last().fail('VALIDATION_FAILED', { fields: { code: 'clock_skew' } });
  await settled();
  expect(form?.getSnapshot().context).toMatchObject({ errors: { otp: 'clock_skew' }, failure: null });
  form?.send({ type: 'form.submitted' });
  expect(totp.last().input.values).toEqual({ code: '123456' });
  totp.last().answer(codes);
  await settled();
  expect([now().value, now().context.codes, toasts()]).toEqual(['showing', codes, ['totpAdded']]);
  expect(factors.calls.length).toBeGreaterThan(reads);
  dialog.send({ type: 'file.requested' });
  expect(files).toEqual([codes]);
  dialog.send({ type: 'factor.closed' });
  expect([now().value, now().context.isUrged]).toEqual(['showing', true]);
  dialog.send({ type: 'codes.saved', isSaved: true });
  dialog.send({ type: 'factor.closed' });
  expect([now().value, now().context.codes]).toEqual(['closed', []]);
});

test('the dialog waits for the server’s answer, which may hold codes that are told once', async () => {
  const { dialog, now, factorChange } = start();
  await settled();
  dialog.send({ type: 'factor.requested', change: 'renew', ...noPasskey, hasPassword: false });
  const change = now().children.factorChange;
  change?.send({ type: 'field.changed', name: 'otp', value: '123456' });
  change?.send({ type: 'form.submitted' });
  dialog.send({ type: 'factor.closed' });
  expect(now().value).toBe('proving');
  factorChange.last().answer({ kind: 'codes', codes });
  await settled();
  expect([now().value, now().context.codes]).toEqual(['showing', codes]);
});

test('a refused change is left at once', async () => {
  const { dialog, now, factorChange } = start();
  await settled();
  dialog.send({ type: 'factor.requested', change: 'renew', ...noPasskey, hasPassword: false });
  const change = now().children.factorChange;
  change?.send({ type: 'field.changed', name: 'otp', value: '123456' });
  change?.send({ type: 'form.submitted' });
  factorChange.last().fail('NETWORK');
  await settled();
  dialog.send({ type: 'factor.closed' });
  expect(now().value).toBe('closed');
});

test('an app that is on although nobody saw its codes is told, and leads to new codes', async () => {
  const { dialog, now, factors, factorChange, totp, toasts } = start();
  await settled();
  const reads = factors.calls.length;
  dialog.send({ type: 'factor.requested', change: 'add', ...noPasskey, hasPassword: false });
  now().children.factorChange?.send({ type: 'form.submitted' });
  factorChange.last().answer(secret);
  await settled();
  const form = now().children.totp;
  form?.send({ type: 'field.changed', name: 'otp', value: '123456' });
  form?.send({ type: 'form.submitted' });
  totp.last().answer([]);
  await settled();
  expect([now().value, now().context.secret, toasts()]).toEqual(['proving', null, ['totpAdded']]);
  expect(factors.calls.length).toBeGreaterThan(reads);
  const renewal = now().children.factorChange;
  renewal?.send({ type: 'field.changed', name: 'otp', value: '654321' });
  renewal?.send({ type: 'form.submitted' });
  expect(factorChange.last().input.values).toMatchObject({ change: 'renew', otp: '654321' });
  factorChange.last().answer({ kind: 'codes', codes });
  await settled();
  expect([now().value, now().context.codes]).toEqual(['showing', codes]);
});

test('the factors are read anew when the dialog is left after the server was asked', async () => {
  const { dialog, now, factors, factorChange, totp } = start();
  await settled();
  const reads = factors.calls.length;
  const open = () =>
    dialog.send({ type: 'factor.requested', change: 'add', ...noPasskey, hasPassword: false });
  open();
  dialog.send({ type: 'factor.closed' });
  expect(factors.calls).toHaveLength(reads);
  open();
  now().children.factorChange?.send({ type: 'form.submitted' });
  factorChange.last().answer(secret);
  await settled();
  const form = now().children.totp;
  form?.send({ type: 'field.changed', name: 'otp', value: '123456' });
  form?.send({ type: 'form.submitted' });
  totp.last().fail('NETWORK');
  await settled();
  expect(factors.calls).toHaveLength(reads);
  dialog.send({ type: 'factor.closed' });
  expect(now().value).toBe('closed');
  expect(factors.calls).toHaveLength(reads + 1);
  expect(factors.last().input.fresh).toBe(true);
});

test('turning the app off tells it, and reads factors and sessions anew', async () => {
  const { dialog, now, factors, sessions, factorChange, toasts } = start();
  await settled();
  const reads = [factors.calls.length, sessions.calls.length];
  dialog.send({ type: 'factor.requested', change: 'remove', ...noPasskey, hasPassword: false });
  const change = now().children.factorChange;
  change?.send({ type: 'field.changed', name: 'otp', value: 'ABCD-efgh-2345-MNOP-qrst-uvwx' });
  change?.send({ type: 'form.submitted' });
  expect(factorChange.last().input.values.otp).toBe('abcdefgh2345mnopqrstuvwx');
  factorChange.last().answer({ kind: 'done' });
  await settled();
  expect([now().value, toasts()]).toEqual(['closed', ['totpRemoved']]);
  expect([factors.calls.length, sessions.calls.length].map((count, i) => count > (reads[i] ?? 0))).toEqual([
    true,
    true,
  ]);
});

test('the first passkey is added under its name, and comes with codes', async () => {
  const { dialog, now, factors, factorChange, toasts } = start();
  await settled();
  const reads = factors.calls.length;
  dialog.send({
    type: 'factor.requested',
    change: 'addPasskey',
    passkey: '',
    name: '',
    hasPassword: true,
  });
  const change = now().children.factorChange;
  change?.send({ type: 'field.changed', name: 'password', value: 'Correct7horse' });
  change?.send({ type: 'form.submitted' });
  expect([change?.getSnapshot().context.errors, factorChange.calls.length]).toEqual([
    { name: 'required' },
    0,
  ]);
  change?.send({ type: 'field.changed', name: 'name', value: '  Phone ' });
  change?.send({ type: 'form.submitted' });
  expect(factorChange.last().input.values).toEqual({
    change: 'addPasskey',
    passkey: '',
    name: 'Phone',
    password: 'Correct7horse',
    code: '',
    otp: '',
  });
  factorChange.last().fail('PASSKEY_CANCELLED');
  await settled();
  expect(change?.getSnapshot().context).toMatchObject({
    failure: { code: 'PASSKEY_CANCELLED' },
    values: { name: '  Phone ', password: 'Correct7horse' },
  });
  change?.send({ type: 'form.submitted' });
  factorChange.last().answer({ kind: 'codes', codes });
  await settled();
  expect([now().value, now().context.codes, toasts()]).toEqual(['showing', codes, ['passkeyAdded']]);
  expect(factors.calls.length).toBeGreaterThan(reads);
});

test.each([
  ['renamePasskey', 'passkeyRenamed', 0],
  ['removePasskey', 'passkeyRemoved', 1],
] as const)('%s says so, and reads what it outdates', async (change, key, more) => {
  const { dialog, now, sessions, factorChange, toasts } = start();
  await settled();
  const reads = sessions.calls.length;
  dialog.send({ type: 'factor.requested', change, passkey: 'p', name: 'Phone', hasPassword: false });
  now().children.factorChange?.send({ type: 'form.submitted' });
  expect(factorChange.last().input.values).toMatchObject({ change, passkey: 'p', name: 'Phone' });
  factorChange.last().answer({ kind: 'done' });
  await settled();
  expect([now().value, toasts(), sessions.calls.length - reads]).toEqual(['closed', [key], more]);
});
