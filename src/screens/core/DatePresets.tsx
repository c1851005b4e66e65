import type { ReactNode } from 'react';
import { classes } from '../../components/base/classes.ts';
import { Segmented } from '../../components/base/Segmented.tsx';
import { useEachMinute } from '../../components/base/useEachMinute.ts';
import { type Days, datePresets, dayIn, daysOf, presetOf } from '../../machines/core/datePresets.ts';
import { useTexts } from './useTexts.ts';

interface Props {
  /** The days in the address. */
  days: Days;
  /** The time zone of the days, a name of the IANA database. */
  timeZone: string;
  /** The clock, in milliseconds. */
  now: () => number;
  onChoose: (days: Days) => void;
  /** Stands beside the time zone below 768 px. */
  children?: ReactNode;
}

/**
 * Buttons for common ranges of days, with the time zone. The range that is in the address today is marked, also when midnight passes on an
 * open page: what is marked cannot be pressed.
 */
export function DatePresets({ days, timeZone, now, onChoose, children }: Props) {
  const { t } = useTexts('transactions');
  const readToday = () => dayIn(timeZone, now());
  const today = useEachMinute(readToday);

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <Segmented
        legend={t('transactions:presets.label')}
        options={datePresets.map((value) => ({ value, label: t(`transactions:presets.${value}`) }))}
        value={presetOf(days, today)}
        onChange={(preset) => onChoose(daysOf(preset, readToday()))}
      />
      <p
        className={classes(
          'text-muted text-sm',
          children !== undefined && 'max-md:min-w-0 max-md:flex-1 max-md:basis-36',
        )}
      >
        {t('transactions:filters.days', { zone: timeZone })}
      </p>
      {children}
    </div>
  );
}
