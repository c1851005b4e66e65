import { Check, CircleX } from 'lucide-react';
import type { KycCase } from '../../../contract/kyc.ts';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import type { DocumentRef } from '../../machines/kyc/documentMachine.ts';
import { bytesText } from '../core/uploadView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { RejectionReason } from './RejectionReason.tsx';

interface Props {
  documents: readonly KycCase['documents'][number][];
  document: DocumentRef;
  isBusy: boolean;
}

/** The uploaded documents of this part, and its rejected ones. */
export function SentDocuments({ documents, document, isBusy }: Props) {
  const { t, locale } = useTexts('kyc');
  if (documents.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2">
      {documents.map((sent) => {
        const { id, type, name, size, status } = sent;
        const isRejected = status === 'rejected';
        const Glyph = isRejected ? CircleX : Check;
        return (
          <li
            key={id}
            className={`flex flex-wrap items-center gap-3 rounded-card border p-3 ${isRejected ? 'border-loss' : 'border-gain'}`}
          >
            <Glyph {...iconProps} className={`shrink-0 ${isRejected ? 'text-loss' : 'text-gain'}`} />
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-medium">{t(`kyc:types.${type}`)}</p>
              <p className="text-muted text-sm [overflow-wrap:anywhere]">
                {t('kyc:document.there', { name, size: bytesText(size, locale) })}
              </p>
              <RejectionReason document={sent} className="text-sm" />
            </div>
            {/* What is handed in stays until it is judged, and what is rejected is replaced by the next file. */}
            {status === 'uploaded' && !isBusy && (
              <Button variant="quiet" onPress={() => document.send({ type: 'document.removed', id })}>
                {t('kyc:document.remove', { name })}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
