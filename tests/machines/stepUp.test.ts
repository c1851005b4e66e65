import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { Operation } from '../../contract/operations.ts';
import type { PaymentQuoteRequest, Transaction, TransactionQuote } from '../../contract/transactions.ts';
import {
  type StepUpKind,
  type StepUpShown,
  type StepUpSubject,
  stepUpForm,
} from '../../src/machines/auth/stepUpForm.ts';
import { type StepUpOptions, stepUpMachine } from '../../src/machines/auth/stepUpMachine.ts';
import type { SavedFlow } from '../../src/machines/core/savedFlow.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import type { IdempotentRequest } from '../../src/machines/money/createSubmissionMachine.ts';
import {
  paymentMachine,
  paymentReviewMachine,
  paymentSubmissionMachine,
} from '../../src/machines/money/paymentMachine.ts';
import { asChild, failure, manualCall, settled } from '../support/actors.ts';
import { signedInInput } from '../support/areas.ts';
import { outsideAddress, paymentDone, paymentQuote, tabLockWith } from '../support/moneyFlow.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';

const options = (...kinds: StepUpKind[]): StepUpOptions => ({ kinds, until: null });

describe('paths', () => {
  test('every state of a proof is reached and can be left', () => {
    expectSound(stepUpMachine, {
      input: { now: () => 0, subject: 'quote:q' },
      events: [
        { type: 'options.requested' },
        { type: 'code.requested' },
        { type: 'method.chosen', kind: 'email' },
        { type: 'method.chosen', kind: 'factor' },
      ],
      answers: {
        readOptions: {
          done: [options('factor', 'passkey'), options('email'), options()],
          error: [
            new CallError(failure('NETWORK')),
            new CallError(failure('QUOTE_EXPIRED')),
            new CallError(failure('QUOTE_USED')),
          ],
        },
        sendCode: {
          done: [undefined],
          error: [new CallError(failure('RATE_LIMITED')), new CallError(failure('QUOTE_EXPIRED'))],
        },
        stepUpForm: { done: ['proof'] },
      },
      distinguish: ({ context }) => [context.kind, context.failure?.code, context.outcome],
    });
  });

  const form: Exploration<typeof stepUpForm> = {
    input: { now: () => 0, initial: { subject: 'quote:q', kind: 'factor' } },
    events: [
      { type: 'field.changed', name: 'code', value: '123 456' },
      { type: 'field.changed', name: 'code', value: '12' },
      { type: 'field.changed', name: 'code', value: '' },
      { type: 'form.submitted' },
      { type: 'submit.cancelled' },
    ],
    answers: {
      submit: {
        done: ['proof'],
        error: [
          new CallError(failure('VALIDATION_FAILED', { fields: { code: 'mismatch' } })),
          new CallError(failure('VALIDATION_FAILED', { fields: { recovery_code: 'mismatch' } })),
          new CallError(failure('NETWORK')),
          new CallError(failure('RATE_LIMITED', { retryAfter: 0 })),
        ],
      },
    },
    distinguish: ({ context }) => [context.values.code, context.errors, context.failure?.code],
  };

  test('every state of its form is reached and can be left, and no code stays in it', () => {
    expectSound(stepUpForm, form);
    const done = explore(stepUpForm, form).filter(({ snapshot }) => snapshot.status === 'done');
    expect(done.length).toBeGreaterThan(0);
    for (const { snapshot } of done) expect(snapshot.context.values.code).toBe('');
  });
});

