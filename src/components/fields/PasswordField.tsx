import { Check, Eye, EyeOff, Minus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classes } from '../base/classes.ts';
import { IconButton } from '../base/IconButton.tsx';
import { iconProps } from '../base/icon.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface PasswordRule {
  label: string;
  isMet: boolean;
  /** For screen readers, which do not see the tick: "done", "not yet". */
  stateLabel: string;
}

export interface PasswordFieldProps extends Omit<TextFieldProps, 'end' | 'placeholder' | 'type'> {
  revealLabel: string;
  hideLabel: string;
  /** A `StrengthMeter`. */
  strength?: ReactNode;
  rules?: readonly PasswordRule[];
  /** `current-password` for signing in, `new-password` for choosing one. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password that can be revealed, with an optional strength meter and checklist from the caller. */
export function PasswordField({
  revealLabel,
  hideLabel,
  strength,
  rules,
  description,
  ...props
}: PasswordFieldProps) {
  const [isRevealed, setRevealed] = useState(false);
  const help = rules ? (
    <>
      {description}
      <RuleList rules={rules} />
    </>
  ) : (
    description
  );
  return (
    <div className="flex flex-col gap-2">
      <TextField
        {...props}
        description={help}
        type={isRevealed ? 'text' : 'password'}
        spellCheck="false"
        autoCapitalize="none"
        end={
          <IconButton
            icon={isRevealed ? EyeOff : Eye}
            label={isRevealed ? hideLabel : revealLabel}
            onPress={() => setRevealed(!isRevealed)}
          />
        }
      />
      {strength}
    </div>
  );
}

function RuleList({ rules }: { rules: readonly PasswordRule[] }) {
  return (
    <ul className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
      {rules.map((rule) => {
        const Glyph = rule.isMet ? Check : Minus;
        return (
          <li key={rule.label} className={classes('flex items-center gap-1.5', rule.isMet && 'text-gain')}>
            <Glyph {...iconProps} size={16} className="shrink-0" />
            {rule.label}
            <span className="sr-only">, {rule.stateLabel}</span>
          </li>
        );
      })}
    </ul>
  );
}
