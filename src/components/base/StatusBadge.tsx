import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** `plain` is for neutral statuses, and for one that this version does not know. */
export type Tone = 'gain' | 'loss' | 'wait' | 'halt' | 'plain';

const tones: Record<Tone, string> = {
  gain: 'border-gain text-gain',
  loss: 'border-loss text-loss',
  wait: 'border-wait border-dashed text-wait',
  halt: 'border-halt border-double text-halt',
  plain: 'border-edge text-muted',
};

interface Props {
  tone: Tone;
  /** Whether it is inside a line of text, without a border. */
  isInline?: boolean;
  children: ReactNode;
}

/** A status in one word; colour and border only support the word. */
export function StatusBadge({ tone, isInline = false, children }: Props) {
  return (
    <span
      className={classes(
        'font-medium text-xs',
        !isInline && 'inline-flex items-center rounded-full border px-2 py-0.5',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
