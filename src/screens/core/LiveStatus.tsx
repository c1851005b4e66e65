import { useSelector } from '@xstate/react';
import { useLocale } from 'react-aria-components/I18nProvider';
import { Age } from '../../components/base/Age.tsx';
import { LiveDot } from '../../components/base/LiveDot.tsx';
import type { LiveRatesRef } from '../../machines/wallet/ratesMachine.ts';
import { useTranslation } from './useTranslation.ts';

interface Props {
  /** Null until the market's code has loaded. */
  rates: LiveRatesRef | null;
}

/** Says whether prices are live, or how old they are. */
export function LiveStatus({ rates }: Props) {
  const { t } = useTranslation('common');
  const { locale } = useLocale();
  const state = useSelector(rates ?? undefined, (snapshot) => snapshot);
  const heardAt = state?.context.rates ? state.context.heardAt : null;
  const isOpen = state?.hasTag('live') === true;
  const pairs = state?.context.rates?.pairs ?? [];
  // A stream that tells nothing but prices too old to be used tells no live prices.
  const isLive = isOpen && (pairs.length === 0 || pairs.some(({ exchange }) => exchange !== null));
  const word = isLive
    ? t('live.now')
    : state?.hasTag('offline')
      ? t('live.offline')
      : heardAt === null
        ? t('live.connecting')
        : t('live.stale');
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 text-muted text-sm">
      <LiveDot isLive={isLive} />
      {/* As wide as either word of a page that is opened, so that the content beside it does not move. */}
      <span
        role="status"
        data-first={t('live.connecting')}
        data-then={t('live.now')}
        className="inline-flex flex-col before:invisible before:h-0 before:overflow-hidden before:content-[attr(data-first)] after:invisible after:h-0 after:overflow-hidden after:content-[attr(data-then)]"
      >
        {word}
      </span>
      {state && !isOpen && heardAt !== null && (
        <span>
          (<Age since={heardAt} now={state.context.now} locale={locale} />)
        </span>
      )}
    </p>
  );
}
