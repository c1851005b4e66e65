import { createActor } from 'xstate';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { addressBookMachine } from '../../../src/machines/addressBook/addressBookArea.ts';
import { addressRemovalMachine } from '../../../src/machines/addressBook/addressRemovalMachine.ts';
import { SavedAddresses } from '../../../src/screens/addressBook/SavedAddresses.tsx';
import { resourceMap } from '../../support/replay/resourceMap.ts';
import { savedAddress } from '../../support/savedAddress.ts';

const rules = { wait_hours: 24, small_limit: '100', small_left: '60' };
const removal = createActor(addressRemovalMachine);
const nothing = () => {};

export const book = resourceMap({
  machine: addressBookMachine,
  data: [
    { addresses: [savedAddress], rules },
    { addresses: [], rules },
  ],
  screen: (actor) => (
    <>
      <PageTitle>Address book</PageTitle>
      <SavedAddresses
        addressBook={actor}
        removal={removal}
        now={() => 0}
        onAdd={nothing}
        onSet={nothing}
        onEdit={nothing}
      />
    </>
  ),
  // The removal's, the dialog's and those of the rules.
  views: [/^(?:Remove|Edit) /, 'Add an address', 'Set rules'],
});
