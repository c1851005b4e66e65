import type { KycCase } from '../../../contract/kyc.ts';
import { Amount } from '../../components/Amount.tsx';
import { Card } from '../../components/Card.tsx';
import { Fact, Facts } from '../../components/Facts.tsx';
import { useKycWords } from './kycWords.ts';

/** What a verified person may do that others may not. */
export function Unlocks({ kyc: { status, limits } }: { kyc: KycCase }) {
  const { t, locale, amountLabels } = useKycWords();
  if (status === 'approved') return null;
  return (
    <aside aria-labelledby="unlocks" className="w-full max-w-flow lg:w-80">
      <Card className="flex flex-col gap-3">
        <h2 id="unlocks" className="font-semibold">
          {t('kyc:unlocks.title')}
        </h2>
        <p className="text-sm">{t('kyc:unlocks.until')}</p>
        <Facts>
          {limits.map(({ token, amount }) => (
            <Fact key={token} term={token}>
              <Amount value={amount} locale={locale} token={token} labels={amountLabels} />
            </Fact>
          ))}
        </Facts>
        <p className="text-muted text-sm">{t('kyc:unlocks.after')}</p>
      </Card>
    </aside>
  );
}
