import { classes } from './classes.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'link';

const base =
  'inline-flex min-h-touch cursor-pointer select-none items-center justify-center gap-2 rounded-field py-2 text-center font-medium transition-colors aria-disabled:cursor-not-allowed';

const looks: Record<ButtonVariant, string> = {
  primary:
    'border border-zest bg-zest px-4 text-on-zest hover:brightness-95 data-pressed:brightness-90 forced-colors:border-current',
  secondary:
    'border border-edge bg-surface px-4 text-ink hover:bg-raised hover:border-ink data-pressed:bg-line',
  quiet: 'border border-transparent px-4 text-ink hover:bg-ink/6 data-pressed:bg-ink/10',
  danger: 'border border-loss bg-surface px-4 text-loss hover:bg-loss/8 data-pressed:bg-loss/14',
  // Without a frame, so that it begins where the text above it does.
  link: 'text-zest-ink underline decoration-1 underline-offset-4 hover:decoration-2',
};

/** The style of an unusable button: readable, because it explains itself, but clearly disabled. */
const refused = 'border border-edge border-dashed bg-transparent px-4 text-muted';

/** The look shared by Button and LinkButton. */
export function buttonClasses(variant: ButtonVariant, isRefused = false): string {
  return classes(base, isRefused ? refused : looks[variant]);
}
