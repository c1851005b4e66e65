import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { amountText } from '../../../contract/amountParts.ts';
import { Amount, type AmountProps } from './Amount.tsx';

const short = { significantDigits: 6 };

interface Props extends Omit<AmountProps, 'maximumFractionDigits' | 'significantDigits'> {
  /** Tells screen readers what a click does: "all digits". */
  more: string;
}

/** An amount with six significant digits, or all after a click. Must not be inside a link or a button. */
export function ExpandableAmount({ more, ...amount }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { value, locale, isHidden = false } = amount;
  const isWhole = value === null || amountText(value, locale, short) === amountText(value, locale);
  if (isHidden || isWhole) return <Amount {...amount} />;
  return (
    <Button
      aria-expanded={isOpen}
      onPress={() => setOpen(!isOpen)}
      className="-my-3 min-h-touch cursor-pointer rounded-sm py-3 text-right underline decoration-1 decoration-dotted underline-offset-4"
    >
      <Amount {...amount} {...(!isOpen && short)} />
      <span className="sr-only">, {more}</span>
    </Button>
  );
}
