import { exactText } from '../../../contract/amountParts.ts';
import type { LeavingLimits } from '../../../contract/limits.ts';
import { compareDecimals } from '../../../contract/money.ts';
import { valueToken } from '../../../contract/tokens.ts';
import { Link } from '../../components/base/Link.tsx';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

/** The height of the text in both languages, but for the rare sentence about when more can be sent. */
export const limitLines = 'min-h-15 md:max-[75rem]:min-h-10';

/** How much may still be paid to outside addresses, by the stricter window, with the reason and how to raise the limit. */
export function LeavingLimit({ limits: { verified, day, month, own } }: { limits: LeavingLimits }) {
  const { t, locale } = useTexts('transactions');
  const isMonth = compareDecimals(month.left, day.left) < 0;
  const isOwn = !isMonth && own?.day === day.limit;
  const { left, limit, more_at } = isMonth ? month : day;
  return (
    <p className={`text-muted text-sm ${limitLines}`}>
      {t(isMonth ? 'transactions:limits.month' : 'transactions:limits.day', {
        left: exactText(left, locale),
        limit: exactText(limit, locale),
        currency: valueToken.symbol,
      })}
      {more_at !== null && ` ${t('transactions:limits.more', { time: instantText(more_at, locale) })}`}
      {!verified && !isOwn && (
        <>
          {` ${t('transactions:limits.why')} `}
          <Link href="/kyc">{t('transactions:limits.verify')}</Link>
        </>
      )}
    </p>
  );
}
