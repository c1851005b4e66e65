import { CallError } from '../../../contract/failure.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { cameraMachine } from '../../../src/machines/kyc/cameraMachine.ts';
import { detailsMachine } from '../../../src/machines/kyc/detailsMachine.ts';
import { documentMachine } from '../../../src/machines/kyc/documentMachine.ts';
import { knownOf } from '../../../src/machines/profile/personalMachine.ts';
import { CameraPanel } from '../../../src/screens/kyc/CameraPanel.tsx';
import { DetailsStep } from '../../../src/screens/kyc/DetailsStep.tsx';
import { DocumentStep } from '../../../src/screens/kyc/DocumentStep.tsx';
import { failure } from '../../support/actors.ts';
import { vera } from '../../support/people.ts';
import { formAnswers, formSteps, plainForm } from '../../support/replay/formMap.ts';
import { chooseFile, pick, press } from '../../support/replay/gestures.ts';
import { type ActorOf, screenMap } from '../../support/replay/screenMap.ts';
import { documentOf, verificationOf } from '../../support/verifications.ts';

const today = Date.UTC(2026, 10, 20);
const lost = new CallError(failure('NETWORK'));
const file = new File(['a scan'], 'scan.png', { type: 'image/png' });

export const camera = screenMap({
  machine: cameraMachine,
  input: () => undefined,
  screen: (actor) => (
    <>
      <PageTitle>Verification</PageTitle>
      <CameraPanel camera={actor} />
    </>
  ),
  person: [
    { events: [{ type: 'camera.opened' }], by: press('Open camera') },
    { events: [{ type: 'camera.closed' }], by: press('Close camera') },
    { events: [{ type: 'picture.requested' }], by: press('Take selfie') },
    { events: [{ type: 'picture.accepted' }], by: press('Use this selfie') },
    { events: [{ type: 'picture.declined' }], by: press('Take another') },
  ],
  outside: [{ event: { type: 'screen.left' } }],
  answers: {
    watchCamera: {
      says: [
        { type: 'camera.started', stream: {} },
        { type: 'camera.failed', problem: 'refused' },
      ],
    },
    takePicture: { done: [{ file, url: 'blob:picture' }], error: [lost] },
    holdPicture: {},
  },
});

export const details = screenMap({
  machine: detailsMachine,
  input: (now) => ({ now: () => today + now(), initial: knownOf(vera.user) }),
  screen: (actor) => (
    <>
      <PageTitle>Verification</PageTitle>
      <DetailsStep details={actor} />
    </>
  ),
  person: formSteps({ fields: [['first_name', /^First name/, 'Wera']], submit: 'Yes, continue' }),
  outside: [{ event: { type: 'initial.read', initial: knownOf(vera.user) } }],
  answers: { submit: formAnswers(vera.user) },
  // The name is as the other fields are.
  views: [/^Last name/, /Country/, /^(?:month|day|year)/i, /^Date of birth/, /^$/],
  unreached: plainForm('details'),
});

const { kyc } = verificationOf('inProgress', [documentOf('passport')]);
const [sent] = kyc.documents;

const isChosen = (type: string) => (actor: unknown) =>
  (actor as ActorOf<typeof documentMachine>).getSnapshot().context.type !== type;

export const document = screenMap({
  machine: documentMachine,
  input: () => ({ type: 'passport' as const }),
  screen: (actor) => (
    <>
      <PageTitle>Verification</PageTitle>
      <DocumentStep
        part="identity"
        kyc={kyc}
        isChangedElsewhere={false}
        document={actor}
        camera={null}
        onBack={undefined}
        onContinue={() => {}}
      />
    </>
  ),
  person: [
    ...(
      [
        ['national_id', 'National ID'],
        ['passport', 'Passport'],
      ] as const
    ).map(([type, label]) => ({
      events: [{ type: 'type.chosen', document: type }],
      by: pick(/Document type$/, label),
      offered: isChosen(type),
    })),
    { events: [{ type: 'file.chosen', file }], by: chooseFile('Choose another file', file) },
    { events: [{ type: 'document.removed', id: sent?.id ?? '' }], by: press(/^Remove/) },
    {
      events: [{ type: 'upload.retried' }],
      by: press('Upload again'),
      offered: (actor) => actor.getSnapshot().can({ type: 'upload.retried' }),
    },
    { events: [{ type: 'upload.cancelled' }], by: press(/^(?:Cancel|Close)$/) },
  ],
  outside: [{ event: { type: 'upload.progressed', sent: 3, total: 6 } }],
  answers: {
    addDocument: {
      done: [kyc],
      error: [lost, new CallError(failure('STATUS_CONFLICT')), new CallError(failure('FILE_TOO_LARGE'))],
    },
    removeDocument: {
      done: [kyc],
      error: [lost, new CallError(failure('RATE_LIMITED', { requestId: 'r' }))],
    },
  },
  distinguish: (actor) => actor.getSnapshot().context.type,
  // The parent's, and the input behind the button, which has no name.
  views: ['Continue', /^$/],
});
