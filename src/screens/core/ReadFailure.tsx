import type { ReactNode } from 'react';
import type { Failure as FailureFacts } from '../../../contract/failure.ts';
import { Failure } from '../../components/base/Failure.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { failureNamespaces, failureText } from './failureText.ts';
import { useTranslation } from './useTranslation.ts';

export interface Missing {
  readonly title: string;
  readonly text: string;
  /** Another action beside the retry. */
  readonly action?: ReactNode;
}

interface Props {
  /** Null when no answer has arrived and nothing has failed. */
  failure: FailureFacts | null;
  title: string;
  /** What is still true: "Your funds are safe." */
  safe?: string;
  /** Shown instead when the server does not know the requested item. */
  missing?: Missing;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Says that something could not be read, why, and what to do. Offers no retry when the server lacks the call. */
export function ReadFailure({ failure, title, safe, missing, isRetrying, onRetry }: Props) {
  const { t } = useTranslation(failureNamespaces);
  if (failure?.code === 'UNSUPPORTED') return <Unavailable />;
  const retry = { label: t('common:actions.tryAgain'), isBusy: isRetrying, onPress: onRetry };
  if (missing && failure?.code === 'NOT_FOUND') {
    return (
      <Failure title={missing.title} retry={retry} action={missing.action}>
        {missing.text}
      </Failure>
    );
  }
  return (
    <Failure title={title} retry={retry}>
      <p>
        {t(failure ? failureText[failure.code].sentence : 'common:form.slow')} {safe}
      </p>
      {failure && <p>{t(failureText[failure.code].next)}</p>}
    </Failure>
  );
}

/** A screen whose calls this server lacks. */
export function UnavailableScreen({ title }: { title: string }) {
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <PageTitle>{title}</PageTitle>
      <Unavailable />
    </section>
  );
}

/** Says that this server lacks the call. */
function Unavailable() {
  const { t } = useTranslation(failureNamespaces);
  return <Failure title={t('common:unavailable')}>{t(failureText.UNSUPPORTED.next)}</Failure>;
}
