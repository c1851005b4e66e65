import { useLocale } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../contract/failure.ts';
import { Age } from '../../components/base/Age.tsx';
import { Stale } from '../../components/base/Stale.tsx';
import { momentText } from './dates.ts';
import { failureNamespaces, failureText } from './failureText.ts';

interface Props {
  state: {
    readonly context: {
      readonly failure: Failure | null;
      readonly loadedAt: number | null;
      readonly now: () => number;
    };
    hasTag(tag: 'busy' | 'slow' | 'stale'): boolean;
  };
  /** What is shown is not what was asked for. */
  isOther?: boolean;
  /** There is nothing below yet. */
  isEmpty?: boolean;
  onRetry: () => void;
}

/** Says so when what stands below is not fresh, or not yet what was asked for. Nothing while there is nothing below. */
export function Freshness({ state, isOther = false, isEmpty = false, onRetry }: Props) {
  const { t } = useTranslation(failureNamespaces);
  const { locale } = useLocale();
  const { failure, now } = state.context;
  const loadedAt = isEmpty ? null : state.context.loadedAt;
  const isSlow = state.hasTag('slow');
  const isOld = failure !== null || state.hasTag('stale');
  if (!(isSlow || (isOld && loadedAt !== null))) return null;

  const reason = isSlow ? 'common:form.slow' : failure && failureText[failure.code].sentence;
  return (
    <Stale
      retryLabel={t('common:actions.tryAgain')}
      isRetrying={state.hasTag('busy') && !isSlow}
      onRetry={onRetry}
    >
      {reason && <>{t(reason)} </>}
      {loadedAt !== null && isOther && <>{t('common:freshness.others')} </>}
      {loadedAt !== null && (
        <>
          {t('common:freshness.from', { time: momentText(loadedAt, now(), locale) })} (
          <Age since={loadedAt} now={now} locale={locale} />
          ).
        </>
      )}
    </Stale>
  );
}
