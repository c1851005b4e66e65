import { exactText } from '../../../contract/amountParts.ts';
import type { Failure } from '../../../contract/failure.ts';
import { valueToken } from '../../../contract/tokens.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

/** How much of a refused payment is allowed now, and when more will be. */
export function RefusalMoment({ failure }: { failure: Failure | null }) {
  const { t, locale } = useTexts('transactions');
  if (failure?.code !== 'ADDRESS_COOLING' && failure?.code !== 'LIMIT_EXCEEDED') return null;
  const { allowance, until } = failure;
  if (!allowance && until === undefined) return null;
  return (
    <p className="text-sm">
      {allowance &&
        t('transactions:refusal.allowance', {
          limit: exactText(allowance.limit, locale),
          left: exactText(allowance.left, locale),
          currency: valueToken.symbol,
        })}{' '}
      {until !== undefined && t(momentText(failure), { time: instantText(until, locale) })}
    </p>
  );
}

function momentText({ code, allowance }: Failure) {
  if (code === 'LIMIT_EXCEEDED') return 'transactions:refusal.raised';
  return allowance ? 'transactions:refusal.cooled' : 'transactions:refusal.usable';
}
