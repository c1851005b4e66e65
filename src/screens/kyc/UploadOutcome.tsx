import { useSelector } from '@xstate/react';
import { Button } from '../../components/base/Button.tsx';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import type { DocumentRef } from '../../machines/kyc/documentMachine.ts';
import { RefusalText, UploadProgress } from '../core/uploadView.tsx';
import { useKycWords } from './kycWords.ts';

/** How it stands with the file that was chosen: on its way, or why not. */
export function UploadOutcome({ document }: { document: DocumentRef }) {
  const { t } = useKycWords();
  const state = useSelector(document, (snapshot) => snapshot);
  const { file, sent, total, failure } = state.context;
  const cancel = () => document.send({ type: 'upload.cancelled' });
  return (
    <>
      <LiveRegion message={state.matches('removing') ? t('kyc:document.removing') : ''} />
      {state.matches('sending') && file && (
        <div className="flex flex-col gap-2">
          <UploadProgress name={file.name} sent={sent} total={total} />
          <div>
            <Button variant="quiet" onPress={cancel}>
              {t('common:actions.cancel')}
            </Button>
          </div>
        </div>
      )}
      {state.hasTag('refused') && failure && (
        <div role="alert" className="flex flex-col gap-2 rounded-card border border-loss p-4">
          <p className="font-semibold [overflow-wrap:anywhere]">
            {file ? t('kyc:document.failed', { name: file.name }) : t('kyc:document.removeFailed')}
          </p>
          <RefusalText failure={failure} />
          <div className="flex flex-wrap gap-2">
            {file && (
              <Button variant="secondary" onPress={() => document.send({ type: 'upload.retried' })}>
                {t('kyc:document.retry')}
              </Button>
            )}
            <Button variant="quiet" onPress={cancel}>
              {t('common:actions.close')}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
