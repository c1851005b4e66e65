import { ProgressBar as AriaProgressBar, type ProgressBarProps } from 'react-aria-components/ProgressBar';

interface Props extends Pick<ProgressBarProps, 'value' | 'maxValue'> {
  /** What is on its way. */
  label: string;
  /** How far it is, in words: `1.2 of 3.4 MB`. */
  valueLabel: string;
}

/** How far something is that takes its time. */
export function ProgressBar({ label, valueLabel, ...props }: Props) {
  return (
    <AriaProgressBar {...props} aria-label={label} valueLabel={valueLabel}>
      {({ percentage = 0 }) => (
        <svg
          viewBox="0 0 100 1"
          preserveAspectRatio="none"
          aria-hidden
          className="block h-1 w-full rounded-full bg-line"
        >
          <rect width={percentage} height="1" className="fill-zest-ink" />
        </svg>
      )}
    </AriaProgressBar>
  );
}
