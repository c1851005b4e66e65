import { memo, type ReactNode, useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { classes } from '../base/classes.ts';
import { LiveRegion } from '../base/LiveRegion.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** A part of what is available, at one press. */
export interface Share {
  label: string;
  /** What is said of it: "25 percent of what is available". */
  description: string;
  onPress: () => void;
}

/** Why an amount would be refused, and a way on. */
export interface AmountAdvice {
  text: string;
  /** It may turn out not to matter: the amount is not called wrong. */
  isHint?: boolean;
  action?: ReactNode;
}

export interface AmountFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'value' | 'onChange'> {
  value: string;
  onChange: (text: string) => void;
  /** What a typed text means, as `value` has it. */
  read: (text: string) => string;
  /** What stands in the field for a value that was not typed into it. */
  write: (value: string) => string;
  /** Keep them while the amount is typed: they are drawn anew for others only. */
  shares?: readonly Share[];
  /** Shown when a person stops typing or leaves the field, and from then on until it is null. `error` comes first. */
  advice?: AmountAdvice | null;
}

/** So long nothing is typed before an amount is judged, in milliseconds. */
const pause = 700;

/** An amount as a person types it. The text is theirs: what it means is the machine's to say. */
export function AmountField({
  shares = none,
  advice,
  read,
  write,
  error,
  description,
  ...props
}: AmountFieldProps) {
  const { value, onChange, onBlur } = props;
  const [typed, setTyped] = useState('');
  const { isShown, show } = useAfterPause(advice != null, value);
  const told = error === undefined && isShown ? advice : null;
  return (
    <div className="flex flex-col gap-2">
      <TextField
        {...props}
        value={read(typed) === value ? typed : write(value)}
        onChange={(text) => {
          setTyped(text);
          onChange(read(text));
        }}
        error={error ?? (told && !told.isHint ? <Advice {...told} /> : undefined)}
        description={told?.isHint ? <Advice {...told} /> : description}
        onBlur={(event) => {
          show();
          onBlur?.(event);
        }}
        inputMode="decimal"
        autoComplete="off"
        spellCheck="false"
      />
      {advice !== undefined && <LiveRegion message={told?.text ?? ''} />}
      <Shares shares={shares} />
    </div>
  );
}

function Advice({ text, action }: AmountAdvice) {
  return (
    <>
      {text} {action}
    </>
  );
}

/** Whether what `isThere` is shown: not before a pause in typing, or `show`; then as long as it is there. */
function useAfterPause(isThere: boolean, typed: string) {
  const [isShown, setShown] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key begins the pause anew
  useEffect(() => {
    if (!isThere) return setShown(false);
    const timer = setTimeout(() => setShown(true), pause);
    return () => clearTimeout(timer);
  }, [isThere, typed]);
  return { isShown: isThere && isShown, show: () => setShown(isThere) };
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
