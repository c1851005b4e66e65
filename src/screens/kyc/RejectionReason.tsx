import type { KycCase } from '../../../contract/kyc.ts';
import { classes } from '../../components/base/classes.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  document: Pick<KycCase['documents'][number], 'reason' | 'reason_code'>;
  className?: string;
}

/** Why a document was rejected, in the reader's language, with the operator's note. Old rejections have only the note. */
export function RejectionReason({ document: { reason: note, reason_code = null }, className }: Props) {
  const { t } = useTexts('kyc');
  const why = reason_code === null ? note : t(`kyc:reasons.${reason_code}`);
  if (why === null) return null;
  return (
    <>
      <p dir="auto" className={classes('[overflow-wrap:anywhere]', className)}>
        {t('kyc:document.reason', { reason: why })}
      </p>
      {reason_code !== null && note !== null && (
        <p dir="auto" className={classes('[overflow-wrap:anywhere]', className)}>
          {t('common:supportNote', { note })}
        </p>
      )}
    </>
  );
}
