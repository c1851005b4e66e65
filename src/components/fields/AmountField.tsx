import { memo } from 'react';
import { Button } from 'react-aria-components/Button';
import { classes } from '../base/classes.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** A part of what is available, at one press. */
export interface Share {
  label: string;
  /** What is said of it: "25 percent of what is available". */
  description: string;
  onPress: () => void;
}

interface Props extends Omit<TextFieldProps, 'type' | 'inputMode'> {
  /** Keep them while the amount is typed: they are drawn anew for others only. */
  shares?: readonly Share[];
}

/** An amount as a person types it. The text is theirs: what it means is the machine's to say. */
export function AmountField({ shares = none, ...props }: Props) {
  return (
    <div className="flex flex-col gap-2">
      <TextField {...props} inputMode="decimal" autoComplete="off" spellCheck="false" />
      <Shares shares={shares} />
    </div>
  );
}

const none: readonly Share[] = [];

const Shares = memo(function Shares({ shares }: { shares: readonly Share[] }) {
  if (shares.length === 0) return null;
  return (
    <div className="flex gap-2">
      {shares.map(({ label, description, onPress }) => (
        <Button
          key={label}
          aria-label={description}
          onPress={onPress}
          className={classes(
            'min-h-touch flex-1 cursor-pointer rounded-field border border-edge px-2 text-sm tabular-nums',
            'transition-colors hover:border-ink hover:bg-raised data-pressed:bg-line',
          )}
        >
          {label}
        </Button>
      ))}
    </div>
  );
});
