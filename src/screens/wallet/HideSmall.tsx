import { useSelector } from '@xstate/react';
import { exactText } from '../../../contract/amountParts.ts';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { smallBelow } from './tokens.ts';

interface Props {
  preferences: PreferencesRef;
  currency: string;
  /** How many tokens it hides now. */
  count: number;
}

/** A switch that hides small tokens, and says how many. */
export default function HideSmall({ preferences, currency, count }: Props) {
  const { t, locale } = useTexts('wallet');
  const isOn = useSelector(preferences, (state) => state.context.hideSmall);
  const amount = `${exactText(smallBelow, locale)}\u00a0${currency}`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 text-sm">
      <Checkbox isSelected={isOn} onChange={() => preferences.send({ type: 'small.toggled' })}>
        {t('wallet:tokens.hideSmall', { amount })}
      </Checkbox>
      <p role="status" className="text-muted">
        {count > 0 && t('wallet:tokens.smallHidden', { count })}
      </p>
    </div>
  );
}
