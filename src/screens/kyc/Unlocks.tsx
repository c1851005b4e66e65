import { exactText } from '../../../contract/amountParts.ts';
import type { KycCase } from '../../../contract/kyc.ts';
import { valueToken } from '../../../contract/tokens.ts';
import { Card } from '../../components/base/Card.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { useTexts } from '../core/useTexts.ts';

/** What a verified person may do that others may not. */
export function Unlocks({ kyc: { status, limits } }: { kyc: KycCase }) {
  const { t, locale } = useTexts('kyc');
  if (status === 'approved') return null;
  const valueText = (value: string) => `${exactText(value, locale)}\u00a0${valueToken.symbol}`;
  const spans = [
    { term: 'kyc:unlocks.now', ...limits.unverified },
    { term: 'kyc:unlocks.verified', ...limits.verified },
  ] as const;
  return (
    <aside aria-labelledby="unlocks" className="w-full max-w-flow min-[75rem]:w-80">
      <Card className="flex flex-col gap-3">
        <h2 id="unlocks" className="font-semibold">
          {t('kyc:unlocks.title')}
        </h2>
        <p className="text-sm">{t('kyc:unlocks.until')}</p>
        <Facts>
          {spans.map(({ term, day, month }) => (
            <Fact key={term} term={t(term)} isTall>
              {t('kyc:unlocks.span', { day: valueText(day), month: valueText(month) })}
            </Fact>
          ))}
        </Facts>
        <p className="text-muted text-sm">{t('kyc:unlocks.after')}</p>
      </Card>
    </aside>
  );
}
