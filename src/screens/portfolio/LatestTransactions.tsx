import { Link } from '../../components/base/Link.tsx';
import { RowList } from '../../components/base/RowList.tsx';
import type { LatestRef } from '../../machines/wallet/portfolioArea.ts';
import { shortDayText } from '../core/dates.ts';
import { ListPlaces } from '../core/ListPlaces.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { useTranslation } from '../core/useTranslation.ts';
import { TransactionRow } from '../history/TransactionRow.tsx';

interface Props {
  /** Null for the transactions of all tokens. */
  symbol: string | null;
  latest: LatestRef;
  isHidden: boolean;
}

/** The latest transactions of one or all tokens. Their texts do not belong to the wallet's page, so they are loaded here. */
export function LatestTransactions({ symbol, latest, isHidden }: Props) {
  const { t, locale } = useTexts('wallet');
  const { ready } = useTranslation('transactions');
  const historyOf = (search: Readonly<Record<string, string>>) => {
    const asked = `${new URLSearchParams({ ...(symbol !== null && { token: symbol }), ...search })}`;
    return `/transactions/history${asked && `?${asked}`}`;
  };
  const places = <ListPlaces label={t('common:loading')} size="h-14" gap="gap-px" />;
  return (
    <section aria-labelledby="latest" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="latest" className={symbol === null ? 'font-semibold text-lg' : 'font-semibold'}>
          {t('wallet:token.latest')}
        </h2>
        <Link href={historyOf({})} className="inline-flex min-h-touch items-center">
          {t('wallet:token.all')}
        </Link>
      </div>
      {ready ? (
        <ResourceView
          resource={latest}
          isExact
          placeholder={places}
          failed={t('wallet:token.latestFailed')}
          safe={t('wallet:history.safe')}
        >
          {({ data }) =>
            data.length === 0 ? (
              <p className="py-4 text-muted">{t('wallet:token.none')}</p>
            ) : (
              <RowList
                label={t('wallet:token.latest')}
                items={data}
                keyOf={({ id }) => id}
                row={(transaction) => (
                  <TransactionRow
                    transaction={transaction}
                    href={historyOf({ id: transaction.id })}
                    isHidden={isHidden}
                    day={shortDayText(transaction.created_at, locale)}
                  />
                )}
              />
            )
          }
        </ResourceView>
      ) : (
        places
      )}
    </section>
  );
}
