import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react';
import { amountParts } from '../../../contract/amountParts.ts';
import { classes } from '../base/classes.ts';
import { numberFormat } from './numberFormat.ts';

type Direction = 'up' | 'down' | 'flat';

export interface ChangeProps {
  /** Percent as a plain decimal string (`-1.25`), or null while unknown. */
  value: string | null;
  locale: string;
  labels: Record<Direction | 'unknown', string>;
}

const looks = {
  up: { Glyph: ArrowUpRight, tone: 'text-gain' },
  down: { Glyph: ArrowDownRight, tone: 'text-loss' },
  flat: { Glyph: Minus, tone: 'text-muted' },
} as const;

/** A change in percent: arrow, sign and word show the direction; colour only supports them. */
export function Change({ value, locale, labels }: ChangeProps) {
  const parts =
    value === null ? null : amountParts(value, locale, { maximumFractionDigits: 2, signDisplay: 'always' });
  if (!parts) {
    return (
      <span className="text-muted">
        <span aria-hidden>—</span>
        <span className="sr-only">{labels.unknown}</span>
      </span>
    );
  }
  const direction: Direction = parts.sign === '' ? 'flat' : parts.sign === '+' ? 'up' : 'down';
  const { Glyph, tone } = looks[direction];
  return (
    <span
      className={classes(
        'inline-flex items-baseline gap-1 whitespace-nowrap tabular-nums tracking-tight',
        tone,
      )}
    >
      <Glyph size={16} strokeWidth={2} aria-hidden className="self-center" />
      <span className="sr-only">{labels[direction]}</span>
      <span>
        {parts.isBelowShown && '<\u00a0'}
        {parts.sign}
        {parts.whole}
        {parts.decimalSign}
        {parts.fraction}
        {percentSign(locale)}
      </span>
    </span>
  );
}

/** `%` in English, no-break space and `%` in Russian. */
function percentSign(locale: string): string {
  return numberFormat(locale, { style: 'percent' })
    .formatToParts(0)
    .filter((part) => part.type === 'literal' || part.type === 'percentSign')
    .map((part) => part.value)
    .join('');
}
