import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import type { ButtonVariant } from './buttonClasses.ts';
import { iconProps } from './icon.ts';

interface Props {
  /** The text to copy. */
  value: string;
  label: string;
  copiedLabel: string;
  /** Shown when the browser forbids copying: the text has to be selected by hand. */
  failedLabel: string;
  variant?: ButtonVariant;
}

const confirmationMs = 2000;

/** Copies a text and confirms it in place, where the person is looking. */
export function CopyButton({ value, label, copiedLabel, failedLabel, variant = 'secondary' }: Props) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);

  // The confirmation disappears after a while; the timer must stop with the button.
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), confirmationMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  const Glyph = outcome === 'copied' ? Check : Copy;
  return (
    <Button variant={variant} onPress={() => void copy()}>
      <Glyph {...iconProps} />
      <span aria-live="polite">
        {outcome === null ? label : outcome === 'copied' ? copiedLabel : failedLabel}
      </span>
    </Button>
  );
}
