import { closedYears } from '../../../contract/accountData.ts';
import { legalParts } from '../../../contract/legal.ts';
import { useTexts } from '../core/useTexts.ts';
import { LegalText } from './LegalText.tsx';

export function PrivacyScreen() {
  const { t } = useTexts('legal');
  const parts = legalParts.privacy.map((part) => ({
    title: t(`legal:privacy.${part}.title`),
    text: t(`legal:privacy.${part}.text`, { years: closedYears }),
  }));
  return (
    <LegalText
      title={t('legal:privacy.title')}
      parts={parts}
      other={{ href: '/terms', label: t('legal:toTerms') }}
    />
  );
}
