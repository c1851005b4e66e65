import { classes } from '../base/classes.ts';

export interface PasswordStrength {
  /** From 0, nothing typed, to 4, strong. */
  level: 0 | 1 | 2 | 3 | 4;
  /** "Strength: good". */
  label: string;
}

const strengthTones = ['bg-line', 'bg-loss', 'bg-wait', 'bg-gain', 'bg-gain'] as const;

/** The strength of a password, as a bar and in words. */
export function StrengthMeter({ level, label }: PasswordStrength) {
  return (
    <div className="flex items-center gap-3">
      <div aria-hidden className="grid flex-1 grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={classes(
              'h-1 rounded-full transition-colors',
              step <= level ? strengthTones[level] : 'bg-line',
            )}
          />
        ))}
      </div>
      <span aria-live="polite" className="text-muted text-sm">
        {label}
      </span>
    </div>
  );
}
