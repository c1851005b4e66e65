import { expect, test } from 'vitest';
import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import type { WalletToken } from '../../contract/wallet.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { paymentMachine } from '../../src/machines/money/paymentMachine.ts';
import { savedRecipientsMachine } from '../../src/machines/money/savedRecipientsMachine.ts';
import { codeProblem, scanMachine } from '../../src/machines/money/scanMachine.ts';
import { fullWallet } from '../screens/figures.ts';
import { asChild } from '../support/actors.ts';
import { signedInInput } from '../support/areas.ts';
import { heldTabLock, outsideAddress as to } from '../support/moneyFlow.ts';
import { expectSound } from '../support/paths.ts';

const contract = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const tokens: readonly WalletToken[] = fullWallet.tokens.map((token) => ({
  ...token,
  ...(token.symbol === 'USDT' && { contract: { chain_id: 1, address: contract } }),
}));
const link = `ethereum:${contract}@1/transfer?address=${to}&uint256=2500000`;
// The machine only keeps it.
const stream = {} as MediaStream;

function payment() {
  const machine = paymentMachine.provide({
    actors: { tabLock: heldTabLock },
    actions: { keepRecord: () => {} },
  });
  const now = () => 0;
  const toasts = createActor(toastsMachine, { input: { now } }).start();
  const { child } = asChild(machine, { ...signedInInput(now, toasts), prefill: {} });
  child.send({ type: 'balances.known', tokens });
  child.send({ type: 'fields.changed', values: { amount: '7', to: 'typed' } });
  return child;
}

/** Beside the field, with a camera that a test speaks for; `isOn`: whether it is on. */
function start() {
  let sees: (event: AnyEventObject) => void = () => {};
  let isOn = false;
  const scanCodes = fromCallback<AnyEventObject>(({ sendBack }) => {
    sees = sendBack;
    isOn = true;
    return () => {
      isOn = false;
    };
  });
  const recipients = createActor(
    savedRecipientsMachine.provide({ actors: { scan: scanMachine.provide({ actors: { scanCodes } }) } }),
    { input: { now: () => 0 } },
  ).start();
  const scan = recipients.getSnapshot().children.scan;
  if (!scan) throw new Error('there is a camera');
  return { recipients, scan, sees: (event: AnyEventObject) => sees(event), isOn: () => isOn };
}

test('every state is reached and can be left, and no call is waited for without end', () => {
  const form = payment();
  expectSound(scanMachine.provide({ actions: { fill: () => {}, tell: () => {} } }), {
    input: undefined,
    events: [
      { type: 'scan.opened', payment: form },
      { type: 'scan.closed' },
      { type: 'camera.started', stream },
      { type: 'camera.failed', problem: 'refused' },
      { type: 'code.found', text: to },
      { type: 'code.found', text: 'https://example.com' },
    ],
    answers: { scanCodes: {} },
    distinguish: ({ context }) => [context.refused, context.problem, context.stream !== null],
  });
});

test.each([
  [to, null],
  [` ${to.toLowerCase()}\n`, null],
  [link, null],
  [`ethereum:${to}`, null],
  ['', 'other'],
  ['https://example.com', 'other'],
  [`bitcoin:${to}`, 'other'],
  [to.replace('fB', 'Fb'), 'other'],
  [link.replace('@1', '@56'), 'chain'],
  [link.replace('2500000', '1e99'), 'amount'],
  [`ethereum:${to}/transfer?address=${contract}`, 'contract'],
])('a code that says %j is refused for %s', (text, problem) => {
  expect(codeProblem(text, tokens)).toBe(problem);
});

test('a code fills the form and switches the camera off; nothing is asked for', () => {
  const { recipients, scan, sees, isOn } = start();
  const form = payment();
  scan.send({ type: 'scan.opened', payment: form });
  sees({ type: 'camera.started', stream });
  expect([isOn(), scan.getSnapshot().context.stream]).toEqual([true, stream]);
  sees({ type: 'code.found', text: link });
  expect(form.getSnapshot().context.values).toEqual({ token: 'USDT', amount: '2.5', most: '', to });
  expect(form.getSnapshot().matches('drafting')).toBe(true);
  expect(recipients.getSnapshot().context.link).toBe(link);
  expect([isOn(), scan.getSnapshot().matches('off'), scan.getSnapshot().context.stream]).toEqual([
    ...[false, true, null],
  ]);
});

test('a code that nobody can be paid by leaves what was typed, and the camera looks on', () => {
  const { scan, sees, isOn } = start();
  const form = payment();
  const typed = form.getSnapshot().context.values;
  scan.send({ type: 'scan.opened', payment: form });
  sees({ type: 'camera.started', stream });
  sees({ type: 'code.found', text: link.replace('@1', '@56') });
  expect(scan.getSnapshot().context.refused).toBe('chain');
  sees({ type: 'code.found', text: 'hello' });
  expect(scan.getSnapshot().context.refused).toBe('other');
  expect([isOn(), form.getSnapshot().context.values]).toEqual([true, typed]);
  scan.send({ type: 'scan.closed' });
  expect([isOn(), scan.getSnapshot().context.refused]).toEqual([false, null]);
});

test('without a camera it says why, and asks again when it is told to', () => {
  const { scan, sees, isOn } = start();
  const form = payment();
  scan.send({ type: 'scan.opened', payment: form });
  sees({ type: 'camera.failed', problem: 'refused' });
  expect([isOn(), scan.getSnapshot().context.problem]).toEqual([false, 'refused']);
  scan.send({ type: 'scan.opened', payment: form });
  expect([isOn(), scan.getSnapshot().context.problem]).toEqual([true, null]);
});

test('the camera goes off when another page comes, and what was typed stays', () => {
  const { recipients, scan, sees, isOn } = start();
  const form = payment();
  scan.send({ type: 'scan.opened', payment: form });
  sees({ type: 'camera.started', stream });
  expect(isOn()).toBe(true);
  recipients.send({ type: 'screen.left' });
  expect(isOn()).toBe(false);
  expect(scan.getSnapshot().value).toBe('off');
  expect(form.getSnapshot().context.values).toMatchObject({ amount: '7', to: 'typed' });
});
