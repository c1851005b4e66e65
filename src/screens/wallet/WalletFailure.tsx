import type { Failure as FailureFacts } from '../../../contract/failure.ts';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { ReadFailure } from '../core/ReadFailure.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  failure: FailureFacts;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Shown when there are no balances at all: the reason, what is still true, and what to do. */
export function WalletFailure({ failure, isRetrying, onRetry }: Props) {
  const { t } = useTexts('wallet');
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>{t('wallet:title')}</PageTitle>
      <ReadFailure
        failure={failure}
        title={t('wallet:failed.title')}
        safe={t('wallet:failed.safe')}
        isRetrying={isRetrying}
        onRetry={onRetry}
      />
    </div>
  );
}
