import { Fact } from '../../components/base/Facts.tsx';
import { useTexts } from '../core/useTexts.ts';

/** A percentage of the wire, as the language writes it. */
export function percentText(percent: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 }).format(
    Number(percent) / 100,
  );
}

/** By how much the rate is below the middle price; nothing where an older server does not tell. */
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
