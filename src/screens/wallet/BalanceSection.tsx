import type { Wallet } from '../../../contract/wallet.ts';
import { Card } from '../../components/base/Card.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { BalanceBar } from '../../components/money/BalanceBar.tsx';
import type { BalancePartName } from '../../machines/wallet/walletViewMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { useValues } from '../core/valueCurrency.tsx';
import { shareOf } from './tokens.ts';
import { WalletActions } from './WalletActions.tsx';

interface Props {
  /** Null while it is loading; its space is kept. */
  wallet: Wallet | null;
  isHidden: boolean;
  onOpen: (part: BalancePartName) => void;
}

const parts = [
  ['available', 'wallet:balances.available'],
  ['pending', 'wallet:balances.pending'],
  ['frozen', 'wallet:balances.frozen'],
] as const;

/** The total and its parts: available, pending and frozen. */
export function BalanceSection({ wallet, isHidden, onOpen }: Props) {
  const { t, locale, amountLabels } = useTexts('wallet');
  const { currency, convert } = useValues(wallet?.currency);
  const amount = (name: BalancePartName | 'total', size: 'lg' | '2xl') =>
    wallet && (
      <Amount
        value={convert(wallet[name])}
        token={currency}
        locale={locale}
        labels={amountLabels}
        maximumFractionDigits={2}
        isHidden={isHidden}
        size={size}
      />
    );
  const isUnknown = wallet?.total === null;

  return (
    <Card>
      <section aria-label={t('wallet:balances.label')} aria-busy={!wallet} className="flex flex-col gap-4">
        <div className="flex flex-col">
          <h2 className="text-muted text-sm">{t('wallet:balances.total')}</h2>
          {amount('total', '2xl') ?? <Skeleton className="my-0.5 h-10 w-64 max-w-full" />}
          {isUnknown && <p className="pt-1 text-muted text-sm">{t('wallet:balances.unpriced')}</p>}
        </div>
        <WalletActions />
        <BalanceBar
          label={t('wallet:balances.parts')}
          state={!wallet || isUnknown ? 'unknown' : isHidden ? 'hidden' : 'known'}
          parts={parts.map(([kind, label]) => ({
            kind,
            label: t(label),
            share: shareOf(wallet?.[kind] ?? null, wallet?.total ?? null) ?? 0,
            amount: amount(kind, 'lg') ?? <Skeleton className="my-0.5 h-6 w-32 text-lg/6" />,
          }))}
          onOpen={onOpen}
        />
      </section>
    </Card>
  );
}
