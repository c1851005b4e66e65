import { createActor } from 'xstate';
import { CallError } from '../../../contract/failure.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { exportMachine } from '../../../src/machines/core/exportMachine.ts';
import { earlierMessagesMachine } from '../../../src/machines/support/earlierMessagesMachine.ts';
import { Messages } from '../../../src/screens/support/Messages.tsx';
import { failure } from '../../support/actors.ts';
import { earliest, newest } from '../../support/emails.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

const file = createActor(exportMachine);
const requested = {
  type: 'earlier.requested',
  id: newest.id,
  messages: newest.messages,
  added: 0,
} as const;

export const map = screenMap({
  machine: earlierMessagesMachine,
  input: () => undefined,
  screen: (actor) => (
    <>
      <PageTitle>Support</PageTitle>
      <Messages ticket={newest} earlier={actor} file={file} />
    </>
  ),
  person: [
    {
      events: [requested],
      by: press('Show earlier messages'),
      offered: (actor) => {
        const snapshot = actor.getSnapshot();
        const { id, added } = snapshot.context;
        return id !== newest.id || (snapshot.matches('ready') && added === 0);
      },
    },
  ],
  // Another ticket was looked at before.
  outside: [{ event: { ...requested, id: 'another' } }],
  answers: { readEarlierMessages: { done: [earliest], error: [new CallError(failure('NETWORK'))] } },
});
