import { CircleAlert, CircleCheck, Info, LoaderCircle, X } from 'lucide-react';
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { type Icon, iconProps } from './icon.ts';

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
  /** Name of the region. */
  label: string;
  dismissLabel: string;
}

/**
 * Draws what `toast` of react-hot-toast/headless is told: the newest three, top right, four seconds, waiting while looked at.
 * Headless, because the package's own toasts write `<style>` elements, which the content policy refuses.
 */
export function Toaster({ label, dismissLabel }: Props) {
  const { toasts, handlers } = useToaster({ duration: durationMs });
  const shown = toasts.filter((each) => each.visible).slice(0, visibleAtOnce);
  return (
    <section
      aria-label={label}
      className="pointer-events-none fixed top-0 right-0 z-60 w-toast max-w-full p-3"
      onPointerEnter={handlers.startPause}
      onPointerLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      <ol aria-live="polite" aria-relevant="additions" className="flex flex-col gap-2">
        {shown.map((each) => (
          <ToastCard key={each.id} toast={each} dismissLabel={dismissLabel} />
        ))}
      </ol>
    </section>
  );
}

function ToastCard({ toast: each, dismissLabel }: { toast: Toast; dismissLabel: string }) {
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
      <IconButton icon={X} label={dismissLabel} onPress={() => toast.dismiss(each.id)} isInherited />
    </li>
  );
}
