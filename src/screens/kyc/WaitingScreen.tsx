import { Hourglass } from 'lucide-react';
import type { KycCase } from '../../../contract/kyc.ts';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { DocumentList } from './DocumentList.tsx';

interface Props {
  kyc: KycCase;
  isBusy: boolean;
  onCheck: () => void;
}

/** A case under review: what was submitted, and when. */
export function WaitingScreen({ kyc, isBusy, onCheck }: Props) {
  const { t, locale } = useTexts('kyc');
  const kind = kyc.status === 'unknown' ? 'unknown' : 'pending';
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex gap-3">
        <Hourglass {...iconProps} className="mt-1 shrink-0 text-wait" />
        <h2 className="font-semibold text-lg">{t(`kyc:${kind}.title`)}</h2>
      </div>
      <p>{t(`kyc:${kind}.text`)}</p>
      {kyc.submitted_at !== null && (
        <p className="text-muted">
          {t('kyc:pending.since', { date: instantText(kyc.submitted_at, locale) })}
        </p>
      )}
      <h3 className="font-semibold">{t('kyc:pending.sent')}</h3>
      <DocumentList documents={kyc.documents} />
      <div>
        <Button variant="secondary" isPending={isBusy} onPress={onCheck}>
          {t('kyc:pending.check')}
        </Button>
      </div>
    </Card>
  );
}