function start() {
  const clock = new SimulatedClock();
  const [read, email] = [
    manualCall<StepUpOptions, { readonly subject: StepUpSubject }>(),
    manualCall<void, { readonly subject: StepUpSubject }>(),
  ];
  const submit = manualCall<string, { readonly values: StepUpShown }>();
  const actor = createActor(
    stepUpMachine.provide({
      actors: {
        readOptions: read.logic,
        sendCode: email.logic,
        stepUpForm: stepUpForm.provide({ actors: { submit: submit.logic } }),
      },
    }),
    { clock, input: { now: () => clock.now(), subject: 'quote:q' } },
  ).start();
  const form = () => {
    const child = actor.getSnapshot().children.stepUpForm;
    if (!child) throw new Error('nothing is asked');
    return child;
  };
  return {
    ...{ actor, clock, read, email, submit, form },
    offered: async (...kinds: StepUpKind[]) => {
      read.last().answer({ kinds, until: '1970-01-01T00:05:00.000Z' });
      await settled();
    },
    type: (name: 'code' | 'password', value: string) => form().send({ type: 'field.changed', name, value }),
    press: () => form().send({ type: 'form.submitted' }),
    value: () => JSON.stringify(actor.getSnapshot().value),
  };
}

test('a wrong code is told at its field and stays; the right one is the proof, with the time of the quote', async () => {
  const it = start();
  await it.offered('factor');
  it.type('code', '123 456');
  it.press();
  expect(it.submit.last().input.values).toEqual({
    subject: 'quote:q',
    kind: 'factor',
    code: '123456',
    password: '',
  });
  it.submit.last().fail('VALIDATION_FAILED', { fields: { code: 'mismatch' } });
  await settled();
  expect(it.form().getSnapshot().context).toMatchObject({
    values: { code: '123 456' },
    errors: { code: 'mismatch' },
  });
  it.type('code', 'ABCD-efgh-2345-mnop-qrst-uvwx');
  it.press();
  expect(it.submit.last().input.values.code).toBe('abcdefgh2345mnopqrstuvwx');
  it.submit.last().answer('proof');
  await settled();
  expect(it.actor.getSnapshot().output).toEqual({
    type: 'proven',
    proof: 'proof',
    until: '1970-01-01T00:05:00.000Z',
  });
});

test('a code is sent by email once, and another one after half a minute', async () => {
  const it = start();
  await it.offered('email');
  expect(it.email.calls).toHaveLength(1);
  it.actor.send({ type: 'code.requested' });
  expect(it.email.calls).toHaveLength(1);
  it.email.last().answer();
  await settled();
  it.clock.increment(29_999);
  it.actor.send({ type: 'code.requested' });
  expect(it.email.calls).toHaveLength(1);
  it.type('code', '123456');
  it.clock.increment(1);
  it.actor.send({ type: 'code.requested' });
  expect(it.email.calls).toHaveLength(2);
  // What was typed stays.
  expect(it.form().getSnapshot().context.values.code).toBe('123456');
  it.email.last().fail('RATE_LIMITED', { retryAfter: 60 });
  await settled();
  expect([it.value(), it.actor.getSnapshot().context.failure?.code]).toEqual([
    '{"open":"codeDue"}',
    'RATE_LIMITED',
  ]);
});

test('another method begins its form anew', async () => {
  const it = start();
  await it.offered('passkey', 'factor');
  it.press();
  expect(it.submit.last().input.values.kind).toBe('passkey');
  it.submit.last().fail('STEP_UP_REQUIRED');
  await settled();
  it.actor.send({ type: 'method.chosen', kind: 'factor' });
  expect(it.form().getSnapshot().context).toMatchObject({
    values: { kind: 'factor' },
    errors: {},
    failure: null,
  });
  it.actor.send({ type: 'method.chosen', kind: 'email' });
  expect(it.actor.getSnapshot().context.kind).toBe('factor');
});

test('a quote that expires while the code is typed ends it', async () => {
  const it = start();
  await it.offered('password');
  it.type('password', 'Correct7horse');
  it.press();
  it.submit.last().fail('QUOTE_EXPIRED', { requestId: 'r' });
  await settled();
  expect(it.actor.getSnapshot().output).toEqual({ type: 'expired' });
});

test('offline and without an answer the person asks again', async () => {
  const it = start();
  it.read.last().fail('NETWORK');
  await settled();
  expect(it.value()).toBe('"unanswered"');
  it.actor.send({ type: 'options.requested' });
  it.clock.increment(15_000);
  expect(it.value()).toBe('"unanswered"');
  it.actor.send({ type: 'options.requested' });
  await it.offered('factor');
  expect(it.value()).toBe('{"open":"plain"}');
});

