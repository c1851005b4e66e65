import { CallError } from '../../../contract/failure.ts';
import { closingMachine } from '../../../src/machines/support/closingMachine.ts';
import { ClosingDialog } from '../../../src/screens/support/Conversation.tsx';
import { failure } from '../../support/actors.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

export const map = screenMap({
  machine: closingMachine,
  input: () => ({ makeKey: () => 'key-1' }),
  screen: (actor) => <ClosingDialog closing={actor} />,
  isShown: (actor) => actor.getSnapshot().hasTag('asking'),
  person: [
    { events: [{ type: 'close.confirmed' }], by: press(/^Close/) },
    { events: [{ type: 'close.declined' }], by: press('Cancel') },
  ],
  outside: [
    { event: { type: 'close.requested', id: 't-1' } },
    { event: { type: 'close.requested', id: 't-2' }, isNavigation: true },
  ],
  answers: { closeTicket: { done: [{}], error: [new CallError(failure('NETWORK'))] } },
});
