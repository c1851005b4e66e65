import type { Failure } from '../../../contract/failure.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

/** When the settings lock that caused a refusal ends, if its end was requested. */
export function LockEnd({ failure }: { failure: Failure | null }) {
  const { t, locale } = useTexts('profile');
  if (failure?.code !== 'SETTINGS_LOCKED' || failure.until === undefined) return null;
  return (
    <p className="text-sm text-wait">
      {t('profile:limits.lockEnds', { time: instantText(failure.until, locale) })}
    </p>
  );
}
