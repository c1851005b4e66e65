import { createActor } from 'xstate';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { listedMachine, positionMachine } from '../../../src/machines/wallet/portfolioArea.ts';
import { accountMachine, holdsMachine, walletMachine } from '../../../src/machines/wallet/walletArea.ts';
import { walletViewMachine } from '../../../src/machines/wallet/walletViewMachine.ts';
import { TokenHolding } from '../../../src/screens/portfolio/TokenHolding.tsx';
import WalletScreen from '../../../src/screens/wallet/WalletScreen.tsx';
import { fullWallet } from '../../screens/figures.ts';
import { vera } from '../../support/people.ts';
import { preferencesActor } from '../../support/preferences.ts';
import { closeDialog, paste, press } from '../../support/replay/gestures.ts';
import { resourceMap, standingResource, whenOldOrMissing } from '../../support/replay/resourceMap.ts';
import { type ActorOf, screenMap } from '../../support/replay/screenMap.ts';

const frame = {
  holds: standingResource(holdsMachine, []),
  account: standingResource(accountMachine, vera),
  preferences: preferencesActor(),
  user: { ...vera.user, kyc_status: 'approved' as const },
  market: { asked: null, opened: null, isMissing: false, onRetry: null, onClose: () => {} },
};
const read = { ...fullWallet, tokens: fullWallet.tokens.slice(2) };
const still = createActor(walletViewMachine);
const parts = /^(?:Available|Pending|Frozen)/;
const headers = /^(?:Token|Balance|Value|24h change)$/;
const others = [/^Hide balances/, 'Actions', /all digits/, /^Actions/, /^$/, /^Clear/];

export const wallet = resourceMap({
  machine: walletMachine,
  data: [read],
  screen: (actor) => <WalletScreen {...frame} wallet={actor} view={still} />,
  refresh: { offered: whenOldOrMissing },
  person: [
    {
      events: [{ type: 'refresh.requested' }],
      by: press('Refresh'),
      offered: (actor) => {
        const resource = actor.getSnapshot();
        const { data, failure } = resource.context;
        const isMissing = data === null && failure !== null;
        return !isMissing && (!resource.hasTag('busy') || resource.hasTag('slow'));
      },
    },
  ],
  views: [parts, headers, 'Search tokens', ...others],
});

const isOpen = (actor: ActorOf<typeof walletViewMachine>) => actor.getSnapshot().matches('explaining');

export const view = screenMap({
  machine: walletViewMachine,
  input: () => undefined,
  screen: (actor) => <WalletScreen {...frame} wallet={standingResource(walletMachine, read)} view={actor} />,
  person: [
    { events: [{ type: 'part.opened', part: 'available' }], by: press(/^Available/) },
    { events: [{ type: 'part.closed' }], by: closeDialog(/^(?:Close|Dismiss)$/) },
    {
      events: [{ type: 'search.changed', search: 'zst' }],
      by: paste('Search tokens', 'zst'),
      offered: (actor) => !isOpen(actor as never) && actor.getSnapshot().context.search === '',
    },
    ...(['ascending', 'descending'] as const).map((direction) => ({
      events: [{ type: 'order.chosen', order: { column: 'value', direction } }],
      by: press('Value'),
      offered: (actor: unknown) => {
        const { order } = (actor as ActorOf<typeof walletViewMachine>).getSnapshot().context;
        return !isOpen(actor as never) && order.direction !== direction;
      },
    })),
  ],
  answers: {},
  distinguish: (actor) => actor.getSnapshot().context,
  // Other columns and parts are as these are.
  views: [/^(?:Pending|Frozen)/, /^(?:Token|Balance|24h change)$/, 'Refresh', 'Search tokens', ...others],
});

const position = { symbol: 'ZST', held: '1200', average_cost: '1', gain: '300', gain_percent: '25' };

export const cost = resourceMap({
  machine: positionMachine,
  data: [position],
  keys: ['ZST', 'STO', null],
  screen: (actor) => (
    <>
      <PageTitle>ZST</PageTitle>
      <TokenHolding symbol="ZST" token={read.tokens[0] ?? null} position={actor} isHidden={false} />
    </>
  ),
  isShown: (actor) => actor.getSnapshot().context.key === 'ZST',
  refresh: { offered: whenOldOrMissing },
});

/** What the catalogue says of a token is left out while it is not known. */
export const listed = resourceMap({
  machine: listedMachine,
  data: [[]],
  keys: ['q=ZST', 'q=STO', null],
  screen: null,
  refresh: null,
});
