import { createActor } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { exportMachine } from '../../../src/machines/core/exportMachine.ts';
import { earlierMessagesMachine } from '../../../src/machines/support/earlierMessagesMachine.ts';
import { Messages } from '../../../src/screens/support/Messages.tsx';
import { failure } from '../../support/actors.ts';
import { asked, bill } from '../../support/emails.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const photo = { ...bill, id: '5b0a4b9e-0000-4000-8000-0000000000b2', name: 'photo.pdf' };
const attachments = [bill, photo];
const ticket = { ...asked, messages: asked.messages.map((message) => ({ ...message, attachments })) };
const earlier = createActor(earlierMessagesMachine);

/** The download of an attachment, by the machine of all exports. */
export const map = screenMap({
  machine: exportMachine,
  input: () => undefined,
  screen: (actor) => (
    <>
      <PageTitle>Support</PageTitle>
      <Messages ticket={ticket} earlier={earlier} file={actor} />
    </>
  ),
  person: attachments.map(({ id, name }) => ({
    events: [{ type: 'export.requested', filters: id, name }],
    by: press(`Download ${name}`),
  })),
  // Only exports offer to cancel.
  outside: [{ event: { type: 'export.cancelled' } }],
  answers: { saveExport: { done: [undefined], error: [new CallError(failure('NETWORK'))] } },
  distinguish: (actor) => actor.getSnapshot().context.filters,
});
