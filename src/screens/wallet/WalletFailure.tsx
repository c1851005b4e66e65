import type { Failure as FailureFacts } from '../../../contract/failure.ts';
import { Failure } from '../../components/Failure.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { failureText } from '../failureText.ts';
import { useWalletWords } from './walletWords.ts';

interface Props {
  failure: FailureFacts;
  isRetrying: boolean;
  onRetry: () => void;
}

/** No figures at all, and never any: why, what is still true, and what to do. A provider without a wallet says 404. */
export function WalletFailure({ failure, isRetrying, onRetry }: Props) {
  const { t } = useWalletWords();
  const isMissing = failure.code === 'NOT_FOUND';
  const { sentence, next } = failureText[failure.code];
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>{t('wallet:title')}</PageTitle>
      <Failure
        title={t(isMissing ? 'wallet:unavailable.title' : 'wallet:failed.title')}
        retryLabel={t('common:actions.tryAgain')}
        isRetrying={isRetrying}
        onRetry={onRetry}
      >
        {isMissing ? (
          <p>
            {t('wallet:unavailable.text')} {t('wallet:unavailable.next')}
          </p>
        ) : (
          <>
            <p>
              {t(sentence)} {t('wallet:failed.safe')}
            </p>
            <p>{t(next)}</p>
          </>
        )}
      </Failure>
    </div>
  );
}
