import { CallError } from '../../../contract/failure.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import {
  cancellationMachine,
  cancellationSubmissionMachine,
} from '../../../src/machines/history/cancellationMachine.ts';
import { Cancellation } from '../../../src/screens/history/Cancellation.tsx';
import { failure } from '../../support/actors.ts';
import { atEase, paymentDone } from '../../support/moneyFlow.ts';
import { press, pressIn } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const other = { ...paymentDone, id: '6f1c2d3e-0000-4000-8000-0000000000bb' };
/** So much later than it would be accepted, a request is taken for lost. */
const margin = 2_000;
const standing = (isOffline: boolean) => ({
  at: 'submission',
  event: { type: 'standing.changed', standing: { isOffline, isFrozen: false } },
});
const operation = (status: string) => ({ status, result: null, problem: null });
const refusal = new CallError(failure('STATUS_CONFLICT', { requestId: 'r' }));

export const map = screenMap({
  machine: cancellationMachine,
  covers: [cancellationSubmissionMachine],
  input: (now) => ({ now, makeKey: () => 'key-1', standing: atEase() }),
  screen: (actor) => (
    <>
      <PageTitle>Payments</PageTitle>
      {[paymentDone, other].map((transaction) => (
        <section key={transaction.id} aria-label={transaction.id}>
          <Cancellation transaction={transaction} cancellation={actor} />
        </section>
      ))}
    </>
  ),
  person: [
    ...[paymentDone, other].map(({ id }) => ({
      events: [{ type: 'cancellation.requested', id }],
      by: pressIn(`[aria-label="${id}"]`, 'Cancel transaction'),
    })),
    {
      events: [{ type: 'cancellation.confirmed' }],
      by: pressIn('[role=alert]', 'Cancel transaction'),
    },
    { events: [{ type: 'cancellation.declined' }], by: press('Don’t cancel') },
    { at: 'submission', events: [{ type: 'answer.requested' }], by: press('Check now') },
    { at: 'submission', events: [{ type: 'payment.repeated' }], by: press('Send again') },
  ],
  outside: [
    { event: { type: 'transactions.read', lines: [{ ...paymentDone, can_cancel: false }] } },
    standing(true),
    standing(false),
  ],
  answers: {
    'submission.send': {
      done: [{ ...paymentDone, status: 'cancelled' }],
      error: [new CallError(failure('NETWORK')), refusal],
    },
    'submission.readOperation': {
      done: [{ ...operation('done'), result: { ...paymentDone, status: 'cancelled' } }, operation('running')],
      error: [new CallError(failure('NOT_FOUND', { requestId: 'r-2' })), new CallError(failure('NETWORK'))],
    },
    'submission.watchStanding': {},
  },
  distinguish: (actor) => {
    const sent = actor.getSnapshot().children.submission?.getSnapshot().context;
    return sent && [sent.now(), sent.askedAt].map((at) => at >= sent.until + margin);
  },
  unreached: { 'submission.starting: always [0]': 'a cancellation does not outlive a reload' },
});
