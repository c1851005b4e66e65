import { useRef } from 'react';
import { exactText } from '../../../contract/amountParts.ts';
import { amountAsTyped, amountChoices, typedAmount } from '../../../contract/typedMoney.ts';
import { Button } from '../../components/base/Button.tsx';
import { AmountField, type AmountFieldProps } from '../../components/fields/AmountField.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props extends Omit<AmountFieldProps, 'read' | 'write'> {
  /** The amount's token, which a pasted amount may have after the number. */
  symbol?: string;
}

/** An amount field whose `value` is language-independent. It shows what was typed as long as that means the value. */
export function TypedAmountField({ symbol, value, onChange, error, advice, ...props }: Props) {
  const { t, locale } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const choices = amountChoices(value);
  const choose = (choice: string) => {
    onChange(choice);
    input.current?.focus();
  };
  const question = choices && {
    text: t('validation:amount.which', {
      decimal: exactText(choices[0], locale),
      whole: exactText(choices[1], locale),
    }),
    action: choices.map((choice) => (
      <Button key={choice} variant="secondary" onPress={() => choose(choice)}>
        {exactText(choice, locale)}
      </Button>
    )),
  };
  // The advice says the same as the error, with figures.
  const told = question ?? advice;
  return (
    <AmountField
      {...props}
      inputRef={input}
      value={value}
      onChange={onChange}
      read={(text) => typedAmount(text, locale, symbol)}
      write={(amount) => amountAsTyped(amount, locale)}
      {...(told !== undefined && { advice: told })}
      error={
        told && error !== undefined ? (
          <>
            {told.text} {told.action}
          </>
        ) : (
          error
        )
      }
    />
  );
}
