import { CircleAlert, CircleCheck, Info, LoaderCircle, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { classes } from '../base/classes.ts';
import { IconButton } from '../base/IconButton.tsx';
import { type Icon, iconProps } from '../base/icon.ts';

/** Spec section 9. */
const visibleAtOnce = 3;
const durationMs = 4000;

const looks: Record<Toast['type'], { icon: Icon; tone: string }> = {
  success: { icon: CircleCheck, tone: 'border-gain bg-gain text-paper' },
  error: { icon: CircleAlert, tone: 'border-loss bg-loss text-paper' },
  loading: { icon: LoaderCircle, tone: 'border-ink bg-ink text-paper' },
  blank: { icon: Info, tone: 'border-ink bg-ink text-paper' },
  custom: { icon: Info, tone: 'border-ink bg-ink text-paper' },
};

interface Props {
  label: string;
  dismissLabel: string;
  /** For callers that time toasts without their own duration. */
  onReadingChange?: (isReading: boolean) => void;
  onDismiss?: (id: string) => void;
}

/**
 * Draws the toasts of react-hot-toast/headless: the newest three, top right, for four seconds, paused while being read.
 * Headless, because the package's own toasts write `<style>` elements, which the content policy forbids.
 */
export function Toaster({ label, dismissLabel, onReadingChange, onDismiss }: Props) {
  const { toasts, handlers } = useToaster({ duration: durationMs });
  const endPause = useRef(handlers.endPause);
  useEffect(() => {
    endPause.current = handlers.endPause;
  });
  // The pause is kept outside of React: if it outlived who is reading, every later toast would stay.
  useEffect(() => () => endPause.current(), []);
  const startReading = () => {
    handlers.startPause();
    onReadingChange?.(true);
  };
  const endReading = () => {
    handlers.endPause();
    onReadingChange?.(false);
  };
  const shown = toasts.filter((each) => each.visible).slice(0, visibleAtOnce);
  return (
    <section
      aria-label={label}
      // Without it react-aria hides it from screen readers, and from the pointer, while a dialog is open.
      data-react-aria-top-layer
      className="pointer-events-none fixed top-0 right-0 z-60 max-w-full p-3"
      onPointerEnter={startReading}
      onPointerLeave={endReading}
      onFocus={startReading}
      onBlur={endReading}
    >
      <ol aria-live="polite" aria-relevant="additions" className="flex w-toast max-w-full flex-col gap-2">
        {shown.map((each) => (
          <ToastCard
            key={each.id}
            toast={each}
            dismissLabel={dismissLabel}
            onDismiss={() => {
              toast.dismiss(each.id);
              onDismiss?.(each.id);
            }}
          />
        ))}
      </ol>
    </section>
  );
}

interface ToastCardProps {
  toast: Toast;
  dismissLabel: string;
  onDismiss: () => void;
}

function ToastCard({ toast: each, dismissLabel, onDismiss }: ToastCardProps) {
  const { icon: Glyph, tone } = looks[each.type];
  return (
    <li
      className={classes(
        'pointer-events-auto flex animate-appear items-start gap-2 rounded-card border pl-3 shadow-float',
        tone,
      )}
    >
      <Glyph {...iconProps} className={classes('mt-3 shrink-0', each.type === 'loading' && 'animate-spin')} />
      <div className="min-w-0 flex-1 py-2.5">{resolveValue(each.message, each)}</div>
      <IconButton icon={X} label={dismissLabel} onPress={onDismiss} isInherited />
    </li>
  );
}
