import { describe, expect, test } from 'vitest';
import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { KycCase } from '../../contract/kyc.ts';
import { cameraMachine, type TakenPicture } from '../../src/machines/kyc/cameraMachine.ts';
import { type DocumentUpload, documentMachine } from '../../src/machines/kyc/documentMachine.ts';
import { canGo, isComplete, stepBefore, stepsOf, stepToResume } from '../../src/machines/kyc/kycSteps.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { expectSound, explore } from '../support/paths.ts';
import { documentOf, full, judged, rejected, verificationOf } from '../support/verifications.ts';

const file = new File(['a'], 'bill.jpg');
const { kyc } = verificationOf('inProgress', [documentOf('utility_bill')]);

describe('a document', () => {
  const quiet = documentMachine.provide({ actions: { report: () => {}, reportOutdated: () => {} } });
  const error = [
    new CallError(failure('NETWORK')),
    new CallError(failure('FILE_TYPE', { fields: { file: 'file_type' } })),
    new CallError(failure('STATUS_CONFLICT')),
  ];
  const exploration = {
    input: { type: 'passport' as const },
    events: [
      { type: 'type.chosen', document: 'national_id' },
      { type: 'file.chosen', file },
      { type: 'upload.progressed', sent: 5, total: 10 },
      { type: 'upload.cancelled' },
      { type: 'upload.retried' },
      { type: 'document.removed', id: 'passport' },
    ] as const,
    answers: { addDocument: { done: [kyc], error }, removeDocument: { done: [kyc], error } },
    distinguish: ({
      context,
    }: {
      context: { file: File | null; sent: number; failure: unknown; done: unknown };
    }) => [context.file === null, context.sent, context.failure, context.done],
  };

  test('every state is reached and can be left, and a hanging upload has a way out', () => {
    expectSound(quiet, exploration);
  });

  test('what is refused keeps why, and only a file can be sent again', () => {
    for (const { snapshot, events } of explore(quiet, exploration)) {
      const path = events.join(' → ');
      expect(snapshot.hasTag('refused'), path).toBe(snapshot.matches('failed'));
      if (snapshot.matches('failed')) expect(snapshot.context.failure, path).not.toBeNull();
      expect(snapshot.can({ type: 'upload.retried' }), path).toBe(
        snapshot.matches('failed') &&
          snapshot.context.file !== null &&
          snapshot.context.failure?.code !== 'FILE_TYPE',
      );
    }
  });

  function start() {
    const add = manualCall<KycCase, DocumentUpload>();
    const remove = manualCall<KycCase, { readonly id: string }>();
    const reported: unknown[] = [];
    const actor = createActor(
      documentMachine.provide({
        actors: { addDocument: add.logic, removeDocument: remove.logic },
        actions: {
          report: (_, told) => void reported.push(told),
          reportOutdated: () => void reported.push('outdated'),
        },
      }),
      { input: { type: 'utility_bill' } },
    ).start();
    return { actor, add, remove, reported, now: () => actor.getSnapshot() };
  }

  test('a file is sent as what was chosen, its bytes are counted, and the case is told', async () => {
    const { actor, add, reported, now } = start();
    actor.send({ type: 'type.chosen', document: 'bank_statement' });
    actor.send({ type: 'file.chosen', file });
    actor.send({ type: 'file.chosen', file });
    expect(add.calls).toHaveLength(1);
    expect(add.last().input).toMatchObject({ type: 'bank_statement', file });
    add.last().input.hear({ sent: 400, total: 1000 });
    expect(now().context).toMatchObject({ sent: 400, total: 1000 });
    add.last().answer(kyc);
    await settled();
    expect(reported).toEqual([kyc]);
    expect(now().matches('ready')).toBe(true);
  });

  test('what was done last is known until the next upload or removal begins', async () => {
    const { actor, add, remove, now } = start();
    actor.send({ type: 'file.chosen', file });
    expect(now().context.done).toBeNull();
    add.last().answer(kyc);
    await settled();
    expect(now().context.done).toBe('uploaded');
    actor.send({ type: 'document.removed', id: 'utility_bill' });
    expect(now().context.done).toBeNull();
    remove.last().answer(kyc);
    await settled();
    expect(now().context.done).toBe('removed');
    actor.send({ type: 'file.chosen', file });
    expect(now().context.done).toBeNull();
  });

  test('a broken upload keeps the file, and the retry begins at its first byte', async () => {
    const { actor, add, now } = start();
    actor.send({ type: 'file.chosen', file });
    add.last().input.hear({ sent: 400, total: 1000 });
    add.last().fail('NETWORK');
    await settled();
    expect(now().context).toMatchObject({ file, failure: { code: 'NETWORK' } });
    actor.send({ type: 'upload.retried' });
    expect(now().context).toMatchObject({ file, sent: 0, failure: null });
    expect(add.calls).toHaveLength(2);
  });

  test('a broken upload is sent again as the type that its file was chosen as, whatever is chosen for the next one', async () => {
    const { actor, add, now } = start();
    actor.send({ type: 'file.chosen', file });
    actor.send({ type: 'type.chosen', document: 'bank_statement' });
    expect(now().context.type).toBe('bank_statement');
    add.last().fail('NETWORK');
    await settled();
    actor.send({ type: 'upload.retried' });
    expect(add.calls).toHaveLength(2);
    expect(add.last().input).toMatchObject({ type: 'utility_bill', file });
    add.last().answer(kyc);
    await settled();
    actor.send({ type: 'file.chosen', file });
    expect(add.last().input).toMatchObject({ type: 'bank_statement', file });
  });

  test('a cancelled upload is aborted on its way', () => {
    const { actor, add, now } = start();
    actor.send({ type: 'file.chosen', file });
    expect(add.last().signal.aborted).toBe(false);
    actor.send({ type: 'upload.cancelled' });
    expect(add.last().signal.aborted).toBe(true);
    expect(now().context.file).toBeNull();
  });

  test('a case that was decided meanwhile is read again, and why the step failed is kept', async () => {
    const { actor, remove, reported, now } = start();
    actor.send({ type: 'document.removed', id: 'utility_bill' });
    remove.last().fail('STATUS_CONFLICT');
    await settled();
    expect(reported).toEqual(['outdated']);
    expect([now().value, now().context.failure?.code]).toEqual(['failed', 'STATUS_CONFLICT']);
  });

  test.each([
    ['upload', { type: 'file.chosen', file }],
    ['removal', { type: 'document.removed', id: 'utility_bill' }],
  ] as const)('a cancelled %s may have arrived all the same: the case is read again', (_, begin) => {
    const { actor, reported, now } = start();
    actor.send(begin);
    actor.send({ type: 'upload.cancelled' });
    expect([now().value, reported]).toEqual(['ready', ['outdated']]);
  });

  test.each([
    ['NETWORK', {}, ['outdated']],
    ['INVALID_RESPONSE', {}, ['outdated']],
    ['INTERNAL', { requestId: 'r' }, ['outdated']],
    ['UNAVAILABLE', { requestId: 'r' }, ['outdated']],
    ['RATE_LIMITED', { requestId: 'r' }, []],
    ['FILE_TOO_LARGE', {}, []],
    ['VALIDATION_FAILED', { fields: { file: 'required' } }, []],
  ] as const)('after an upload that failed with %s %j the parent is told %j', async (code, more, told) => {
    const { actor, add, reported, now } = start();
    actor.send({ type: 'file.chosen', file });
    add.last().fail(code, more);
    await settled();
    expect([now().value, reported]).toEqual(['failed', told]);
  });
});

