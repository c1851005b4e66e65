import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { tokenSymbols } from '../../../contract/tokens.ts';
import { Card } from '../../components/base/Card.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { TabLinks } from '../../components/base/TabLinks.tsx';
import { TokenMark } from '../../components/money/TokenMark.tsx';
import type {
  DepositsRef,
  PaymentWalletRef,
  ReceiveAddressRef,
} from '../../machines/money/transactionsArea.ts';
import { transactionsAddress, walletDepositAddress } from '../../machines/money/transactionsQuery.ts';
import { ReadFailure } from '../core/ReadFailure.tsx';
import { useTexts } from '../core/useTexts.ts';
import { ComingDeposits } from './ComingDeposits.tsx';
import { ReceiveAddress } from './ReceiveAddress.tsx';

interface Props {
  token: string;
  wallet: PaymentWalletRef;
  address: ReceiveAddressRef;
  deposits: DepositsRef;
  isHidden: boolean;
  /** A deposit from a browser wallet, in place of the address. */
  byWallet?: ReactNode;
}

/** The deposit address of a token, and deposits on their way. */
export function ReceiveTab({ token, wallet, address, deposits, isHidden, byWallet }: Props) {
  const { t } = useTexts('transactions');
  const held = useSelector(wallet, (state) => state.context.data?.tokens ?? null);
  const symbols = held?.map(({ symbol }) => symbol) ?? tokenSymbols;
  return (
    <div className="grid items-start gap-6 min-[75rem]:grid-cols-[minmax(0,32rem)_minmax(20rem,1fr)] min-[75rem]:gap-10">
      <div className="flex w-full max-w-flow flex-col gap-4">
        <TabLinks
          look="pills"
          label={t('transactions:receive.tokens')}
          links={symbols.map((symbol) => ({
            href: byWallet ? walletDepositAddress(symbol) : transactionsAddress('receive', symbol),
            label: symbol,
            mark: <TokenMark symbol={symbol} size="sm" />,
            isCurrent: symbol === token,
          }))}
        />
        {byWallet ?? <Address token={token} address={address} />}
      </div>
      <ComingDeposits token={token} deposits={deposits} isHidden={isHidden} />
    </div>
  );
}

function Address({ token, address }: Pick<Props, 'token' | 'address'>) {
  const { t } = useTexts('transactions');
  const { data, dataKey, failure } = useSelector(address, (state) => state.context);
  const isBusy = useSelector(address, (state) => state.hasTag('busy') && !state.hasTag('slow'));
  // The address of one token is never shown for another, not even while the right one loads.
  if (data && dataKey === token) return <ReceiveAddress address={data} />;
  if (failure || !isBusy) {
    return (
      <ReadFailure
        failure={failure}
        title={t('transactions:receive.failed')}
        isRetrying={isBusy}
        onRetry={() => address.send({ type: 'refresh.requested' })}
      />
    );
  }
  return (
    <Card>
      <p role="status" className="sr-only">
        {t('transactions:receive.loading')}
      </p>
      <Skeleton className="h-184 sm:h-134" />
    </Card>
  );
}