/** A withdrawal that was agreed to, or what a browser has kept of one. */
function startPayment(kept: SavedFlow | null = null) {
  const clock = new SimulatedClock();
  const records: (SavedFlow | null)[] = [];
  const quote = manualCall<TransactionQuote, { readonly request: PaymentQuoteRequest }>();
  const pay = manualCall<Transaction, IdempotentRequest<TransactionQuote>>();
  const read = manualCall<StepUpOptions, { readonly subject: StepUpSubject }>();
  const submit = manualCall<string, { readonly values: StepUpShown }>();
  const operation = manualCall<Operation, { readonly key: string }>();
  const toasts = createActor(toastsMachine, { clock, input: { now: () => clock.now() } }).start();
  const { child: actor, told } = asChild(
    paymentMachine.provide({
      actors: {
        tabLock: tabLockWith(() => kept),
        quoteReview: paymentReviewMachine.provide({ actors: { requestQuote: quote.logic } }),
        submission: paymentSubmissionMachine.provide({
          actors: { send: pay.logic, readOperation: operation.logic },
        }),
        stepUp: stepUpMachine.provide({
          actors: {
            readOptions: read.logic,
            stepUpForm: stepUpForm.provide({ actors: { submit: submit.logic } }),
          },
        }),
      },
      actions: { keepRecord: (_, { record }) => records.push(record) },
    }),
    { ...signedInInput(() => clock.now(), toasts), prefill: {} },
    clock,
  );
  return {
    ...{ actor, clock, records, told, quote, pay, read, submit, operation },
    state: () => actor.getSnapshot(),
    review: async () => {
      actor.send({ type: 'fields.changed', values: { token: 'USDT', amount: '10', to: outsideAddress } });
      actor.send({ type: 'quote.requested' });
      quote.last().answer(paymentQuote('q', 0, { kind: 'withdraw' }));
      await settled();
      actor.send({ type: 'quote.accepted' });
    },
    prove: async (proof = 'proof') => {
      read.last().answer({ kinds: ['factor'], until: '1970-01-01T00:05:00.000Z' });
      await settled();
      const form = actor.getSnapshot().children.stepUp?.getSnapshot().children.stepUpForm;
      form?.send({ type: 'field.changed', name: 'code', value: '123456' });
      form?.send({ type: 'form.submitted' });
      submit.last().answer(proof);
      await settled();
    },
    fails: async (...why: Parameters<ReturnType<typeof pay.last>['fail']>) => {
      pay.last().fail(...why);
      await settled();
    },
  };
}

const unproven = ['STEP_UP_REQUIRED', { requestId: 'r' }] as const;

test('a payment that asks for a proof waits with its key, and goes on under the same one', async () => {
  const it = startPayment();
  await it.review();
  const { key } = it.pay.last().input;
  await it.fails(...unproven);
  expect([it.state().value, it.state().hasTag('locked')]).toEqual(['proving', false]);
  expect(it.records.at(-1)).toMatchObject({ step: 'proving', key, quote: { id: 'q' } });
  expect(it.read.last().input.subject).toBe('quote:q');
  await it.prove();
  expect(it.pay.calls).toHaveLength(2);
  expect(it.pay.last().input).toMatchObject({ key, proof: 'proof' });
  expect(it.records.at(-1)).toMatchObject({ step: 'sent', key });
  expect(JSON.stringify(it.records)).not.toContain('"proof"');
  // The quote is good for as long as the server said: until then the request may still be carried out.
  expect(it.state().children.submission?.getSnapshot().context.until).toBe(300_000);
});

test('a payment is answered, and its proof is forgotten with it', async () => {
  const it = startPayment();
  await it.review();
  await it.fails(...unproven);
  await it.prove();
  it.pay.last().answer(paymentDone);
  await settled();
  expect(it.state().matches('settled')).toBe(true);
  it.actor.send({ type: 'flow.restarted' });
  expect(it.state().context).toMatchObject({ key: null, proof: null, awaitsProof: null });
});

