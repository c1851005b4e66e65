import { compareDecimals } from '../../../contract/money.ts';
import type { TransactionQuote } from '../../../contract/transactions.ts';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { useTexts } from '../core/useTexts.ts';
import { ChangedQuote } from '../money/ChangedQuote.tsx';

interface Props {
  quote: TransactionQuote;
  /** The quote that the person accepted last. */
  agreed: TransactionQuote;
  onAccept: () => void;
}

/** How a new quote differs from the accepted one. */
export function ChangedPayment({ quote, agreed, onAccept }: Props) {
  const { t, locale, amountLabels } = useTexts('transactions');
  const amounts = [
    { term: t('transactions:payment.leaves'), of: ({ total }: TransactionQuote) => total },
    { term: t('transactions:flow.fee'), of: ({ fee }: TransactionQuote) => fee.amount },
    {
      term: t('transactions:payment.receives'),
      of: ({ amount }: TransactionQuote) => amount,
    },
  ]
    .filter(({ of }) => compareDecimals(of(agreed), of(quote)) !== 0)
    .map(({ term, of }) => ({
      term,
      before: <Amount value={of(agreed)} locale={locale} labels={amountLabels} />,
      now: <Amount value={of(quote)} token={quote.token} locale={locale} labels={amountLabels} />,
    }));
  const facts = [
    {
      term: t('transactions:recipient.paidBefore'),
      of: ({ recipient }: TransactionQuote) =>
        t(recipient.first_time ? 'transactions:recipient.no' : 'transactions:recipient.yes'),
    },
    {
      term: t('transactions:recipient.type'),
      of: ({ recipient }: TransactionQuote) =>
        t(recipient.is_account ? 'transactions:recipient.ofAccount' : 'transactions:recipient.external'),
    },
  ]
    .filter(({ of }) => of(agreed) !== of(quote))
    .map(({ term, of }) => ({ term, before: of(agreed), now: of(quote) }));
  const addresses = [
    { term: t('transactions:payment.recipient'), of: ({ to }: TransactionQuote) => to },
    {
      term: t('transactions:recipient.resembles'),
      of: ({ recipient }: TransactionQuote) => recipient.looks_like,
    },
  ]
    .filter(({ of }) => of(agreed) !== of(quote))
    .map(({ term, of }) => ({
      term,
      before: <Address value={of(agreed)} />,
      now: <Address value={of(quote)} />,
    }));
  return <ChangedQuote terms={[...amounts, ...facts, ...addresses]} onAccept={onAccept} />;
}

function Address({ value }: { value: string | null }) {
  const { t } = useTexts('transactions');
  return value === null ? t('transactions:recipient.none') : <MonoGroups value={value} />;
}
