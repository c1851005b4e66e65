import type { DepositAddress } from '../../../contract/addresses.ts';
import type { Page } from '../../../contract/paging.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import {
  type ExchangeRatesRef,
  exchangeRatesMachine,
  exchangesMachine,
  exchangeWalletMachine,
} from '../../../src/machines/money/exchangeArea.ts';
import {
  depositsMachine,
  paymentWalletMachine,
  receiveAddressMachine,
} from '../../../src/machines/money/transactionsArea.ts';
import { ExchangeList } from '../../../src/screens/exchange/ExchangeList.tsx';
import { ExchangeSummary } from '../../../src/screens/exchange/ExchangeSummary.tsx';
import { useShownRates } from '../../../src/screens/exchange/useShownRates.ts';
import { ComingDeposits } from '../../../src/screens/transactions/ComingDeposits.tsx';
import { PaymentSummary } from '../../../src/screens/transactions/PaymentSummary.tsx';
import { ReceiveTab } from '../../../src/screens/transactions/ReceiveTab.tsx';
import { fullWallet } from '../../screens/figures.ts';
import { exchangeDone, outsideAddress, paymentDone } from '../../support/moneyFlow.ts';
import { actorAt } from '../../support/paths.ts';
import { resourceMap, whenOld, whenSlowOrFailed } from '../../support/replay/resourceMap.ts';

const pageOf = <Line,>(...data: Line[]): Page<Line> => ({
  data,
  meta: { page: 1, per_page: 10, total: data.length },
});
const coming: Transaction = { ...paymentDone, id: 't-1', kind: 'deposit', can_cancel: false };
const own = (token: string): DepositAddress => ({
  token,
  network: 'Zesto Testnet',
  address: outsideAddress,
  uri: `ethereum:${outsideAddress}@31337`,
});

/** What is not looked at, and has not been read. */
const unread = {
  ...{ key: null, data: null, dataKey: null, loadedAt: null, failure: null, isOutdated: false },
  now: () => 0,
};
const noWallet = actorAt(
  paymentWalletMachine,
  paymentWalletMachine.resolveState({ value: 'unasked', context: unread }),
);
const noDeposits = actorAt(
  depositsMachine,
  depositsMachine.resolveState({ value: 'ready', context: { ...unread, data: pageOf() } }),
);

export const wallet = resourceMap({
  machine: paymentWalletMachine,
  data: [fullWallet],
  screen: (actor) => (
    <>
      <PageTitle>Transactions</PageTitle>
      <PaymentSummary entry="withdraw" symbol="USDT" wallet={actor} isDrafting isHidden={false} />
    </>
  ),
});

export const exchangeWallet = resourceMap({
  machine: exchangeWalletMachine,
  data: [fullWallet],
  screen: (actor) => (
    <>
      <PageTitle>Exchange</PageTitle>
      <ExchangeSummary
        wallet={actor}
        rates={null}
        isRateAwaited={false}
        source={null}
        areRatesOld={false}
        live={null}
        isHidden={false}
      />
    </>
  ),
  views: [/all digits/],
});

function ReadRates({ rates }: { rates: ExchangeRatesRef }) {
  const shown = useShownRates(rates, null);
  return (
    <>
      <PageTitle>Exchange</PageTitle>
      <ExchangeSummary {...shown} wallet={noWallet} live={null} isHidden={false} />
    </>
  );
}

/** The rates beside the form, until the stream tells newer ones. */
export const exchangeRates = resourceMap({
  machine: exchangeRatesMachine,
  data: [{ pairs: [] }],
  screen: (actor) => <ReadRates rates={actor} />,
  refresh: { offered: (resource) => resource.context.data !== null && whenOld(resource) },
});

export const address = resourceMap({
  machine: receiveAddressMachine,
  data: [own('USDT')],
  keys: ['USDT', null],
  screen: (actor) => (
    <>
      <PageTitle>Transactions</PageTitle>
      <ReceiveTab token="USDT" wallet={noWallet} address={actor} deposits={noDeposits} isHidden={false} />
    </>
  ),
  views: [/^Copy/],
  isShown: (actor) => !actor.getSnapshot().matches('unasked'),
  refresh: { offered: (resource) => resource.context.data === null && whenSlowOrFailed(resource) },
});

export const deposits = resourceMap({
  machine: depositsMachine,
  data: [pageOf(coming), pageOf()],
  keys: ['kind=deposit&token=USDT', null],
  isByAddress: true,
  screen: (actor) => (
    <>
      <PageTitle>Transactions</PageTitle>
      <ComingDeposits token="USDT" deposits={actor} isHidden={false} />
    </>
  ),
  refresh: { offered: whenSlowOrFailed },
});

export const exchanges = resourceMap({
  machine: exchangesMachine,
  data: [pageOf(exchangeDone)],
  keys: ['page=1', 'page=2', null],
  screen: (actor) => (
    <>
      <PageTitle>Exchange</PageTitle>
      <ExchangeList search="" exchanges={actor} isHidden={false} />
    </>
  ),
});
