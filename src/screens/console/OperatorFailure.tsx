import type { Failure } from '../../../contract/failure.ts';
import { useTexts } from '../core/useTexts.ts';
import { operatorFailure } from './operatorFailure.ts';

/** Why a request was refused, and what the operator can do about it. */
export function OperatorFailure({ failure, title }: { failure: Failure; title?: string }) {
  const { t } = useTexts('console');
  const { sentence, next } = operatorFailure(failure.code);
  return (
    <div role="alert" className="flex flex-col gap-1 rounded-card border border-loss p-4">
      {title !== undefined && <p className="font-semibold">{title}</p>}
      <p>{failure.by === undefined ? t(sentence) : t('console:review.first', { name: failure.by })}</p>
      <p className="text-muted">{t(next)}</p>
      {failure.requestId !== null && (
        <p className="text-muted text-sm">{t('console:errors.request', { request: failure.requestId })}</p>
      )}
    </div>
  );
}
