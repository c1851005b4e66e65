import { expect, test } from 'vitest';
import { type AnyEventObject, createActor, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { KycCase } from '../../contract/kyc.ts';
import type { User } from '../../contract/user.ts';
import { required } from '../../src/machines/core/placeholders.ts';
import type { SavedFlow } from '../../src/machines/core/savedFlow.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { type Details, detailsMachine } from '../../src/machines/kyc/detailsMachine.ts';
import { type DocumentUpload, documentMachine } from '../../src/machines/kyc/documentMachine.ts';
import { kycMachine } from '../../src/machines/kyc/kycMachine.ts';
import type { Verification, VerificationRead } from '../../src/machines/kyc/kycSteps.ts';
import { preparationMachine } from '../../src/machines/kyc/preparationMachine.ts';
import { knownOf } from '../../src/machines/profile/personalMachine.ts';
import { asChild, failure, manualCall, settled } from '../support/actors.ts';
import { signedInInput } from '../support/areas.ts';
import { type Exploration, expectSound, explore } from '../support/paths.ts';
import { documentOf, full, judged, readOf, rejected, verificationOf } from '../support/verifications.ts';

const toasts = createActor(toastsMachine, { input: { now: () => 0 } });
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

const quiet = kycMachine.provide({ actions: { report: () => {}, keepRecord: () => {} } });
const exploration: Exploration<typeof kycMachine> = {
  input: signedInInput(() => 0, toasts),
  events: [
    { type: 'screen.shown' },
    { type: 'notification.heard' },
    { type: 'refresh.requested' },
    { type: 'preparation.begun' },
    { type: 'case.outdated' },
    { type: 'verification.changed', verification: verificationOf('inProgress', [documentOf('passport')]) },
  ],
  answers: {
    readVerification: { done: reads.map((each) => readOf(each)), error: [new CallError(failure('NETWORK'))] },
    preparation: { done: [verificationOf('pending', judged('pending'), [])] },
  },
  distinguish: ({ context }) => [
    context.verification?.kyc.status,
    context.verification?.kyc.documents.length,
    context.failure?.code,
  ],
};

const quietPreparation = preparationMachine.provide({
  actions: {
    report: () => {},
    reportOutdated: () => {},
    keepRecord: () => {},
    sendPicture: () => {},
  },
});
const preparations = [
  verificationOf('notStarted'),
  verificationOf('inProgress', full),
  rejected,
  verificationOf('expired', judged('approved')),
].map(
  (verification): Exploration<typeof preparationMachine> => ({
    input: { input: signedInInput(() => 0, toasts), verification },
    events: [
      { type: 'step.requested', step: 'details' },
      { type: 'step.requested', step: 'identity' },
      { type: 'step.requested', step: 'address' },
      { type: 'step.requested', step: 'selfie' },
      { type: 'step.requested', step: 'review' },
      { type: 'step.continued' },
      { type: 'case.changed', kyc: verificationOf('inProgress', full).kyc },
      { type: 'case.changed', kyc: verificationOf('inProgress', [documentOf('passport')]).kyc },
      { type: 'case.outdated' },
      { type: 'picture.taken', file: new File(['a'], 'selfie.jpg') },
      { type: 'submission.requested' },
    ],
    answers: {
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
      context.verification.kyc.documents.length,
      context.failure?.code,
      context.refused,
    ],
  }),
);

test('every state is reached and can be left, and a call that hangs has a way out', () => {
  expectSound(quiet, exploration);
});

test('a preparation reaches and leaves every step, and a call that hangs has a way out', () => {
  for (const each of preparations.slice(0, 2)) expectSound(quietPreparation, each);
});

test('whatever happens, nothing is asked of a person whose case is being judged', () => {
  const paths = explore(quiet, exploration);
  expect(paths.length).toBeGreaterThan(50);
  for (const { snapshot, events } of paths) {
    const path = events.join(' → ');
    const status = snapshot.context.verification?.kyc.status;
    if (snapshot.matches({ stage: 'waiting' })) expect(['pending', 'unknown'], path).toContain(status);
    if (snapshot.matches({ stage: 'verified' })) expect(status, path).toBe('approved');
    if (snapshot.matches({ stage: 'unknown' })) expect(status, path).toBeUndefined();
    expect(snapshot.status, path).toBe('active');
  }
});

test('whatever happens, nothing is handed in twice, and nothing that is not complete', () => {
  const paths = preparations.flatMap((each) => explore(quietPreparation, each));
  expect(paths.length).toBeGreaterThan(40);
  for (const { snapshot, events } of paths) {
    const path = events.join(' → ');
    const canSubmit = snapshot.can({ type: 'submission.requested' });
    expect(canSubmit, path).toBe(snapshot.matches('review'));
    if (snapshot.matches('submitting')) {
      expect(snapshot.can({ type: 'step.requested', step: 'identity' }), path).toBe(false);
      expect(snapshot.can({ type: 'step.continued' }), path).toBe(false);
    }
  }
});

function start(record: SavedFlow | null = null, upload = manualCall<KycCase, DocumentUpload>().logic) {
  const clock = new SimulatedClock();
  const read = manualCall<VerificationRead, void>();
  const submit = manualCall<KycCase, { readonly key: string }>();
  const records: (SavedFlow | null)[] = [];
  const reported: AnyEventObject[] = [];
  const keepRecord = (_: unknown, { record: kept }: { record: SavedFlow | null }) => void records.push(kept);
  const actor = createActor(
    kycMachine.provide({
      actors: {
        readVerification: read.logic,
        preparation: preparationMachine.provide({
          actors: {
            submitKyc: submit.logic,
            document: documentMachine.provide({ actors: { addDocument: upload } }),
          },
          actions: { keepRecord },
        }),
      },
      actions: {
        keepRecord,
        report: ({ context }) =>
          void reported.push({ type: 'kycStatus.changed', status: context.verification?.kyc.status }),
      },
    }),
    {
      clock,
      input: signedInInput(
        () => 0,
        toasts,
        (flow) => (flow === 'kyc' ? record : null),
      ),
    },
  ).start();
  const answer = async (verification: Verification) => {
    read.last().answer(readOf(verification, record?.values.step));
    await settled();
  };
  const now = () => actor.getSnapshot();
  const preparation = () => required(now().children.preparation ?? null);
  return {
    ...{ actor, clock, read, submit, records, reported, answer, now, preparation },
    prepare: (event: Parameters<ReturnType<typeof preparation>['send']>[0]) => preparation().send(event),
    /** Where the person stands; in a preparation, at which step. */
    at: () => now().children.preparation?.getSnapshot().value ?? now().value.stage,
  };
}

test('a preparation is kept at its step, and forgotten when it was handed in', async () => {
  const { actor, records, submit, reported, answer, prepare, at } = start();
  await answer(verificationOf('notStarted'));
  expect(at()).toBe('inviting');
  actor.send({ type: 'preparation.begun' });
  expect(at()).toBe('details');
  prepare({ type: 'step.requested', step: 'identity' });
  prepare({ type: 'step.continued' });
  expect(at()).toBe('identity');
  prepare({ type: 'case.changed', kyc: verificationOf('inProgress', full).kyc });
  prepare({ type: 'step.continued' });
  prepare({ type: 'step.continued' });
  prepare({ type: 'step.continued' });
  expect(at()).toBe('review');
  expect(records).toEqual(['details', 'identity', 'address', 'selfie', 'review'].map(recordAt));

  prepare({ type: 'submission.requested' });
  prepare({ type: 'submission.requested' });
  expect(submit.calls).toHaveLength(1);
  submit.last().answer(verificationOf('pending', judged('pending'), []).kyc);
  await settled();
  expect(at()).toBe('waiting');
  expect(records.at(-1)).toBeNull();
  expect(reported.at(-1)).toEqual({ type: 'kycStatus.changed', status: 'pending' });
});

const noon = Date.UTC(2026, 10, 20, 12);

test('the status alone is reported, and the person only when their details were read again', async () => {
  const read = manualCall<VerificationRead, void>();
  const details = manualCall<User, { readonly values: Partial<Details> }>();
  const { child, told } = asChild(
    kycMachine.provide({
      actors: {
        readVerification: read.logic,
        preparation: preparationMachine.provide({
          actors: { details: detailsMachine.provide({ actors: { submit: details.logic } }) },
          actions: { keepRecord: () => {} },
        }),
      },
      actions: { keepRecord: () => {} },
    }),
    signedInInput(() => noon, toasts),
    new SimulatedClock(),
  );
  const status = (value: KycCase['status']) => ({ type: 'kycStatus.changed', status: value });
  const begun = verificationOf('notStarted');
  read.last().answer(readOf(begun));
  await settled();
  expect(told).toEqual([status('notStarted')]);

  child.send({ type: 'preparation.begun' });
  const preparation = required(child.getSnapshot().children.preparation ?? null);
  const form = required(preparation.getSnapshot().children.details ?? null);
  form.send({ type: 'form.submitted' });
  expect(details.last().input.values).toEqual({});
  const anna = { ...begun.user, first_name: 'Anna' };
  details.last().answer(anna);
  await settled();
  expect(told.slice(1)).toEqual([
    { type: 'profile.changed', user: anna, readAt: noon },
    status('notStarted'),
  ]);

  const { kyc } = verificationOf('inProgress', [documentOf('passport')]);
  preparation.send({ type: 'case.changed', kyc });
  expect(told.slice(3)).toEqual([status('inProgress')]);
});

test('of the details only the changed ones are sent: what changed elsewhere is not put back', () => {
  const submit = manualCall<User, { readonly values: Partial<Details> }>();
  const { user } = verificationOf('notStarted');
  const actor = createActor(detailsMachine.provide({ actors: { submit: submit.logic } }), {
    clock: new SimulatedClock(),
    input: { now: () => noon, initial: knownOf(user) },
  }).start();
  actor.send({ type: 'field.changed', name: 'first_name', value: '' });
  actor.send({ type: 'form.submitted' });
  expect(actor.getSnapshot().context.errors).toEqual({ first_name: 'required' });
  actor.send({ type: 'field.changed', name: 'first_name', value: user.first_name ?? '' });
  actor.send({ type: 'field.changed', name: 'last_name', value: 'Lindberg' });
  actor.send({ type: 'form.submitted' });
  expect(submit.last().input.values).toEqual({ last_name: 'Lindberg' });
});

test('the details follow a newer read where nobody has edited them, and what was wrong with these is forgotten', () => {
  const { user } = verificationOf('notStarted');
  const actor = createActor(detailsMachine, {
    clock: new SimulatedClock(),
    input: { now: () => noon, initial: knownOf({ ...user, last_name: null }) },
  }).start();
  actor.send({ type: 'field.changed', name: 'first_name', value: '' });
  actor.send({ type: 'form.submitted' });
  expect(actor.getSnapshot().context.errors).toEqual({ first_name: 'required', last_name: 'required' });
  actor.send({ type: 'initial.read', initial: knownOf({ ...user, first_name: 'Anna' }) });
  const { values, errors } = actor.getSnapshot().context;
  expect(values).toMatchObject({ first_name: '', last_name: user.last_name });
  expect(errors).toEqual({ first_name: 'required' });
});

test('a look at the screen reads the person again during a preparation too, and the step stays', async () => {
  const { actor, read, answer, preparation, at } = start(recordAt('review'));
  const before = verificationOf('inProgress', full);
  await answer(before);
  actor.send({ type: 'screen.shown' });
  expect(read.calls).toHaveLength(2);
  await answer({ ...before, user: { ...before.user, first_name: 'Anna' } });
  expect(at()).toBe('review');
  expect(preparation().getSnapshot().context.verification.user.first_name).toBe('Anna');
});

test('the details that wait to be confirmed are those that were read last', async () => {
  const { actor, answer, preparation, at } = start(recordAt('details'));
  const before = verificationOf('notStarted');
  await answer(before);
  actor.send({ type: 'screen.shown' });
  await answer({ ...before, user: { ...before.user, first_name: 'Anna' } });
  expect(at()).toBe('details');
  const details = required(preparation().getSnapshot().children.details ?? null);
  expect(details.getSnapshot().context.values.first_name).toBe('Anna');
});

test('after a reload one is where one was', async () => {
  const { answer, at } = start(recordAt('selfie'));
  await answer(verificationOf('inProgress', [documentOf('passport'), documentOf('utility_bill')]));
  expect(at()).toBe('selfie');
});

test('a lost answer is asked for with the same key, a refusal with another', async () => {
  const { submit, answer, prepare, preparation } = start(recordAt('review'));
  await answer(verificationOf('inProgress', full));
  prepare({ type: 'submission.requested' });
  submit.last().fail('NETWORK');
  await settled();
  expect(preparation().getSnapshot().context.failure?.code).toBe('NETWORK');
  prepare({ type: 'submission.requested' });
  submit.last().fail('VALIDATION_FAILED', { requestId: 'r', fields: { selfie: 'required' } });
  await settled();
  expect(preparation().getSnapshot().context).toMatchObject({
    failure: null,
    refused: { selfie: 'required' },
  });
  prepare({ type: 'submission.requested' });
  expect(submit.calls.map(({ input }) => input.key)).toEqual(['key-1', 'key-1', 'key-2']);
});

test('a document that is rejected during the preparation is asked for when the submission is refused for it', async () => {
  const { read, submit, answer, prepare, at } = start(recordAt('review'));
  const waiting = [documentOf('passport'), documentOf('utility_bill', 'pending')];
  await answer(verificationOf('inProgress', [...waiting, documentOf('selfie', 'pending')], ['identity']));
  expect(at()).toBe('review');
  prepare({ type: 'submission.requested' });
  submit.last().fail('VALIDATION_FAILED', { requestId: 'r', fields: { selfie: 'required' } });
  await settled();
  expect([at(), read.calls.length]).toEqual(['review', 2]);
  const selfie = documentOf('selfie', 'rejected', 'face_mismatch');
  await answer(verificationOf('inProgress', [...waiting, selfie], ['identity', 'selfie']));
  expect(at()).toBe('selfie');
});

test('a detail that a submission is refused for stays named when the case was read, a part only while it is missing', async () => {
  const { submit, answer, prepare, preparation, at } = start(recordAt('review'));
  await answer(verificationOf('inProgress', full));
  prepare({ type: 'submission.requested' });
  submit.last().fail('VALIDATION_FAILED', {
    requestId: 'r',
    fields: { selfie: 'required', country: 'required' },
  });
  await settled();
  await answer(verificationOf('inProgress', full));
  expect(at()).toBe('review');
  expect(preparation().getSnapshot().context.refused).toEqual({ country: 'required' });
});

test('a submission that never answers is given up after thirty seconds, and may be repeated', async () => {
  const { clock, submit, answer, prepare, preparation, at } = start(recordAt('review'));
  await answer(verificationOf('inProgress', full));
  prepare({ type: 'submission.requested' });
  clock.increment(29_999);
  expect(at()).toBe('submitting');
  clock.increment(1);
  expect(at()).toBe('review');
  expect(preparation().getSnapshot().context.failure?.code).toBe('NETWORK');
  prepare({ type: 'submission.requested' });
  expect(submit.at(1).input.key).toBe(submit.at(0).input.key);
});

test('a read that comes while a document is on its way neither stops it nor sends it again, and knows of it', async () => {
  const upload = manualCall<KycCase, DocumentUpload>();
  const { actor, read, answer, preparation, now } = start(recordAt('identity'), upload.logic);
  const before = verificationOf('inProgress', []);
  await answer(before);
  const document = required(preparation().getSnapshot().children.document ?? null);
  document.send({ type: 'file.chosen', file: new File(['a'], 'passport.jpg') });
  const { user } = before;
  actor.send({ type: 'case.outdated' });
  await answer({ ...before, user: { ...user, city: 'Porto' } });
  expect(preparation().getSnapshot().context.verification.user.city).toBe('Porto');
  expect([upload.calls.length, document.getSnapshot().value]).toEqual([1, 'sending']);

  actor.send({ type: 'case.outdated' });
  const after = verificationOf('inProgress', [documentOf('passport')]);
  upload.last().answer(after.kyc);
  await settled();
  // What was being read is of before the document: it is read again.
  expect(read.calls).toHaveLength(4);
  read.at(2).answer(readOf(before, 'identity'));
  await settled();
  expect(now().context.verification?.kyc.documents).toHaveLength(1);
  await answer(after);
  expect(preparation().getSnapshot().context.verification.kyc).toEqual(after.kyc);
});

test('whoever leaves the step of a file on its way sees what arrived of it all the same', async () => {
  const upload = manualCall<KycCase, DocumentUpload>();
  const { read, answer, prepare, preparation, at } = start(recordAt('identity'), upload.logic);
  await answer(verificationOf('inProgress', full));
  const document = required(preparation().getSnapshot().children.document ?? null);
  document.send({ type: 'file.chosen', file: new File(['a'], 'newer.jpg') });
  prepare({ type: 'step.requested', step: 'address' });
  expect([at(), upload.last().signal.aborted, read.calls.length]).toEqual(['address', true, 2]);
  const newer = { ...documentOf('passport'), name: 'newer.jpg' };
  await answer(verificationOf('inProgress', [newer, ...full.slice(1)]));
  expect(at()).toBe('address');
  expect(preparation().getSnapshot().context.verification.kyc.documents[0]).toEqual(newer);
  prepare({ type: 'step.requested', step: 'review' });
  expect(read.calls).toHaveLength(2);
});

test('somebody else handed it in: the case is read again', async () => {
  const { read, submit, answer, prepare, at } = start(recordAt('review'));
  await answer(verificationOf('inProgress', full));
  prepare({ type: 'submission.requested' });
  submit.last().fail('STATUS_CONFLICT', { requestId: 'r' });
  await settled();
  expect(read.calls).toHaveLength(2);
  await answer(verificationOf('pending', judged('pending'), []));
  expect(at()).toBe('waiting');
});

test('a decision that is told while one waits is read; news of something else disturb nobody who prepares', async () => {
  const { actor, read, answer, at, now } = start();
  await answer(verificationOf('pending', judged('pending'), []));
  actor.send({ type: 'notification.heard' });
  expect(now().context.verification?.kyc.status).toBe('pending');
  await answer(rejected);
  expect(at()).toBe('inviting');
  actor.send({ type: 'notification.heard' });
  actor.send({ type: 'preparation.begun' });
  actor.send({ type: 'notification.heard' });
  expect([at(), read.calls.length]).toEqual(['address', 2]);
});

test('what changes while the case is read is read once more, after an answer and after a failure', async () => {
  const { actor, read, answer, at, now } = start();
  actor.send({ type: 'refresh.requested' });
  actor.send({ type: 'refresh.requested' });
  expect(read.calls).toHaveLength(1);
  await answer(verificationOf('pending', judged('pending'), []));
  expect([at(), now().hasTag('busy'), read.calls.length]).toEqual(['waiting', true, 2]);
  // The decision falls while the case is read.
  actor.send({ type: 'notification.heard' });
  read.last().fail('NETWORK');
  await settled();
  expect([now().hasTag('busy'), read.calls.length]).toEqual([true, 3]);
  await answer(rejected);
  expect([at(), now().hasTag('busy'), read.calls.length]).toEqual(['inviting', false, 3]);
});

test('a look at the screen reads a case once, and never while it is read', async () => {
  const { actor, read, answer, at, now } = start();
  actor.send({ type: 'screen.shown' });
  await answer(verificationOf('pending', judged('pending'), []));
  expect([at(), now().hasTag('busy'), read.calls.length]).toEqual(['waiting', false, 1]);
  actor.send({ type: 'screen.shown' });
  actor.send({ type: 'screen.shown' });
  read.last().fail('NETWORK');
  await settled();
  expect([now().hasTag('busy'), read.calls.length]).toEqual([false, 2]);
  actor.send({ type: 'screen.shown' });
  await answer(rejected);
  expect([at(), now().hasTag('busy'), read.calls.length]).toEqual(['inviting', false, 3]);
});

test('a decision that falls during the first read is read', async () => {
  const { actor, read, answer, at } = start();
  actor.send({ type: 'notification.heard' });
  await answer(verificationOf('pending', judged('pending'), []));
  await answer(verificationOf('approved', judged('approved'), []));
  expect([at(), read.calls.length]).toEqual(['verified', 2]);
});

test('a refresh replaces a read of the case that has hung for long', () => {
  const { actor, clock, read } = start();
  clock.increment(10_000);
  actor.send({ type: 'refresh.requested' });
  expect(read.calls.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});

test('a decision is seen when the screen is shown again, and a failed look keeps what was known', async () => {
  const { actor, read, answer, at, now } = start();
  await answer(verificationOf('pending', judged('pending'), []));
  actor.send({ type: 'screen.shown' });
  read.last().fail('NETWORK');
  await settled();
  expect(now().value).toEqual({ reading: 'failed', stage: 'waiting' });
  expect(now().context.verification?.kyc.status).toBe('pending');
  actor.send({ type: 'screen.shown' });
  await answer(rejected);
  expect(at()).toBe('inviting');
  actor.send({ type: 'preparation.begun' });
  expect(at()).toBe('address');
});