test('whoever does not prove is back at the review, and nothing was sent', async () => {
  const it = startPayment();
  await it.review();
  const { key } = it.pay.last().input;
  await it.fails(...unproven);
  it.actor.send({ type: 'proof.declined' });
  expect(it.state().value).toBe('reviewing');
  expect(it.records.at(-1)).toMatchObject({ step: 'reviewing', key: null, quote: { id: 'q' } });
  expect(it.pay.calls).toHaveLength(1);
  it.quote.last().answer(paymentQuote('next', it.clock.now(), { kind: 'withdraw' }));
  await settled();
  it.actor.send({ type: 'quote.accepted' });
  expect(it.pay.last().input.key).not.toBe(key);
});

const waiting: SavedFlow = {
  step: 'proving',
  values: { token: 'USDT', amount: '10', most: '', to: outsideAddress },
  key: 'kept key',
  quote: paymentQuote('q', 0, { kind: 'withdraw' }),
};

test('after a reload the proof is asked for again, and what was agreed to is sent once', async () => {
  const it = startPayment(waiting);
  expect([it.state().value, it.pay.calls.length, it.operation.calls.length]).toEqual(['proving', 0, 0]);
  await it.prove();
  expect(it.pay.calls).toHaveLength(1);
  expect(it.pay.last().input).toMatchObject({ key: 'kept key', proof: 'proof' });
});

test('a quote that is over by then leads to a new one, under a new key', async () => {
  const it = startPayment(waiting);
  it.read.last().fail('QUOTE_EXPIRED', { requestId: 'r' });
  await settled();
  expect(it.state().value).toBe('reviewing');
  expect(it.state().context.key).toBe(null);
  expect(it.quote.calls).toHaveLength(1);
});

test('a quote that was paid by then is asked about by its key', async () => {
  const it = startPayment(waiting);
  it.read.last().fail('QUOTE_USED', { requestId: 'r' });
  await settled();
  expect(it.pay.last().input).toMatchObject({ key: 'kept key' });
  expect(it.pay.last().input.proof).toBe(undefined);
  it.pay.last().answer(paymentDone);
  await settled();
  expect(it.state().matches('settled')).toBe(true);
});

test('a proof that is over when it arrives is asked for once more', async () => {
  const it = startPayment(waiting);
  await it.prove();
  await it.fails(...unproven);
  expect(it.state().value).toBe('proving');
  expect(it.state().context.proof).toBe(null);
});

describe('a device that the server does not know', () => {
  const unknown = ['DEVICE_PROOF_REQUIRED', { requestId: 'r' }] as const;

  test('is proven for itself, also after a reload, and the payment goes on under its key', async () => {
    const it = startPayment();
    await it.review();
    const { key } = it.pay.last().input;
    await it.fails(...unknown);
    expect(it.read.last().input.subject).toBe('factors');
    expect(it.records.at(-1)).toMatchObject({ step: 'rebinding', key, quote: { id: 'q' } });
    const again = startPayment(it.records.at(-1) ?? null);
    expect(again.read.last().input.subject).toBe('factors');
    expect(again.pay.calls).toHaveLength(0);
    await again.prove('');
    expect(again.pay.calls).toHaveLength(1);
    expect(again.pay.last().input).toMatchObject({ key });
    expect(again.pay.last().input.proof).toBeUndefined();
    expect(again.records.at(-1)).toMatchObject({ step: 'sent', key });
  });

  test('keeps what was proven of the payment, and is asked for again where it is refused again', async () => {
    const it = startPayment();
    await it.review();
    await it.fails(...unproven);
    await it.prove();
    await it.fails(...unknown);
    expect(it.read.last().input.subject).toBe('factors');
    await it.prove('');
    expect(it.pay.last().input.proof).toBe('proof');
    await it.fails(...unknown);
    expect(it.state().value).toBe('proving');
    it.actor.send({ type: 'proof.declined' });
    expect(it.state().value).toBe('reviewing');
    expect(it.state().context).toMatchObject({ key: null, proof: null, awaitsProof: null });
  });
});
