import { Fact } from '../../components/base/Facts.tsx';
import { numberFormat } from '../../components/money/numberFormat.ts';
import { useTexts } from '../core/useTexts.ts';

/** A percentage of the wire in the language's format. */
export function percentText(percent: string, locale: string): string {
  return numberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(Number(percent) / 100);
}

/** How far the rate is below the middle price; nothing when an older server does not send it. */
export function SpreadFact({ percent, isSmall }: { percent: string | undefined; isSmall?: boolean }) {
  const { t, locale } = useTexts('exchange');
  if (percent === undefined) return null;
  return (
    <Fact term={t('exchange:spread')}>
      <span className={isSmall ? 'text-sm' : undefined}>
        {t('exchange:inRate', { percent: percentText(percent, locale) })}
      </span>
    </Fact>
  );
}
