import { memo, type ReactNode, useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { classes } from '../base/classes.ts';
import { LiveRegion } from '../base/LiveRegion.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';

/** A button for a part of the available balance. */
export interface Share {
  label: string;
  /** The accessible name: "25 percent of what is available". */
  description: string;
  onPress: () => void;
}

/** Why an amount would be refused, and what to do about it. */
export interface AmountAdvice {
  text: string;
  /** Whether the amount may still be valid, so that it is not marked as an error. */
  isHint?: boolean;
  action?: ReactNode;
}

export interface AmountFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'value' | 'onChange'> {
  value: string;
  onChange: (text: string) => void;
  /** Converts typed text to the format of `value`. */
  read: (text: string) => string;
  /** Converts a value that was not typed to the text of the field. */
  write: (value: string) => string;
  /**
   * Keep the same array while the amount is typed, because the buttons are drawn again for a new one. Null while the balance is
   * read: the place of the buttons is kept.
   */
  shares?: readonly Share[] | null;
  /** Shown after a pause in typing or when the field loses the focus other than by a press, until it is null. `error` takes precedence. */
  advice?: AmountAdvice | null;
}

/** The pause in typing after which an amount is judged, in milliseconds. */
const pause = 700;

/** A field for an amount. It shows the text as typed; `read` converts it to the value. */
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
          // What appears would move a pressed button away before it is released.
          if (!event.relatedTarget?.matches(':active')) show();
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

/** Whether to show the advice: after a pause in typing, or after `show`, for as long as there is any. */
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

const Shares = memo(function Shares({ shares }: { shares: readonly Share[] | null }) {
  if (shares === null) return <div data-keeps="shares" className="min-h-touch" />;
  if (shares.length === 0) return null;
  return (
    <div data-shares className="flex gap-2">
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
