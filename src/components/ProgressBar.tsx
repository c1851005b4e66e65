import { Label } from 'react-aria-components/Label';
import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar';

interface Props {
  label: string;
  value: number;
  maximum: number;
  /** How far it is, in words: "1.2 MB of 3.4 MB". */
  valueLabel: string;
}

/** How far something is that takes long. */
export function ProgressBar({ label, value, maximum, valueLabel }: Props) {
  return (
    <AriaProgressBar
      value={value}
      maxValue={Math.max(1, maximum)}
      valueLabel={valueLabel}
      className="flex flex-col gap-1.5"
    >
      {({ percentage = 0 }) => (
        <>
          <div className="flex flex-wrap justify-between gap-x-4 text-sm">
            <Label className="min-w-0 font-medium [overflow-wrap:anywhere]">{label}</Label>
            <span className="text-muted tabular-nums">{valueLabel}</span>
          </div>
          <div className="h-2 overflow-hidden rounded-full border border-edge bg-raised">
            <div className="h-full bg-zest-ink transition-[width]" style={{ width: `${percentage}%` }} />
          </div>
        </>
      )}
    </AriaProgressBar>
  );
}
