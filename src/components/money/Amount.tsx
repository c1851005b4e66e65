import { type AmountDigits, type AmountParts, amountParts } from '../../../contract/amountParts.ts';
import { classes } from '../base/classes.ts';

interface AmountLabels {
  /** Announced instead of the amount while balances are hidden. */
  hidden: string;
  /** Announced for an unknown amount, which is never shown as 0. */
  unknown: string;
}

export interface AmountProps extends AmountDigits {
  /** A plain decimal string as on the wire (`1234.5`), or null while unknown. Anything else counts as unknown. */
  value: string | null;
  locale: string;
  /** Shown after the number: `USDT`. */
  token?: string;
  labels: AmountLabels;
  /** Draws a mask of constant width, and keeps the amount out of the page. */
  isHidden?: boolean;
  size?: 'xs' | 'sm' | 'base' | 'lg' | 'xl' | '2xl';
}

const sizes = {
  xs: 'text-xs',
  sm: 'text-sm',
  base: 'text-base',
  lg: 'text-lg',
  xl: 'text-xl',
  '2xl': 'text-2xl',
} as const;
/** In headlines the fraction and the token are smaller as well as muted. */
const smallerSizes = { xs: '', sm: '', base: '', lg: '', xl: 'text-lg', '2xl': 'text-xl' } as const;
/** From this many digits on, the fraction of the largest size is smaller still, so that the number keeps to one line of a phone. */
const manyDigits = 13;
/** From this many on, an amount of the base size is smaller, so that a row of a phone has room for what it is. */
const mostDigits = 18;
/** Of this many, the most that six significant digits and 18 decimals take, it is smaller still, and never broken between its digits. */
const unbrokenDigits = 20;

/** An amount of money: strong whole part, muted fraction (strong below one), then the token. Only rounds down. */
export function Amount({
  value,
  locale,
  token,
  labels,
  isHidden = false,
  size = 'base',
  ...digits
}: AmountProps) {
  const parts = value === null ? null : amountParts(value, locale, digits);
  const isKnown = parts !== null && value !== null;
  const length = parts === null ? 0 : parts.whole.length + parts.fraction.length;
  const smaller = length >= manyDigits && size === '2xl' ? 'text-base' : smallerSizes[size];
  const isUnbroken = length <= unbrokenDigits && smallerSizes[size] === '';
  const fitting = size !== 'base' || length < mostDigits ? size : length === unbrokenDigits ? 'xs' : 'sm';
  return (
    <span className={classes('tabular-nums tracking-tight [overflow-wrap:anywhere]', sizes[fitting])}>
      {isHidden && <Stand mark="••••••" label={labels.hidden} />}
      {!isHidden && isKnown && (
        <data value={value} className={isUnbroken ? 'min-[24rem]:whitespace-nowrap' : undefined}>
          <Digits parts={parts} smaller={smaller} />
        </data>
      )}
      {!(isHidden || isKnown) && <Stand mark="— —" label={labels.unknown} />}
      {token !== undefined && (
        <>
          {' '}
          <span className={classes('whitespace-nowrap text-muted', smaller)}>{token}</span>
        </>
      )}
    </span>
  );
}

function Digits({ parts, smaller }: { parts: AmountParts; smaller: string }) {
  return (
    <>
      <span className="font-semibold">
        {parts.isBelowShown && '<\u00a0'}
        {parts.sign}
        {parts.whole}
      </span>
      {parts.fraction !== '' && (
        <span className={parts.isFractional ? 'font-semibold' : classes('text-muted', smaller)}>
          {parts.decimalSign}
          {parts.fraction}
        </span>
      )}
    </>
  );
}

/** A sign for the eye and a word for screen readers. */
function Stand({ mark, label }: { mark: string; label: string }) {
  return (
    <span className="text-muted">
      <span aria-hidden>{mark}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
