import { useSelector } from '@xstate/react';
import { useLocale } from 'react-aria-components/I18nProvider';
import { Age } from '../../components/base/Age.tsx';
import { Stale } from '../../components/base/Stale.tsx';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import { momentText } from './dates.ts';
import { failureNamespaces, failureText } from './failureText.ts';
import { useTranslation } from './useTranslation.ts';

interface Props {
  resource: ResourceRef<unknown>;
  /** Whether there is no content below yet. */
  isEmpty?: boolean;
  onRetry?: () => void;
}

/** Says that the content below is outdated, or not yet the requested one. Nothing without content below. */
export function Freshness({
  resource,
  isEmpty = false,
  onRetry = () => resource.send({ type: 'refresh.requested' }),
}: Props) {
  const { t } = useTranslation(failureNamespaces);
  const { locale } = useLocale();
  const state = useSelector(resource, (snapshot) => snapshot);
  const { key, dataKey, failure, now } = state.context;
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
      {loadedAt !== null && key !== dataKey && (
        <>{t(failure ? 'common:freshness.previous' : 'common:freshness.others')} </>
      )}
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
