import { useSelector } from '@xstate/react';
import { type DocumentType, type KycCase, type KycPart, kycParts } from '../../../contract/kyc.ts';
import { fileTypes, imageTypes } from '../../../contract/uploads.ts';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { FileButton } from '../../components/fields/FileButton.tsx';
import { Select } from '../../components/fields/Select.tsx';
import type { CameraRef } from '../../machines/kyc/cameraMachine.ts';
import type { DocumentRef } from '../../machines/kyc/documentMachine.ts';
import { documentsOf } from '../../machines/kyc/kycSteps.ts';
import { UploadOutcome } from '../core/uploadView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { CameraPanel } from './CameraPanel.tsx';
import { SentDocuments } from './SentDocuments.tsx';

interface Props {
  part: KycPart;
  kyc: KycCase;
  /** Whether the documents were last changed elsewhere, as in another tab: then their number is announced. */
  isChangedElsewhere: boolean;
  document: DocumentRef;
  /** Another way to take a selfie. */
  camera: CameraRef | null;
  onBack: (() => void) | undefined;
  onContinue: () => void;
}

/** One part of the verification: the type of document, its file, and the uploaded ones. */
export function DocumentStep({ part, kyc, isChangedElsewhere, document, camera, onBack, onContinue }: Props) {
  const { t } = useTexts('kyc');
  const state = useSelector(document, (snapshot) => snapshot);
  const isBusy = state.hasTag('busy');
  const waiting = isBusy ? t('kyc:steps.waiting') : undefined;
  const { file, done } = state.context;
  const isMet = kyc.requirements.some((each) => each.part === part && each.is_met);
  const sent = documentsOf(kyc, part).filter(({ status }) => status !== 'approved');
  const isSelfie = part === 'selfie';
  return (
    <Card className="flex flex-col gap-4">
      <StepTitle>{t(isSelfie ? 'kyc:selfie.title' : `kyc:document.${part}.title`)}</StepTitle>
      <p>{t(isSelfie ? 'kyc:selfie.text' : `kyc:document.${part}.text`)}</p>
      <LiveRegion message={isChangedElsewhere ? t('kyc:document.uploaded', { count: sent.length }) : ''} />
      <SentDocuments documents={sent} document={document} isBusy={isBusy} />
      {!isSelfie && (
        <Select<DocumentType>
          label={t('kyc:document.kind')}
          options={kycParts[part].map((value) => ({ value, label: t(`kyc:types.${value}`) }))}
          value={state.context.type}
          onChange={(chosen) => document.send({ type: 'type.chosen', document: chosen })}
        />
      )}
      {camera && <CameraPanel camera={camera} reason={waiting} />}
      <div className="flex flex-col items-start gap-2">
        <FileButton
          variant="secondary"
          accept={isSelfie ? imageTypes : fileTypes}
          isPending={isBusy}
          onChoose={(chosen) => document.send({ type: 'file.chosen', file: chosen })}
        >
          {t(isMet ? 'kyc:document.another' : 'kyc:document.choose')}
        </FileButton>
        <p className="text-muted text-sm">{t(isSelfie ? 'kyc:selfie.formats' : 'kyc:document.formats')}</p>
      </div>
      <UploadOutcome
        upload={state}
        removing={t('kyc:document.removing')}
        failed={file ? t('kyc:document.failed', { name: file.name }) : t('kyc:document.removeFailed')}
        done={done ? t(`kyc:document.done.${done}`) : ''}
        retryLabel={t('kyc:document.retry')}
        onRetry={
          state.can({ type: 'upload.retried' }) ? () => document.send({ type: 'upload.retried' }) : null
        }
        onCancel={() => document.send({ type: 'upload.cancelled' })}
      />
      <div className="page-action flex flex-wrap justify-between gap-2 border-line pt-4 md:border-t max-md:*:last:grow">
        {onBack ? (
          <Button variant="quiet" onPress={onBack}>
            {t('kyc:steps.back')}
          </Button>
        ) : (
          <span />
        )}
        <Button reason={waiting ?? (isMet ? undefined : t('kyc:steps.missing'))} onPress={onContinue}>
          {t('kyc:steps.continue')}
        </Button>
      </div>
    </Card>
  );
}
