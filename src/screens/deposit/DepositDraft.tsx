import { useCallback, useMemo } from 'react';
import { exactText } from '../../../contract/amountParts.ts';
import type { Rule } from '../../../contract/rules.ts';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { Form } from '../../components/fields/Form.tsx';
import { amountIn, type DepositOffer, tokenIn } from '../../machines/deposit/walletDeposit.ts';
import type { WalletDepositRef, WalletDepositSnapshot } from '../../machines/deposit/walletDepositMachine.ts';
import { shareOf } from '../../machines/money/typedAmount.ts';
import { ruleText } from '../core/ruleText.ts';
import { SubmitRow } from '../core/SubmitRow.tsx';
import { useTexts } from '../core/useTexts.ts';
import { TypedAmountField } from '../money/TypedAmountField.tsx';
import { AddAsset } from './AddAsset.tsx';
import { ProblemNote } from './ProblemNote.tsx';
import { TransferFacts } from './TransferFacts.tsx';

interface Props {
  offer: DepositOffer;
  state: WalletDepositSnapshot;
  deposit: WalletDepositRef;
}

/** The form for the amount, with the wallet's balance. */
export function DepositDraft({ offer, state, deposit }: Props) {
  const { t, locale } = useTexts('transactions');
  const { token, minimum, chain } = offer;
  const { amount, account, balance, problem, submits } = state.context;
  const read = amountIn(state.context);
  const isChecking = state.matches('checking');
  const change = useCallback(
    (changed: string) => deposit.send({ type: 'amount.changed', amount: changed }),
    [deposit],
  );
  const shares = useMemo(() => {
    if (balance === null) return undefined;
    const all = shareOf({ available: balance }, 100, tokenIn(offer));
    return [
      {
        label: t('transactions:byWallet.max'),
        description: t('transactions:byWallet.maxOf', { token }),
        onPress: () => change(all),
      },
    ];
  }, [balance, offer, token, t, change]);
  const errorText = (rule: Rule): string => {
    if (rule === 'insufficient') return t('transactions:byWallet.tooMuch', { token });
    if (rule === 'too_small' && minimum !== null) {
      return t('transactions:byWallet.tooLittle', { amount: exactText(minimum, locale), token });
    }
    return t(ruleText('amount', rule));
  };
  const problemText = read.ok ? null : errorText(read.problem);
  const held =
    balance === null
      ? t('transactions:byWallet.balanceUnknown')
      : t('transactions:byWallet.inWallet', { amount: exactText(balance, locale), token });
  const least = minimum && t('transactions:byWallet.minimum', { amount: exactText(minimum, locale), token });
  return (
    <Form onSubmit={() => deposit.send({ type: 'transfer.requested' })}>
      <Card className="flex flex-col gap-5">
        <StepTitle key="drafting">{t('transactions:byWallet.title')}</StepTitle>
        {problem && <ProblemNote key={submits} problem={problem} offer={offer} />}
        <TypedAmountField
          id="field-amount"
          name="amount"
          label={`${t('transactions:payment.amount')}, ${token}`}
          placeholder="0"
          symbol={token}
          value={amount}
          onChange={change}
          isReadOnly={isChecking}
          advice={problemText !== null && amount !== '' ? { text: problemText } : null}
          description={least ? `${held}. ${least}` : held}
          {...(problemText !== null && submits > 0 && { error: problemText })}
          {...(shares && { shares: isChecking ? null : shares })}
        />
        {account && <TransferFacts token={token} network={chain.name} from={account} to={offer.address} />}
        <SubmitRow
          label={
            read.ok
              ? t('transactions:byWallet.submitAmount', { amount: exactText(read.value.wire, locale), token })
              : t('transactions:byWallet.submit')
          }
          busyLabel={t('transactions:byWallet.checking')}
          isBusy={isChecking}
          isSlow={isChecking}
          secondsLeft={null}
          onCancel={() => deposit.send({ type: 'transfer.left' })}
        >
          <p className="text-muted text-sm">
            {t('transactions:byWallet.gas', { currency: chain.native_currency })}
          </p>
        </SubmitRow>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="quiet"
            reason={isChecking ? t('transactions:byWallet.checking') : undefined}
            isBrief
            onPress={() => deposit.send({ type: 'wallet.changed' })}
          >
            {t('transactions:byWallet.changeWallet')}
          </Button>
          <AddAsset offer={offer} state={state} />
        </div>
      </Card>
    </Form>
  );
}