describe('the camera', () => {
  const stream = { id: 'stream' } as MediaStream;
  const picture: TakenPicture = { file, url: 'blob:picture' };

  test('every state is reached and can be left', () => {
    expectSound(cameraMachine.provide({ actions: { report: () => {} } }), {
      input: undefined,
      events: [
        { type: 'camera.opened' },
        { type: 'camera.closed' },
        { type: 'camera.started', stream },
        { type: 'camera.failed', problem: 'refused' },
        { type: 'picture.requested' },
        { type: 'picture.accepted' },
        { type: 'picture.declined' },
        { type: 'screen.left' },
      ],
      answers: {
        watchCamera: {},
        takePicture: { done: [picture], error: [new Error('no frame')] },
        holdPicture: {},
      },
    });
  });

  function start() {
    let tell: (event: AnyEventObject) => void = () => {};
    const log: string[] = [];
    const take = manualCall<TakenPicture, { readonly stream: MediaStream }>();
    const actor = createActor(
      cameraMachine.provide({
        actors: {
          watchCamera: fromCallback<AnyEventObject>(({ sendBack }) => {
            log.push('on');
            tell = sendBack;
            return () => log.push('off');
          }),
          takePicture: take.logic,
          holdPicture: fromCallback<AnyEventObject, { readonly url: string }>(
            ({ input: { url } }) =>
              () =>
                log.push(`closed ${url}`),
          ),
        },
        actions: {
          report: ({ context }) => void log.push(`reported ${context.picture?.file.name}`),
        },
      }),
    ).start();
    return { actor, take, log, tell: (event: AnyEventObject) => tell(event), now: () => actor.getSnapshot() };
  }

  test('a picture is taken again until it will do, and the camera is on only while it is looked through', async () => {
    const { actor, take, log, tell, now } = start();
    expect(log).toEqual([]);
    actor.send({ type: 'camera.opened' });
    tell({ type: 'camera.started', stream });
    actor.send({ type: 'picture.requested' });
    take.last().answer(picture);
    await settled();
    expect(log).toEqual(['on', 'off']);
    actor.send({ type: 'picture.declined' });
    expect(log).toEqual(['on', 'off', 'closed blob:picture', 'on']);
    tell({ type: 'camera.started', stream });
    actor.send({ type: 'picture.requested' });
    take.last().answer(picture);
    await settled();
    actor.send({ type: 'picture.accepted' });
    expect(log.slice(4).sort()).toEqual(['closed blob:picture', 'off', 'reported bill.jpg']);
    expect(now().value).toBe('off');
  });

  test('whoever goes elsewhere is not filmed, and finds the picture that was taken', async () => {
    const { actor, take, log, tell, now } = start();
    actor.send({ type: 'camera.opened' });
    tell({ type: 'camera.started', stream });
    actor.send({ type: 'screen.left' });
    expect(log).toEqual(['on', 'off']);
    expect(now().context.stream).toBeNull();
    actor.send({ type: 'camera.opened' });
    tell({ type: 'camera.started', stream });
    actor.send({ type: 'picture.requested' });
    take.last().answer(picture);
    await settled();
    actor.send({ type: 'screen.left' });
    expect(now().value).toBe('proposing');
    expect(now().context.picture).toBe(picture);
    expect(log.filter((each) => each.startsWith('closed'))).toEqual([]);
  });

  test('a picture that nobody has answered is freed when the step is left', async () => {
    const { actor, take, log, tell } = start();
    actor.send({ type: 'camera.opened' });
    tell({ type: 'camera.started', stream });
    actor.send({ type: 'picture.requested' });
    take.last().answer(picture);
    await settled();
    actor.stop();
    expect(log).toEqual(['on', 'off', 'closed blob:picture']);
  });

  test.each(['refused', 'missing', 'taken', 'failed'] as const)(
    'a camera that is %s can be tried again',
    (problem) => {
      const { actor, tell, now, log } = start();
      actor.send({ type: 'camera.opened' });
      tell({ type: 'camera.failed', problem });
      expect(now().value).toBe('unavailable');
      expect(now().context.problem).toBe(problem);
      expect(now().can({ type: 'camera.closed' })).toBe(false);
      actor.send({ type: 'camera.opened' });
      expect(log).toEqual(['on', 'off', 'on']);
    },
  );
});

