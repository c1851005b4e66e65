import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type AnyEventObject, createActor, fromCallback } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { KycCase } from '../../contract/kyc.ts';
import { required } from '../../src/machines/core/placeholders.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { cameraMachine, type TakenPicture } from '../../src/machines/kyc/cameraMachine.ts';
import { type DocumentUpload, documentMachine } from '../../src/machines/kyc/documentMachine.ts';
import { kycMachine } from '../../src/machines/kyc/kycMachine.ts';
import type { Verification, VerificationRead } from '../../src/machines/kyc/kycSteps.ts';
import { preparationMachine } from '../../src/machines/kyc/preparationMachine.ts';
import { CameraPanel } from '../../src/screens/kyc/CameraPanel.tsx';
import { DocumentStep } from '../../src/screens/kyc/DocumentStep.tsx';
import KycScreen from '../../src/screens/kyc/KycScreen.tsx';
import { RejectionReason } from '../../src/screens/kyc/RejectionReason.tsx';
import { failure, manualCall } from '../support/actors.ts';
import { signedInInput } from '../support/areas.ts';
import { actorAt, reachableSnapshots } from '../support/paths.ts';
import { documentOf, full, judged, readOf, rejected, verificationOf } from '../support/verifications.ts';
import { arrives, describedBy, draw, expectPresentable, languages } from './draw.tsx';

const toasts = createActor(toastsMachine, { input: { now: () => 0 } });
const inReview = verificationOf('pending', judged('pending'), []);

/** The screen with a real flow, whose calls a test answers by hand. */
function start(language: 'en' | 'ru' = 'en') {
  const read = manualCall<VerificationRead, void>();
  const submit = manualCall<KycCase, { readonly key: string }>();
  const add = manualCall<KycCase, DocumentUpload>();
  const remove = manualCall<KycCase, { readonly id: string }>();
  const take = manualCall<TakenPicture, { readonly stream: MediaStream }>();
  let tell: (event: AnyEventObject) => void = () => {};
  const kyc = createActor(
    kycMachine.provide({
      actors: {
        readVerification: read.logic,
        preparation: preparationMachine.provide({
          actors: {
            submitKyc: submit.logic,
            document: documentMachine.provide({
              actors: { addDocument: add.logic, removeDocument: remove.logic },
            }),
            camera: cameraMachine.provide({
              actors: {
                watchCamera: fromCallback<AnyEventObject>(({ sendBack }) => {
                  tell = sendBack;
                }),
                takePicture: take.logic,
                holdPicture: fromCallback<AnyEventObject, { readonly url: string }>(() => {}),
              },
            }),
          },
          actions: { keepRecord: () => {} },
        }),
      },
      actions: { keepRecord: () => {}, report: () => {} },
    }),
    { input: signedInInput(() => 0, toasts) },
  ).start();
  draw(<KycScreen kyc={kyc} />, language);
  return {
    read,
    submit,
    add,
    remove,
    take,
    kyc,
    preparation: () => required(kyc.getSnapshot().children.preparation ?? null),
    arrives,
    user: userEvent.setup(),
    tell: (event: AnyEventObject) => arrives(() => tell(event)),
    answer: (verification: Verification) => arrives(() => read.last().answer(readOf(verification))),
  };
}

