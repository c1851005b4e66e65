import { classes } from './classes.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

const base =
  'inline-flex min-h-touch cursor-pointer select-none items-center justify-center gap-2 rounded-field border px-4 py-2 text-center font-medium transition-colors aria-disabled:cursor-not-allowed';

const looks: Record<ButtonVariant, string> = {
  primary:
    'border-zest bg-zest text-on-zest hover:brightness-95 data-pressed:brightness-90 forced-colors:border-current',
  secondary: 'border-edge bg-surface text-ink hover:bg-raised hover:border-ink data-pressed:bg-line',
  quiet: 'border-transparent text-ink hover:bg-ink/6 data-pressed:bg-ink/10',
  danger: 'border-loss bg-surface text-loss hover:bg-loss/8 data-pressed:bg-loss/14',
};

/** The style of an unusable button: readable, because it explains itself, but clearly disabled. */
const refused = 'border-edge border-dashed bg-transparent text-muted';

/** The look shared by Button and LinkButton. */
export function buttonClasses(variant: ButtonVariant, isRefused = false): string {
  return classes(base, isRefused ? refused : looks[variant]);
}
