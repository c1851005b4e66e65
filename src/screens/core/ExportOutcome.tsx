import { useSelector } from '@xstate/react';
import type { Failure } from '../../../contract/failure.ts';
import { Button } from '../../components/base/Button.tsx';
import type { ExportRef } from '../../machines/core/exportMachine.ts';
import { failureText } from '../core/failureText.ts';
import { waitText } from './failureText.ts';
import { useTexts } from './useTexts.ts';

/** The state of an export: running, saved, or why it failed. */
export function ExportOutcome({ file }: { file: ExportRef }) {
  const { t } = useTexts('transactions');
  const state = useSelector(file, (snapshot) => snapshot);
  const { name, filters, failure } = state.context;
  return (
    <>
      <div
        role="status"
        // Keeps its height after the first message, so that the content below does not move when the message disappears.
        className={name === '' || state.matches('failed') ? 'contents' : 'flex min-h-touch items-center'}
      >
        {state.matches('exporting') && (
          <div className="flex flex-wrap items-center gap-x-3 text-sm">
            <p>{t('transactions:export.running', { name })}</p>
            <Button variant="quiet" onPress={() => file.send({ type: 'export.cancelled' })}>
              {t('common:actions.cancel')}
            </Button>
          </div>
        )}
        {state.matches('saved') && (
          <p className="text-sm [overflow-wrap:anywhere]">{t('transactions:export.saved', { name })}</p>
        )}
      </div>
      {state.matches('failed') && failure && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-loss py-1 pr-1 pl-4"
        >
          <p className="min-w-0 flex-1 basis-48 py-2 text-sm">
            {t('transactions:export.failed')} <Reason failure={failure} />
          </p>
          <Button variant="quiet" onPress={() => file.send({ type: 'export.requested', filters, name })}>
            {t('common:actions.tryAgain')}
          </Button>
        </div>
      )}
    </>
  );
}

/** A person gets one file at a time: whoever has to wait for another one is told so, and how long. */
function Reason({ failure }: { failure: Failure }) {
  const { t } = useTexts('transactions');
  if (failure.code !== 'RATE_LIMITED') return t(failureText[failure.code].sentence);
  const wait = waitText(failure.retryAfter ?? 30);
  return `${t('transactions:export.another')} ${t(wait.key, { count: wait.count })}`;
}
