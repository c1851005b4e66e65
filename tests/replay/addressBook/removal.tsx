import { CallError } from '../../../contract/failure.ts';
import { addressRemovalMachine } from '../../../src/machines/addressBook/addressRemovalMachine.ts';
import { AddressBookTitle } from '../../../src/screens/addressBook/AddressBookTitle.tsx';
import { AddressRow } from '../../../src/screens/addressBook/AddressRow.tsx';
import { RemovalNote } from '../../../src/screens/addressBook/RemovalNote.tsx';
import { failure } from '../../support/actors.ts';
import { lookAlikeAddress } from '../../support/moneyFlow.ts';
import { press } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';
import { savedAddress } from '../../support/savedAddress.ts';

const other = { ...savedAddress, id: 'other', label: 'Ann', address: lookAlikeAddress };
const entries = [savedAddress, other];
const answers = { done: [undefined], error: [new CallError(failure('NETWORK'))] };

export const map = screenMap({
  machine: addressRemovalMachine,
  input: () => undefined,
  screen: (actor) => (
    <>
      <AddressBookTitle removal={actor} count={entries.length} />
      <RemovalNote removal={actor} />
      <ul>
        {entries.map((entry) => (
          <AddressRow key={entry.id} entry={entry} now={() => 0} onEdit={() => {}} removal={actor} />
        ))}
      </ul>
    </>
  ),
  person: [
    ...entries.map((entry) => ({
      events: [{ type: 'removal.requested', entry }],
      by: press(`Remove ${entry.label}`),
    })),
    {
      events: [{ type: 'undo.requested' }],
      by: press('Undo'),
      offered: (actor) => actor.getSnapshot().matches('removed'),
    },
    {
      events: [{ type: 'undo.requested' }],
      by: press('Try again'),
      offered: (actor) => actor.getSnapshot().matches('unrestored'),
    },
  ],
  outside: [{ event: { type: 'screen.shown' }, isNavigation: true }],
  answers: { removeAddress: answers, restoreAddress: answers },
  // The dialog's.
  views: [/^Edit/],
});
