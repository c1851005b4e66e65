import { createActor } from 'xstate';
import '../../../src/app/pages/PortfolioPart.tsx';
import { WalletPage } from '../../../src/app/pages/WalletPage.tsx';
import type { AppRef } from '../../../src/machines/appMachine.ts';
import { isReloadOffered } from '../../../src/machines/core/createCodeLoaderMachine.ts';
import { areaLoader } from '../../../src/machines/shell/signedInSetup.ts';
import { accountMachine, holdsMachine, walletMachine } from '../../../src/machines/wallet/walletArea.ts';
import { walletViewMachine } from '../../../src/machines/wallet/walletViewMachine.ts';
import '../../../src/screens/wallet/PriceDialog.tsx';
import { fullWallet } from '../../screens/figures.ts';
import { shown } from '../../support/areas.ts';
import { vera } from '../../support/people.ts';
import { preferencesActor } from '../../support/preferences.ts';
import { codeLoaderMap } from '../../support/replay/codeLoaderMap.ts';
import { press } from '../../support/replay/gestures.ts';
import { standingResource } from '../../support/replay/resourceMap.ts';
import type { ActorOf, ScreenMap } from '../../support/replay/screenMap.ts';
import { standing, standingArea } from '../../support/replay/standingArea.ts';

type Actor = ActorOf<typeof areaLoader>;

const wallet = standingArea({
  wallet: standingResource(walletMachine, fullWallet),
  holds: standingResource(holdsMachine, []),
  account: standingResource(accountMachine, vera),
  walletView: createActor(walletViewMachine),
});
const preferences = preferencesActor();

/** The app with its wallet, which waits for the code of another area. */
function appWaitingFor(name: 'portfolio' | 'market', loader: Actor, search: string): AppRef {
  const signedIn = standing({ context: { areas: { wallet }, loaders: { [name]: loader } }, children: {} });
  return standing({
    context: { session: vera, preferences, signedIn, location: { search }, returnTo: null },
    children: {},
    matches: () => true,
  });
}

const map = codeLoaderMap(areaLoader, 'portfolio');

/** "Try again" of the chart of the total, and of the prices. */
export const loader: ScreenMap = {
  ...map,
  screen: (actor) => <WalletPage app={appWaitingFor('portfolio', actor as never, '')} />,
  isShown: (actor) => actor.getSnapshot().status === 'active',
  person: [
    {
      events: [{ type: 'code.requested' }],
      by: press('Try again'),
      offered: (actor) => !isReloadOffered(actor.getSnapshot().context),
    },
  ],
  outside: [{ event: shown('wallet', 'wallet') }],
  distinguish: (actor) => Math.min(actor.getSnapshot().context.failures, 2),
  // The rest of the wallet is as in its own maps; a reload is the browser's.
  views: [/^(?!Try again$)/],
  scenes: [
    {
      input: () => ({ name: 'market', shown: null }),
      screen: (actor) => <WalletPage app={appWaitingFor('market', actor as never, '?price=ZST')} />,
    },
  ],
};
