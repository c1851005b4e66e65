import { createActor, createMachine } from 'xstate';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import type { PaymentRef } from '../../../src/machines/money/paymentMachine.ts';
import { recentPaymentsMachine } from '../../../src/machines/money/recentRecipients.ts';
import {
  recipientBookMachine,
  savedRecipientsMachine,
} from '../../../src/machines/money/savedRecipientsMachine.ts';
import { scanMachine } from '../../../src/machines/money/scanMachine.ts';
import { RecipientField } from '../../../src/screens/transactions/RecipientField.tsx';
import { shown } from '../../support/areas.ts';
import { outsideAddress, paymentDone } from '../../support/moneyFlow.ts';
import { closeDialog, paste, press } from '../../support/replay/gestures.ts';
import { outsideResource, readings, whenOldOrMissing } from '../../support/replay/resourceMap.ts';
import { screenMap } from '../../support/replay/screenMap.ts';
import { savedAddress } from '../../support/savedAddress.ts';

/** Stands for the flow that a scanned code fills in. */
const payment = createActor(
  createMachine({ context: { tokens: [] }, on: { 'fields.changed': {} } }),
).start() as unknown as PaymentRef;
const oneKey = 'nothing leads from its key to another';

/** `unreached` of a resource that is asked for by one key, when it is first wanted. */
const askedOnce = (id: string) => ({
  [`${id}.ready.stale: screen.shown [0]`]: oneKey,
  [`${id}.failed: screen.shown [0]`]: oneKey,
});

const rules = { wait_hours: 24, small_limit: '100', small_left: '60' };
const silent = { 'book.load': {}, 'recent.load': {}, 'scan.scanCodes': {} };

export const map = screenMap({
  machine: savedRecipientsMachine,
  covers: [recipientBookMachine, recentPaymentsMachine, scanMachine],
  input: (now) => ({ now }),
  isShown: (actor) => actor.getSnapshot().children.scan?.getSnapshot().matches('off') ?? true,
  screen: (actor) => (
    <>
      <PageTitle>Send</PageTitle>
      <RecipientField
        payment={payment}
        token="USDT"
        field={{ id: 'to', name: 'to', value: '' }}
        onChange={() => {}}
        recipients={actor}
        tokens={[]}
      />
    </>
  ),
  person: [
    { events: [{ type: 'saved.opened' }], by: press('Saved and recent') },
    { events: [{ type: 'saved.closed' }], by: closeDialog(/^(?:Close|Dismiss)$/) },
    {
      events: [{ type: 'saved.closed' }],
      by: press(new RegExp(`^${savedAddress.label}`)),
      offered: (actor) =>
        actor.getSnapshot().context.query === '' &&
        actor.getSnapshot().children.book.getSnapshot().context.data !== null,
    },
    { events: [{ type: 'query.changed', query: 'Nobody' }], by: paste('Name or address', 'Nobody') },
    {
      at: 'book',
      events: [{ type: 'refresh.requested' }],
      by: press('Try again'),
      offered: (book, actor) => actor.getSnapshot().matches('open') && whenOldOrMissing(book.getSnapshot()),
    },
    {
      events: [{ type: 'recipient.typed', to: outsideAddress }],
      by: paste(/^Recipient/, outsideAddress),
      offered: (actor) =>
        actor.getSnapshot().matches('closed') &&
        actor.getSnapshot().children.scan.getSnapshot().matches('off'),
    },
    {
      at: 'scan',
      events: [{ type: 'scan.opened', payment }],
      by: press(/^(?:Scan QR code|Try again)$/),
      offered: (_, actor) => actor.getSnapshot().matches('closed'),
    },
    { at: 'scan', events: [{ type: 'scan.closed' }], by: closeDialog(/^(?:Close|Dismiss)$/) },
  ],
  outside: [
    ...outsideResource('book'),
    { event: { type: 'recipient.typed', to: 'Ann' } },
    { event: { type: 'recipient.known', to: outsideAddress } },
    { event: { type: 'screen.left' }, isNavigation: true },
  ],
  answers: { ...silent, 'book.load': readings({ addresses: [savedAddress], rules }) },
  distinguish: (actor) => [actor.getSnapshot().context.isAsked, actor.getSnapshot().context.query],
  until: (actor) =>
    actor.getSnapshot().context.query !== '' ||
    !actor.getSnapshot().children.scan?.getSnapshot().matches('off'),
  views: [/^$|^Clear/],
  unreached: {
    ...askedOnce('recipientBook'),
    ...askedOnce('recentPayments'),
  },
  scenes: [
    {
      // The form is shown again.
      person: [
        {
          events: [{ type: 'recipient.typed', to: outsideAddress }],
          by: paste(/^Recipient/, outsideAddress),
        },
      ],
      outside: [{ event: shown('transactions', 'transactions'), isNavigation: true }],
      answers: silent,
      views: ['Saved and recent', /^Scan/],
    },
    {
      // The recipients that were paid.
      machine: savedRecipientsMachine.provide({
        actors: { book: recipientBookMachine.provide({ delays: { untilSlow: Number.POSITIVE_INFINITY } }) },
      }),
      person: [
        { events: [{ type: 'saved.opened' }], by: press('Saved and recent') },
        { events: [{ type: 'saved.closed' }], by: closeDialog(/^(?:Close|Dismiss)$/) },
      ],
      outside: [...outsideResource('recent'), { event: { type: 'balances.changed' } }],
      answers: { ...silent, 'recent.load': readings([paymentDone]) },
      views: [/^$|^Clear/, /^Recipient/, 'Name or address', /^Scan/, /^0x/, 'Try again'],
    },
    {
      isShown: () => true,
      until: () => false,
      person: [
        {
          at: 'scan',
          events: [{ type: 'scan.opened', payment }],
          by: press(/^(?:Scan QR code|Try again)$/),
        },
        { at: 'scan', events: [{ type: 'scan.closed' }], by: closeDialog(/^(?:Close|Dismiss)$/) },
      ],
      outside: [{ event: { type: 'screen.left' }, isNavigation: true }],
      answers: {
        ...silent,
        'scan.scanCodes': {
          says: [
            { type: 'camera.started', stream: { id: 'stream' } },
            { type: 'camera.failed', problem: 'refused' },
            { type: 'code.found', text: 'lunch' },
            { type: 'code.found', text: outsideAddress },
          ],
        },
      },
      views: [/^Recipient/, 'Saved and recent'],
    },
  ],
});
