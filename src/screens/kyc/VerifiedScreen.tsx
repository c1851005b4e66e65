import { ShieldCheck } from 'lucide-react';
import type { KycCase } from '../../../contract/kyc.ts';
import { Card } from '../../components/base/Card.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { DocumentList } from './DocumentList.tsx';

/** A valid verification: what it allows, and until when. */
export function VerifiedScreen({ kyc }: { kyc: KycCase }) {
  const { t, locale } = useTexts('kyc');
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex gap-3">
        <ShieldCheck {...iconProps} className="mt-1 shrink-0 text-gain" />
        <h2 className="font-semibold text-lg">{t('kyc:approved.title')}</h2>
      </div>
      <p>{t('kyc:approved.text')}</p>
      {kyc.expires_at !== null && (
        <p className="text-muted">{t('kyc:approved.until', { date: instantText(kyc.expires_at, locale) })}</p>
      )}
      <DocumentList documents={kyc.documents} />
    </Card>
  );
}
