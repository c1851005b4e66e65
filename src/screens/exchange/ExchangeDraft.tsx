import { useSelector } from '@xstate/react';
import { ArrowDownUp } from 'lucide-react';
import type { Rates } from '../../../contract/rates.ts';
import { isTokenSymbol, tokenSymbols, tokens } from '../../../contract/tokens.ts';
import { AmountField } from '../../components/AmountField.tsx';
import { Card } from '../../components/Card.tsx';
import { Form } from '../../components/Form.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Select } from '../../components/Select.tsx';
import type { ExchangeWalletRef } from '../../machines/exchangeArea.ts';
import {
  type ExchangeRef,
  type ExchangeSnapshot,
  estimate,
  withToken,
} from '../../machines/exchangeMachine.ts';
import { shareOf } from '../../machines/typedAmount.ts';
import { FormSummary } from '../formView.tsx';
import { asTyped, exactText } from '../money/amountText.ts';
import { ReturnedPayment } from '../money/ReturnedPayment.tsx';
import { ruleText } from '../ruleText.ts';
import { SubmitRow } from '../SubmitRow.tsx';
import { useExchangeWords } from './exchangeWords.ts';

interface Props {
  exchange: ExchangeRef;
  state: ExchangeSnapshot;
  wallet: ExchangeWalletRef;
  rates: Rates | null;
  isHidden: boolean;
}

const percents = [25, 50, 75, 100];

/** What a person wants: one of the two amounts is theirs, the other follows at today's rate until there is an offer. */
export function ExchangeDraft({ exchange, state, wallet, rates, isHidden }: Props) {
  const { t, locale } = useExchangeWords();
  const { values, errors } = state.context;
  const balances = useSelector(wallet, (snapshot) => snapshot.context.data?.tokens ?? null);
  const available = balances?.find(({ symbol }) => symbol === values.from);
  const guess = estimate(values, rates);
  const isPaid = values.side !== 'receive';
  const change = (changed: Partial<typeof values>) =>
    exchange.send({ type: 'fields.changed', values: changed });
  const error = errors.amount && t(ruleText('amount', errors.amount));
  const side = (mine: 'pay' | 'receive') => ({
    id: mine === values.side ? 'field-amount' : 'field-estimate',
    value: mine === values.side ? values.amount : asTyped(guess, locale),
    error: mine === values.side ? error : undefined,
    onChange: (amount: string) => change({ side: mine, amount }),
  });

  return (
    <div className="flex flex-col gap-4">
      {state.matches({ here: { drafting: 'returned' } }) && <ReturnedPayment />}
      <FormSummary context={state.context} order={['amount']} refusal="common:errors.general" />
      <Form onSubmit={() => exchange.send({ type: 'quote.requested' })}>
        <Card className="flex flex-col gap-4">
          <Side
            label={t('exchange:payToken')}
            token={values.from}
            onTokenChange={(token) => change(withToken(values, 'from', token))}
          >
            <AmountField
              {...side('pay')}
              label={t('exchange:pay')}
              placeholder="0"
              description={
                available
                  ? t('transactions:flow.available', {
                      amount: isHidden ? '••••••' : exactText(available.available, locale),
                      token: values.from,
                    })
                  : t('transactions:flow.balancesUnknown')
              }
              shares={
                available
                  ? percents.map((percent) => ({
                      label: percent === 100 ? t('transactions:flow.max') : `${percent}\u00a0%`,
                      description:
                        percent === 100
                          ? t('transactions:flow.maxOf')
                          : t('transactions:flow.share', { percent }),
                      onPress: () =>
                        change({
                          side: 'pay',
                          amount: asTyped(shareOf(available, percent, tokenOf(values.from)), locale),
                        }),
                    }))
                  : []
              }
            />
          </Side>
          <div className="flex items-center gap-3">
            <span className="h-px flex-1 bg-line" />
            <IconButton
              icon={ArrowDownUp}
              label={t('exchange:flip')}
              onPress={() => change({ from: values.to, to: values.from, side: isPaid ? 'receive' : 'pay' })}
            />
            <span className="h-px flex-1 bg-line" />
          </div>
          <Side
            label={t('exchange:receiveToken')}
            token={values.to}
            onTokenChange={(token) => change(withToken(values, 'to', token))}
          >
            <AmountField
              {...side('receive')}
              label={t('exchange:receive')}
              placeholder="0"
              description={t(rates && rates.pairs.length > 0 ? 'exchange:estimate' : 'exchange:noRate')}
            />
          </Side>
        </Card>
        <SubmitRow
          label={t('exchange:request')}
          busyLabel={t('exchange:requesting')}
          isBusy={state.hasTag('busy')}
          isSlow={state.hasTag('slow')}
          secondsLeft={null}
          onCancel={() => exchange.send({ type: 'draft.resumed' })}
        />
      </Form>
    </div>
  );
}

interface SideProps {
  label: string;
  token: string;
  onTokenChange: (token: string) => void;
  children: React.ReactNode;
}

/** An amount and its token, side by side where there is room. */
function Side({ label, token, onTokenChange, children }: SideProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-[1fr_9rem] sm:items-start">
      {children}
      <Select
        label={label}
        options={tokenSymbols.map((symbol) => ({ value: symbol, label: symbol }))}
        value={isTokenSymbol(token) ? token : null}
        onChange={onTokenChange}
      />
    </div>
  );
}

const tokenOf = (symbol: string) => tokens[isTokenSymbol(symbol) ? symbol : 'ZST'];
