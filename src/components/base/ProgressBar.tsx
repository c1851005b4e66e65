import { useId } from 'react';

interface Props {
  label: string;
  value: number;
  maximum: number;
  /** The progress in words: "1.2 MB of 3.4 MB". */
  valueLabel: string;
}

/** The progress of a long operation. */
export function ProgressBar({ label, value, maximum, valueLabel }: Props) {
  const labelId = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span id={labelId} className="min-w-0 font-medium [overflow-wrap:anywhere]">
          {label}
        </span>
        <span className="text-muted tabular-nums">{valueLabel}</span>
      </div>
      <progress
        aria-labelledby={labelId}
        aria-valuetext={valueLabel}
        value={value}
        max={Math.max(1, maximum)}
        className="h-2 w-full appearance-none overflow-hidden rounded-full border border-edge bg-raised [&::-moz-progress-bar]:bg-zest-ink [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-zest-ink"
      />
    </div>
  );
}
