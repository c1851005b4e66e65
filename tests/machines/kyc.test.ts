import { expect, test } from 'vitest';
import { type AnyEventObject, createActor, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { KycCase } from '../../contract/kyc.ts';
import type { SavedFlow } from '../../src/machines/core/savedFlow.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { kycMachine } from '../../src/machines/kyc/kycMachine.ts';
import type { Verification } from '../../src/machines/kyc/kycSteps.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { signedInInput } from '../support/areas.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';
import { documentOf, full, judged, rejected, verificationOf } from '../support/verifications.ts';

const notifications = createActor(toastsMachine, { input: { now: () => 0 } });
const recordAt = (step: string): SavedFlow => ({
  step: 'drafting',
  values: { step },
  key: null,
  quote: null,
});
const reads = [
  verificationOf('notStarted'),
  verificationOf('inProgress', full),
  verificationOf('pending', judged('pending'), []),
  verificationOf('approved', judged('approved'), []),
  rejected,
  verificationOf('expired', judged('approved')),
  verificationOf('unknown', [], []),
];

const quiet = kycMachine.provide({
  actions: { report: () => {}, keepRecord: () => {}, sendPicture: () => {} },
});
const exploration: Exploration<typeof kycMachine> = {
  input: signedInInput(() => 0, notifications),
  events: [
    { type: 'shown' },
    { type: 'news.heard' },
    { type: 'refresh.requested' },
    { type: 'preparation.begun' },
    { type: 'step.requested', step: 'details' },
    { type: 'step.requested', step: 'identity' },
    { type: 'step.requested', step: 'address' },
    { type: 'step.requested', step: 'selfie' },
    { type: 'step.requested', step: 'review' },
    { type: 'step.continued' },
    { type: 'case.changed', kyc: verificationOf('inProgress', [documentOf('passport')]).kyc },
    { type: 'case.outdated' },
    { type: 'picture.taken', file: new File(['a'], 'selfie.jpg') },
    { type: 'submission.requested' },
  ],
  answers: {
    readVerification: { done: reads, error: [new CallError(failure('NETWORK'))] },
    submitKyc: {
      done: [verificationOf('pending', judged('pending'), []).kyc],
      error: [
        new CallError(failure('NETWORK')),
        new CallError(failure('STATUS_CONFLICT', { requestId: 'r' })),
        new CallError(failure('VALIDATION_FAILED', { requestId: 'r', fields: { selfie: 'required' } })),
      ],
    },
    details: { done: [verificationOf('notStarted').user] },
    document: {},
    camera: {},
  },
  distinguish: ({ context }) => [
    context.verification?.kyc.status,
    context.verification?.kyc.documents.length,
    context.step,
    context.failure?.code,
    context.refused,
  ],
};

test('every state is reached and can be left, and a call that hangs has a way out', () => {
  expectSound(quiet, exploration);
});

test('whatever happens, nothing is asked of a person whose case is being judged, and nothing is handed in twice', () => {
  const paths = explore(quiet, exploration);
  expect(paths.length).toBeGreaterThan(50);
  for (const { snapshot, events } of paths) {
    const path = events.join(' → ');
    const status = snapshot.context.verification?.kyc.status;
    if (snapshot.matches('waiting')) expect(['pending', 'unknown'], path).toContain(status);
    if (snapshot.matches('verified')) expect(status, path).toBe('approved');
    if (snapshot.matches({ preparing: 'submitting' })) {
      expect(snapshot.can({ type: 'submission.requested' }), path).toBe(false);
      expect(snapshot.can({ type: 'step.requested', step: 'identity' }), path).toBe(false);
    }
    expect(snapshot.status, path).toBe('active');
  }
});

function start(record: SavedFlow | null = null) {
  const clock = new SimulatedClock();
  const read = manualCall<Verification, void>();
  const submit = manualCall<KycCase, { readonly key: string }>();
  const records: (SavedFlow | null)[] = [];
  const reported: AnyEventObject[] = [];
  const actor = createActor(
    kycMachine.provide({
      actors: { readVerification: read.logic, submitKyc: submit.logic },
      actions: {
        keepRecord: (_, { record: kept }) => void records.push(kept),
        report: ({ context }) =>
          void reported.push({ type: 'profile.changed', status: context.verification?.user.kyc_status }),
      },
    }),
    {
      clock,
      input: signedInInput(
        () => 0,
        notifications,
        (flow) => (flow === 'kyc' ? record : null),
      ),
    },
  ).start();
  const answer = async (verification: Verification) => {
    read.last().answer(verification);
    await settled();
  };
  return { actor, clock, read, submit, records, reported, answer, now: () => actor.getSnapshot() };
}

test('a preparation is kept at its step, and forgotten when it was handed in', async () => {
  const { actor, records, submit, reported, answer, now } = start();
  await answer(verificationOf('notStarted'));
  expect(now().value).toBe('inviting');
  actor.send({ type: 'preparation.begun' });
  expect(now().value).toEqual({ preparing: 'details' });
  actor.send({ type: 'step.requested', step: 'identity' });
  actor.send({ type: 'step.continued' });
  expect(now().value).toEqual({ preparing: 'identity' });
  actor.send({ type: 'case.changed', kyc: verificationOf('inProgress', full).kyc });
  actor.send({ type: 'step.continued' });
  actor.send({ type: 'step.continued' });
  actor.send({ type: 'step.continued' });
  expect(now().value).toEqual({ preparing: 'review' });
  expect(records).toEqual(['details', 'identity', 'address', 'selfie', 'review'].map(recordAt));

  actor.send({ type: 'submission.requested' });
  actor.send({ type: 'submission.requested' });
  expect(submit.calls).toHaveLength(1);
  submit.last().answer(verificationOf('pending', judged('pending'), []).kyc);
  await settled();
  expect(now().value).toBe('waiting');
  expect(records.at(-1)).toBeNull();
  expect(reported.at(-1)).toEqual({ type: 'profile.changed', status: 'pending' });
});

test('after a reload one is where one was', async () => {
  const { answer, now } = start(recordAt('selfie'));
  await answer(verificationOf('inProgress', [documentOf('passport'), documentOf('utility_bill')]));
  expect(now().value).toEqual({ preparing: 'selfie' });
});

test('a lost answer is asked for with the same key, a refusal with another', async () => {
  const { actor, submit, answer, now } = start(recordAt('review'));
  await answer(verificationOf('inProgress', full));
  actor.send({ type: 'submission.requested' });
  submit.last().fail('NETWORK');
  await settled();
  expect(now().context.failure?.code).toBe('NETWORK');
  actor.send({ type: 'submission.requested' });
  submit.last().fail('VALIDATION_FAILED', { requestId: 'r', fields: { selfie: 'required' } });
  await settled();
  expect(now().context).toMatchObject({ failure: null, refused: { selfie: 'required' } });
  actor.send({ type: 'submission.requested' });
  expect(submit.calls.map(({ input }) => input.key)).toEqual(['key-1', 'key-1', 'key-2']);
});

test('a submission that never answers is given up after thirty seconds, and may be repeated', async () => {
  const { actor, clock, submit, answer, now } = start(recordAt('review'));
  await answer(verificationOf('inProgress', full));
  actor.send({ type: 'submission.requested' });
  clock.increment(29_999);
  expect(now().value).toEqual({ preparing: 'submitting' });
  clock.increment(1);
  expect(now().value).toEqual({ preparing: 'review' });
  expect(now().context.failure?.code).toBe('NETWORK');
  actor.send({ type: 'submission.requested' });
  expect(submit.at(1).input.key).toBe(submit.at(0).input.key);
});

test('somebody else handed it in: the case is read again', async () => {
  const { actor, read, submit, answer, now } = start(recordAt('review'));
  await answer(verificationOf('inProgress', full));
  actor.send({ type: 'submission.requested' });
  submit.last().fail('STATUS_CONFLICT', { requestId: 'r' });
  await settled();
  expect(read.calls).toHaveLength(2);
  await answer(verificationOf('pending', judged('pending'), []));
  expect(now().value).toBe('waiting');
});

test('a decision that is told while one waits is read; news of something else disturb nobody who prepares', async () => {
  const { actor, read, answer, now } = start();
  await answer(verificationOf('pending', judged('pending'), []));
  actor.send({ type: 'news.heard' });
  expect(now().context.verification?.kyc.status).toBe('pending');
  await answer(rejected);
  expect(now().value).toBe('inviting');
  actor.send({ type: 'news.heard' });
  actor.send({ type: 'preparation.begun' });
  actor.send({ type: 'news.heard' });
  expect([now().value, read.calls.length]).toEqual([{ preparing: 'address' }, 2]);
});

test('a decision is seen when the screen is shown again, and a failed look keeps what was known', async () => {
  const { actor, read, answer, now } = start();
  await answer(verificationOf('pending', judged('pending'), []));
  actor.send({ type: 'shown' });
  read.last().fail('NETWORK');
  await settled();
  expect(now().value).toBe('failed');
  expect(now().context.verification?.kyc.status).toBe('pending');
  actor.send({ type: 'shown' });
  await answer(rejected);
  expect(now().value).toBe('inviting');
  actor.send({ type: 'preparation.begun' });
  expect(now().value).toEqual({ preparing: 'address' });
});
