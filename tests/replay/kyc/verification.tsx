import { type AnyActorRef, createActor } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { toastsMachine } from '../../../src/machines/core/toastsMachine.ts';
import { kycArea } from '../../../src/machines/kyc/kycArea.ts';
import { kycMachine } from '../../../src/machines/kyc/kycMachine.ts';
import { preparationMachine } from '../../../src/machines/kyc/preparationMachine.ts';
import KycScreen from '../../../src/screens/kyc/KycScreen.tsx';
import { Preparing } from '../../../src/screens/kyc/Preparing.tsx';
import { failure } from '../../support/actors.ts';
import { shown, signedInInput } from '../../support/areas.ts';
import { vera } from '../../support/people.ts';
import { press } from '../../support/replay/gestures.ts';
import { type PersonStep, screenMap, unseenMap } from '../../support/replay/screenMap.ts';
import { full, judged, readOf, verificationOf } from '../../support/verifications.ts';

const toasts = createActor(toastsMachine, { input: { now: () => 0 } });
const today = Date.UTC(2026, 10, 20);
const lost = new CallError(failure('NETWORK'));
const outdated = new CallError(failure('STATUS_CONFLICT', { requestId: 'r' }));
const whole = verificationOf('inProgress', full);
const file = new File(['a selfie'], 'selfie.jpg', { type: 'image/jpeg' });
const held = { 'details.submit': {}, 'document.addDocument': {}, 'document.removeDocument': {} };
const camera = { 'camera.watchCamera': {}, 'camera.takePicture': {}, 'camera.holdPicture': {} };

const isAt = (step: string) => (actor: { getSnapshot: () => { context: { step: string } } }) =>
  actor.getSnapshot().context.step === step;
const isSending = (actor: AnyActorRef): boolean =>
  actor.getSnapshot().children.document?.getSnapshot().hasTag('busy') ?? false;
const goTo = (step: string, from: string, by: RegExp | string): PersonStep => ({
  events: [{ type: 'step.requested', step }],
  by: press(by),
  offered: (actor) => isAt(from)(actor) && !actor.getSnapshot().hasTag('busy'),
});
// Those of the children, which have maps of their own.
const parts = [
  ...['Open camera', /^Choose/, /^Remove/, /Document type$/, /^$/],
  ...[/^(?:First|Last) name/, /Country/, /^(?:month|day|year)/i, /^Date of birth/],
];

export const preparation = screenMap({
  machine: preparationMachine.provide({ actions: { keepRecord: () => {} } }),
  isTimeless: true,
  input: (now) => ({
    input: signedInInput(() => today + now(), toasts),
    verification: verificationOf('notStarted', full),
  }),
  screen: (actor) => (
    <>
      <PageTitle>Verification</PageTitle>
      <Preparing preparation={actor} />
    </>
  ),
  isShown: (actor) => actor.getSnapshot().status === 'active',
  person: [
    { at: 'details', events: [{ type: 'form.submitted' }], by: press('Yes, continue') },
    goTo('details', 'identity', 'Back'),
    goTo('identity', 'address', 'Back'),
    goTo('address', 'selfie', 'Back'),
    goTo('details', 'review', 'Change: Details'),
    goTo('selfie', 'review', 'Change: Selfie'),
    {
      events: [{ type: 'step.continued' }],
      by: press('Continue'),
      offered: (actor) =>
        ['identity', 'address', 'selfie'].includes(actor.getSnapshot().context.step) && !isSending(actor),
    },
    { events: [{ type: 'submission.requested' }], by: press('Submit') },
  ],
  outside: [
    { event: { type: 'case.changed', kyc: whole.kyc } },
    { event: { type: 'case.outdated' } },
    { event: { type: 'verification.changed', verification: whole } },
    { event: { type: 'picture.taken', file } },
    { event: { type: 'screen.left' } },
    // Nobody is offered them while the documents are submitted.
    { event: { type: 'step.requested', step: 'review' } },
    { event: { type: 'step.continued' } },
  ],
  answers: {
    ...held,
    ...camera,
    'details.submit': { done: [vera.user] },
    submitKyc: {
      done: [whole.kyc],
      error: [
        lost,
        outdated,
        new CallError(failure('VALIDATION_FAILED', { requestId: 'r', fields: { selfie: 'required' } })),
      ],
    },
  },
  // A picture that is being sent is the document's.
  until: isSending,
  views: [...parts, 'Cancel', /^Change: (?:ID|Address)$/],
  scenes: [
    {
      isTimeless: false,
      input: (now) => ({
        input: {
          ...signedInInput(now, toasts),
          readRecord: () => ({ step: 'drafting', values: { step: 'review' }, key: null, quote: null }),
        },
        verification: whole,
      }),
      person: [{ events: [{ type: 'submission.requested' }], by: press('Submit') }],
      outside: [],
      views: [/^Change:/],
    },
  ],
});

