import {
  paletteAddressesMachine,
  paletteArea,
  paletteBookMachine,
  paletteFoundMachine,
  paletteRecentMachine,
  paletteTicketsMachine,
  paletteTokensMachine,
} from '../../../machines/shell/paletteArea.ts';
import { readAddressBook } from '../../../services/addressBook/addressBook.ts';
import { searchTransactions } from '../../../services/history/transactions.ts';
import { readMadeAddresses } from '../../../services/money/addresses.ts';
import { readTickets } from '../../../services/support/support.ts';
import { readTokens } from '../../../services/wallet/catalogue.ts';
import { loader } from '../loader.ts';
import type { Services } from '../services.ts';

export function createArea(services: Services) {
  return paletteArea.provide({
    actors: {
      paletteTokens: paletteTokensMachine.provide({ actors: { load: loader(services, readTokens) } }),
      paletteFound: paletteFoundMachine.provide({ actors: { load: loader(services, searchTransactions) } }),
      paletteRecent: paletteRecentMachine.provide({ actors: { load: loader(services, searchTransactions) } }),
      paletteBook: paletteBookMachine.provide({ actors: { load: loader(services, readAddressBook) } }),
      paletteTickets: paletteTicketsMachine.provide({ actors: { load: loader(services, readTickets) } }),
      paletteAddresses: paletteAddressesMachine.provide({
        actors: { load: loader(services, readMadeAddresses) },
      }),
    },
  });
}