describe.each(languages)('in %s', (language) => {
  test.each([
    ['notStarted', verificationOf('notStarted')],
    ['pending', inReview],
    ['approved', verificationOf('approved', judged('approved'), [])],
    ['rejected', rejected],
    ['expired', verificationOf('expired', judged('approved'))],
    ['unknown', verificationOf('unknown', [], [])],
  ] as const)('a case that is %s has a screen of its own', async (_, verification) => {
    const { answer } = start(language);
    await answer(verification);
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(2);
    await expectPresentable();
  });

  test('every step of a preparation can be drawn', async () => {
    const { answer, preparation, arrives } = start(language);
    await answer(verificationOf('inProgress', full));
    for (const step of ['details', 'identity', 'address', 'selfie', 'review'] as const) {
      await arrives(() => preparation().send({ type: 'step.requested', step }));
      expect(preparation().getSnapshot().value).toBe(step);
      await expectPresentable();
    }
  });

  test('still to come, and could not be had', async () => {
    const { read, arrives } = start(language);
    await expectPresentable();
    await arrives(() => read.last().fail('NETWORK'));
    expect(screen.getByRole('alert')).toBeDefined();
    await expectPresentable();
  });

  const documents = reachableSnapshots(
    documentMachine.provide({ actions: { report: () => {}, reportOutdated: () => {} } }),
    {
      input: { type: 'passport' },
      events: [
        { type: 'file.chosen', file: new File(['a'], 'scan.pdf') },
        { type: 'upload.progressed', sent: 400_000, total: 1_234_567 },
        { type: 'upload.progressed', sent: 1_234_567, total: 1_234_567 },
        { type: 'document.removed', id: 'passport' },
      ],
      answers: {
        addDocument: {
          error: [
            new CallError(failure('NETWORK')),
            new CallError(failure('FILE_TYPE', { fields: { file: 'file_type' } })),
            new CallError(failure('FILE_TOO_LARGE')),
          ],
        },
        removeDocument: { error: [new CallError(failure('INTERNAL'))] },
      },
      distinguish: ({ context }) => [context.sent, context.failure, context.file === null],
    },
  );
  test.each(documents.map((snapshot, index) => [index, snapshot.value, snapshot] as const))(
    'document %i (%j) can be drawn',
    async (_, __, snapshot) => {
      draw(
        <>
          <h1>Page</h1>
          <DocumentStep
            part="identity"
            isChangedElsewhere={false}
            kyc={
              verificationOf(
                'rejected',
                [documentOf('passport', 'rejected', null, 'Too dark.')],
                ['identity'],
              ).kyc
            }
            document={actorAt(documentMachine, snapshot)}
            camera={null}
            onBack={() => {}}
            onContinue={() => {}}
          />
        </>,
        language,
      );
      await expectPresentable();
    },
  );

  test.each(['refused', 'missing', 'taken', 'failed'] as const)(
    'a camera that is %s says so, and what else can be done',
    async (problem) => {
      draw(
        <>
          <h1>Page with a camera in it, or without one</h1>
          <CameraPanel
            camera={actorAt(cameraMachine, {
              ...createActor(cameraMachine).getSnapshot(),
              value: 'unavailable',
              context: { stream: null, picture: null, problem },
            } as Parameters<typeof actorAt<typeof cameraMachine>>[1])}
          />
        </>,
        language,
      );
      expect(screen.getByRole('alert').textContent).toMatch(/file|файл/);
      await expectPresentable();
    },
  );
});

