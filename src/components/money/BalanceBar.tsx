import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { Button } from 'react-aria-components/Button';
import { classes } from '../base/classes.ts';

type BalanceKind = 'available' | 'pending' | 'frozen';

interface BalancePart {
  kind: BalanceKind;
  label: string;
  /** The part of the total, 0 to 1, computed exactly before the conversion to a number. */
  share: number;
  amount: ReactNode;
  /** A line under the amount: until when, and why. */
  note?: ReactNode;
}

export interface BalanceBarProps {
  /** The label of the group of parts. */
  label: string;
  parts: readonly BalancePart[];
  /** Called when the person asks what a part is made of. */
  onOpen: (kind: BalanceKind) => void;
  /** `hidden` draws no proportions, because they reveal figures; `unknown` is not an empty balance. */
  state?: 'known' | 'hidden' | 'unknown';
}

const fills: Record<BalanceKind, string> = {
  available: 'bar-available',
  pending: 'bar-pending',
  frozen: 'bar-frozen',
};

/** The total divided into its parts in true proportion; a part above zero is always visible. Each part opens. */
export function BalanceBar({ label, parts, onOpen, state = 'known' }: BalanceBarProps) {
  const id = useId();
  const drawn = state === 'known' ? parts.filter((part) => part.share > 0) : [];
  return (
    <div className="flex flex-col gap-3">
      <div
        aria-hidden
        className={classes(
          'flex h-7 gap-0.5 rounded-field',
          drawn.length === 0 && (state === 'unknown' ? 'bar-unknown' : 'border border-edge bg-raised'),
        )}
      >
        {drawn.map((part) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: a way for the pointer to the button below, which is the control
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above
          <div
            key={part.kind}
            onClick={() => press(`${id}${part.kind}`)}
            data-part={part.kind}
            className={classes(
              'min-w-2 cursor-pointer rounded-xs transition-opacity first:rounded-l-field last:rounded-r-field hover:opacity-80',
              fills[part.kind],
            )}
            style={{ flex: `${part.share} 1 0%` }}
          />
        ))}
      </div>
      {/* The content of the rows, which have a margin for the colour under the pointer, begins and ends with the bar. */}
      <ul aria-label={label} className="-mx-2 grid">
        {parts.map((part) => (
          <li key={part.kind}>
            <Button
              id={`${id}${part.kind}`}
              aria-haspopup="dialog"
              onPress={() => onOpen(part.kind)}
              className="group flex min-h-touch w-full cursor-pointer items-start gap-2.5 rounded-field p-2 text-left transition-colors hover:bg-ink/5"
            >
              <span
                aria-hidden
                className={classes('mt-1.75 size-3.5 shrink-0 rounded-xs', fills[part.kind])}
              />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
                <span className="text-muted text-sm">
                  {part.label}
                  <span className="sr-only">: </span>
                </span>
                {part.amount}
                {part.note !== undefined && <span className="text-muted text-sm">{part.note}</span>}
              </span>
              <ChevronRight
                size={16}
                strokeWidth={1.75}
                aria-hidden
                className="mt-1.5 shrink-0 text-faint group-hover:text-ink"
              />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Focuses the button first, so that the focus returns there when the opened part is closed. */
function press(id: string) {
  const button = document.getElementById(id);
  button?.focus();
  button?.click();
}
