import { useSelector } from '@xstate/react';
import { amountText } from '../../../contract/amountParts.ts';
import { Segmented } from '../../components/base/Segmented.tsx';
import { type CurrencyRef, shownRate, valueCurrencies } from '../../machines/shell/currencyMachine.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

/** The currency of values, with its rate, or a note that none is known. */
export function CurrencyChoice({ currency: actor }: { currency: CurrencyRef }) {
  const { t, locale } = useTexts('profile');
  const kept = useSelector(actor, (state) => state.context);
  const { chosen, rates } = kept;
  const rate = shownRate(kept);
  const isUnknown = chosen !== 'USDT' && rates !== null && rate === null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{t('profile:appearance.currency')}</p>
        <Segmented
          legend={t('profile:appearance.currency')}
          options={valueCurrencies.map((value) => ({ value, label: value }))}
          value={chosen}
          onChange={(value) => actor.send({ type: 'currency.chosen', currency: value })}
        />
      </div>
      <p role="status" className="text-muted text-sm">
        {isUnknown && t('profile:appearance.unknownRate', { currency: chosen })}
        {rate &&
          t('profile:appearance.rate', {
            rate: amountText(rate.rate, locale, { significantDigits: 6 }),
            currency: rate.currency,
            time: instantText(rate.since, locale),
          })}
      </p>
      <p className="text-muted text-sm">{t('profile:appearance.currencyHelp')}</p>
    </div>
  );
}