test('one goes on when a file is there, and is told why not before', async () => {
  const { answer, add, arrives, user, preparation } = start();
  await answer(verificationOf('notStarted'));
  await user.click(screen.getByRole('button', { name: 'Start' }));
  await arrives(() => preparation().send({ type: 'step.requested', step: 'identity' }));
  expect(document.activeElement?.textContent).toBe('ID document');
  const next = screen.getByRole('button', { name: 'Continue' });
  expect(next.getAttribute('aria-disabled')).toBe('true');
  expect(describedBy(next)).toContain('Add a file first.');

  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no way to a file');
  await user.upload(input, new File(['a'], 'passport.jpg', { type: 'image/jpeg' }));
  await arrives(() => add.last().input.hear({ sent: 600_000, total: 1_200_000 }));
  const bar = screen.getByRole('progressbar', { name: 'Uploading passport.jpg' });
  expect(bar.getAttribute('aria-valuetext')).toBe('0.6 MB of 1.2 MB');
  expect(describedBy(screen.getByRole('button', { name: 'Continue' }))).toContain('Wait until the file');

  await arrives(() => add.last().answer(verificationOf('inProgress', [documentOf('passport')]).kyc));
  expect(screen.getByText('Uploaded: passport.jpg, 1.2 MB')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(preparation().getSnapshot().value).toBe('address');
});

test.each([
  [null, 'Too dark.', ['Reason for rejection: Too dark.']],
  ['unknown', null, ['Reason for rejection: Contact support to find out why.']],
  [
    'unreadable',
    'The lower line.',
    [
      'Reason for rejection: We can’t read some of the details. Upload a sharp photo taken in good light.',
      'Note from support: The lower line.',
    ],
  ],
  [null, null, []],
] as const)('of a rejection for %j with the text %j one reads %j', (reason_code, reason, lines) => {
  draw(<RejectionReason document={{ reason_code, reason }} />);
  expect([...document.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(lines);
});

test.each([
  ['rejected', rejected, ['Documents', 'Rejected', 'Verified']],
  ['expired', verificationOf('expired', judged('approved')), ['Documents', 'Under review', 'Expired']],
] as const)('the steps of a case that is %s say so', async (_, verification, steps) => {
  const { answer } = start();
  await answer(verification);
  const items = within(screen.getByRole('list', { name: 'Verification status' })).getAllByRole('listitem');
  expect(items.map(({ textContent }, index) => textContent?.endsWith(steps[index] ?? ''))).toEqual([
    true,
    true,
    true,
  ]);
});

test('of the documents that are there only one that is not handed in yet is offered to be removed', () => {
  const documents = [
    documentOf('passport', 'pending'),
    documentOf('national_id'),
    documentOf('drivers_license', 'rejected', 'unreadable'),
  ];
  const { kyc } = verificationOf('rejected', documents, ['identity']);
  draw(
    <DocumentStep
      part="identity"
      isChangedElsewhere={false}
      kyc={kyc}
      document={createActor(documentMachine, { input: { type: 'passport' } }).start()}
      camera={null}
      onBack={undefined}
      onContinue={() => {}}
    />,
  );
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.getByRole('button', { name: /^Remove/ }).textContent).toContain('national_id.jpg');
});

test('a broken upload says so and sends the same file again', async () => {
  const { answer, add, arrives, user, preparation } = start();
  await answer(rejected);
  await user.click(screen.getByRole('button', { name: 'Replace document' }));
  screen.getByText('Reason for rejection: This document is older than 3 months. Upload a newer one.');
  screen.getByText('Note from support: Send the one of November.');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no way to a file');
  const bill = new File(['a'], 'bill.pdf', { type: 'application/pdf' });
  await user.upload(input, bill);
  await arrives(() => add.last().fail('NETWORK'));
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toContain('We couldn’t upload bill.pdf.');
  await user.click(within(alert).getByRole('button', { name: 'Upload again' }));
  expect(add.calls.map(({ input: sent }) => sent.file)).toEqual([bill, bill]);
  expect(preparation().getSnapshot().context.step).toBe('address');
});

test('a file of a wrong type is not offered to be sent again', async () => {
  const { answer, add, user } = start();
  await answer(rejected);
  await user.click(screen.getByRole('button', { name: 'Replace document' }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no way to a file');
  await user.upload(input, new File(['a'], 'bill.pdf', { type: 'application/pdf' }));
  await arrives(() => add.last().fail('FILE_TYPE', { fields: { file: 'file_type' } }));
  const alert = screen.getByRole('alert');
  expect(
    within(alert)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Close']);
});

test('a selfie that is no picture is told which kinds there are', async () => {
  const { answer, add, user, preparation, arrives } = start();
  await answer(verificationOf('inProgress', full.slice(0, 2)));
  await arrives(() => preparation().send({ type: 'step.requested', step: 'selfie' }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no way to a file');
  await user.upload(input, new File(['a'], 'me.jpg', { type: 'image/jpeg' }));
  await arrives(() => add.last().fail('FILE_TYPE', { fields: { selfie: 'file_type' } }));
  expect(screen.getByRole('alert').textContent).toContain('Choose a JPG or PNG picture.');
});

test('without a camera there still is the file', async () => {
  const { answer, user, tell, preparation, arrives } = start();
  await answer(verificationOf('inProgress', full.slice(0, 2)));
  await arrives(() => preparation().send({ type: 'step.requested', step: 'selfie' }));
  await user.click(screen.getByRole('button', { name: 'Open camera' }));
  expect(screen.getByText(/Waiting for the camera/)).toBeDefined();
  await tell({ type: 'camera.failed', problem: 'refused' });
  expect(screen.getByRole('alert').textContent).toContain('Camera access is blocked.');
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeDefined();
});

test('that the camera has opened is said', async () => {
  const { answer, user, tell, preparation, arrives } = start();
  await answer(verificationOf('inProgress', full.slice(0, 2)));
  await arrives(() => preparation().send({ type: 'step.requested', step: 'selfie' }));
  await user.click(screen.getByRole('button', { name: 'Open camera' }));
  const opening = screen.getByText(/Waiting for the camera/);
  await tell({ type: 'camera.started', stream: {} });
  expect(opening.isConnected).toBe(true);
  expect(opening.role).toBe('status');
  expect(opening.textContent).toBe('The camera is on.');
});

test('a selfie that was taken waits until the file on its way is uploaded, and says so', async () => {
  const { answer, add, take, user, tell, preparation, arrives } = start();
  await answer(verificationOf('inProgress', full.slice(0, 2)));
  await arrives(() => preparation().send({ type: 'step.requested', step: 'selfie' }));
  await user.click(screen.getByRole('button', { name: 'Open camera' }));
  await tell({ type: 'camera.started', stream: {} });
  await user.click(screen.getByRole('button', { name: 'Take selfie' }));
  const taken = new File(['a'], 'taken.jpg', { type: 'image/jpeg' });
  await arrives(() => take.last().answer({ file: taken, url: 'blob:picture' }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('no way to a file');
  await user.upload(input, new File(['a'], 'chosen.jpg', { type: 'image/jpeg' }));
  const accept = screen.getByRole('button', { name: 'Use this selfie' });
  expect(accept.getAttribute('aria-disabled')).toBe('true');
  expect(describedBy(accept)).toContain('Wait until the file');

  await arrives(() => add.last().answer(verificationOf('inProgress', full).kyc));
  await user.click(screen.getByRole('button', { name: 'Use this selfie' }));
  expect(add.calls.map(({ input: sent }) => sent.file.name)).toEqual(['chosen.jpg', 'taken.jpg']);
});

test('what is missing is named where it is submitted', async () => {
  const { answer, submit, arrives, user } = start();
  await answer(verificationOf('inProgress', full));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await arrives(() =>
    submit
      .last()
      .fail('VALIDATION_FAILED', { requestId: 'r', fields: { selfie: 'required', country: 'required' } }),
  );
  const alert = screen.getByRole('alert');
  expect(
    within(alert)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Selfie', 'Choose your country.']);
});

test('the end of an upload is said', async () => {
  const { answer, preparation, arrives } = start();
  await answer(verificationOf('inProgress', []));
  await arrives(() => preparation().send({ type: 'step.requested', step: 'identity' }));
  const said = () => screen.getAllByRole('status').map((status) => status.textContent);
  expect(said().join()).not.toContain('uploaded');
  const verification = verificationOf('inProgress', full);
  await arrives(() => preparation().send({ type: 'verification.changed', verification }));
  expect(said()).toContain('1 file uploaded');
});

test.each([
  ['en', 'File uploaded.', ['2 files uploaded', '1 file uploaded', '0 files uploaded']],
  ['ru', 'Файл загружен.', ['Загружено 2\u00a0файла', 'Загружен 1\u00a0файл', 'Загружено 0\u00a0файлов']],
] as const)(
  'in %s, the end of an own upload is announced once, and the number of files only where another tab changes it',
  async (language, uploaded, [two, one, none]) => {
    const { answer, add, arrives, user, preparation } = start(language);
    await answer(verificationOf('inProgress', []));
    await arrives(() => preparation().send({ type: 'step.requested', step: 'identity' }));
    const said = () =>
      screen.getAllByRole('status').flatMap(({ textContent }) => (textContent ? [textContent] : []));
    const upload = async () => {
      const input = document.querySelector<HTMLInputElement>('input[type=file]');
      if (!input) throw new Error('no way to a file');
      await user.upload(input, new File(['a'], 'passport.jpg', { type: 'image/jpeg' }));
    };
    const passport = verificationOf('inProgress', [documentOf('passport')]);
    const both = verificationOf('inProgress', [documentOf('passport'), documentOf('national_id')]);
    const bill = verificationOf('inProgress', [documentOf('passport'), documentOf('utility_bill')]);
    const read = (verification: Verification) =>
      arrives(() => preparation().send({ type: 'verification.changed', verification }));
    await upload();
    expect(said()).toEqual([expect.stringContaining('passport.jpg')]);
    await arrives(() => add.last().answer(passport.kyc));
    expect(said()).toEqual([uploaded]);
    await read(passport);
    await read(bill);
    expect(said()).toEqual([uploaded]);
    await read(both);
    expect(said()).toEqual([two, uploaded]);
    await read(both);
    expect(said()).toEqual([two, uploaded]);
    await read(passport);
    expect(said()).toEqual([one, uploaded]);
    await read(verificationOf('inProgress', []));
    expect(said()).toEqual([none, uploaded]);
    await upload();
    await arrives(() => add.last().fail('NETWORK'));
    expect(said()).toEqual([none]);
    await upload();
    await arrives(() => add.last().answer(passport.kyc));
    expect(said()).toEqual([uploaded]);
  },
);

test.each([
  ['en', 'File uploaded.', 'File removed.'],
  ['ru', 'Файл загружен.', 'Файл удалён.'],
] as const)(
  'in %s, a file that takes the place of another is announced, and that it was removed',
  async (language, uploaded, removed) => {
    const { answer, add, remove, arrives, user, preparation } = start(language);
    const verification = verificationOf('inProgress', [documentOf('passport')]);
    await answer(verification);
    await arrives(() => preparation().send({ type: 'step.requested', step: 'identity' }));
    const said = () => screen.getAllByRole('status').map((status) => status.textContent);
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no way to a file');
    await user.upload(input, new File(['a'], 'passport.jpg', { type: 'image/jpeg' }));
    expect(said()).not.toContain(uploaded);
    await arrives(() => add.last().answer(verification.kyc));
    expect(said()).toContain(uploaded);
    await user.click(screen.getByRole('button', { name: /passport\.jpg/ }));
    expect(said()).not.toContain(uploaded);
    await arrives(() => remove.last().answer(verificationOf('inProgress', []).kyc));
    expect(said()).toContain(removed);
  },
);

test('a submission that is refused because the case has changed says so', async () => {
  const { answer, submit, arrives, user } = start();
  const verification = verificationOf('inProgress', full);
  await answer(verification);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await arrives(() => submit.last().fail('STATUS_CONFLICT', { requestId: 'r' }));
  await answer(verification);
  expect(screen.getByRole('alert').textContent).toContain(
    'The status has changed since you opened this page.',
  );
});

test('the focus goes to the page’s title when the documents are handed in and their step is gone', async () => {
  const { answer, submit, arrives, user } = start();
  await answer(verificationOf('inProgress', full));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await arrives(() => submit.last().answer(inReview.kyc));
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});