describe('the steps', () => {
  test('a new case has all of them, and one goes on only past what is there', () => {
    const fresh = verificationOf('notStarted');
    expect(stepsOf(fresh)).toEqual(['details', 'identity', 'address', 'selfie', 'review']);
    expect(canGo(fresh, 'identity')).toBe(true);
    expect(stepBefore(fresh, 'identity')).toBe('details');
    expect(stepBefore(fresh, 'details')).toBeNull();
    expect(canGo(fresh, 'address')).toBe(false);
    expect(isComplete(fresh, 'details')).toBe(true);
    expect(isComplete({ ...fresh, user: { ...fresh.user, country: null } }, 'details')).toBe(false);
  });

  test('of a rejected case only what failed is asked again', () => {
    expect(stepsOf(rejected)).toEqual(['address', 'review']);
    expect(canGo(rejected, 'review')).toBe(false);
    const requirements = rejected.kyc.requirements.map((each) => ({ ...each, is_met: true }));
    const replaced = { ...rejected, kyc: { ...rejected.kyc, requirements } };
    expect(canGo(replaced, 'review')).toBe(true);
    expect(canGo(replaced, 'identity')).toBe(false);
  });

  test('an expired case begins from nothing, whatever was approved once', () => {
    const expired = verificationOf('expired', judged('approved'));
    expect(stepsOf(expired)).toEqual(['details', 'identity', 'address', 'selfie', 'review']);
    expect(stepToResume(expired, null)).toBe('details');
    expect(canGo(expired, 'address')).toBe(false);
  });

  test.each([
    ['nothing begun', verificationOf('notStarted'), null, 'details'],
    ['left at the document', verificationOf('notStarted'), 'identity', 'identity'],
    [
      'left further than what arrived',
      verificationOf('inProgress', [documentOf('passport')]),
      'review',
      'address',
    ],
    [
      'one document there, nothing kept',
      verificationOf('inProgress', [documentOf('passport')]),
      null,
      'address',
    ],
    ['all there', verificationOf('inProgress', full), null, 'review'],
    ['went back to look', verificationOf('inProgress', full), 'identity', 'identity'],
    ['nonsense kept', verificationOf('notStarted'), 'elsewhere', 'details'],
    ['a part that is not open kept', rejected, 'selfie', 'address'],
  ] as const)('a person goes on where they were: %s', (_, verification, left, step) => {
    expect(stepToResume(verification, left)).toBe(step);
  });
});