const judgedAs = (status: 'pending' | 'approved') => readOf(verificationOf(status, judged(status), []));

export const kyc = screenMap({
  machine: kycMachine.provide({
    actors: { preparation: preparationMachine.provide({ actions: { keepRecord: () => {} } }) },
    actions: { keepRecord: () => {} },
  }),
  input: (now) => signedInInput(now, toasts),
  screen: (actor) => <KycScreen kyc={actor} />,
  person: [
    {
      events: [{ type: 'refresh.requested' }],
      by: press('Try again'),
      offered: (actor) =>
        actor.getSnapshot().hasTag('slow') || actor.getSnapshot().matches({ reading: 'failed' }),
    },
    {
      events: [{ type: 'refresh.requested' }],
      by: press('Check status'),
      offered: (actor) =>
        actor.getSnapshot().matches({ stage: 'waiting' }) &&
        (!actor.getSnapshot().hasTag('busy') || actor.getSnapshot().hasTag('slow')),
    },
    {
      events: [{ type: 'preparation.begun' }],
      by: press('Start'),
      offered: (actor) => !actor.getSnapshot().hasTag('busy') || actor.getSnapshot().hasTag('slow'),
    },
  ],
  outside: [
    { event: { type: 'screen.shown' }, isNavigation: true },
    { event: { type: 'screen.left' } },
    { event: { type: 'notification.heard' } },
    { event: { type: 'refresh.requested' } },
    { event: { type: 'case.outdated' } },
    { event: { type: 'verification.changed', verification: whole } },
  ],
  answers: {
    readVerification: {
      done: [
        readOf(whole, 'review'),
        readOf(verificationOf('notStarted')),
        judgedAs('pending'),
        judgedAs('approved'),
        readOf(verificationOf('unknown', [], [])),
      ],
      error: [lost],
    },
    ...Object.fromEntries(Object.keys(held).map((at) => [`preparation.${at}`, {}])),
    'preparation.submitKyc': { done: [judgedAs('pending').kyc] },
  },
  distinguish: (actor) => actor.getSnapshot().context.verification?.kyc.status,
  // Those of the steps of a preparation.
  views: [...parts, 'Continue', 'Yes, continue', 'Submit', /^Change:/],
  scenes: [
    {
      isTimeless: true,
      person: [{ at: 'preparation', events: [{ type: 'submission.requested' }], by: press('Submit') }],
      outside: [],
      answers: {
        readVerification: { done: [readOf(whole, 'review')] },
        'preparation.submitKyc': { done: [judgedAs('pending').kyc] },
      },
      views: [/^Change:/, 'Check status'],
    },
  ],
});

export const area = unseenMap({
  machine: kycArea,
  why: 'the verification has a screen of its own',
  isTimeless: true,
  input: (now) => ({ ...signedInInput(now, toasts), shown: shown('kyc', 'kyc') }),
  outside: [
    { event: shown('kyc', 'kyc') },
    { event: { type: 'screen.left' } },
    { event: { type: 'notification.arrived', notification: { unread: 1, newest: null } } },
    { event: { type: 'data.outdated' } },
    { event: { type: 'profile.changed', user: vera.user } },
    { event: { type: 'kycStatus.changed', status: 'pending' } },
  ],
  answers: { 'kyc.readVerification': {} },
});
