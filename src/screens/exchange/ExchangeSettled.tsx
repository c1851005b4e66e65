import { CircleCheck } from 'lucide-react';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { QuietActions } from '../../components/base/QuietActions.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import type { ExchangeRef, ExchangeSnapshot } from '../../machines/money/exchangeMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { QuoteFacts } from './ExchangeReview.tsx';

interface Props {
  exchange: ExchangeRef;
  state: ExchangeSnapshot;
}

/** The outcome of an exchange, shown only when the server has confirmed it. */
export function ExchangeSettled({ exchange, state }: Props) {
  const { t } = useTexts('exchange', 'transactions');
  const { result } = state.context;
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex gap-3">
        <CircleCheck {...iconProps} className="mt-1 shrink-0 text-gain" />
        <StepTitle>{t('exchange:settledTitle')}</StepTitle>
      </div>
      {result ? <QuoteFacts quote={result} isPast /> : <p>{t('exchange:settledUnread')}</p>}
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button
          onPress={() => {
            // The button disappears with the receipt, so the focus moves to the page's title.
            document.getElementById('page-title')?.focus();
            exchange.send({ type: 'flow.restarted' });
          }}
        >
          {t('exchange:again')}
        </Button>
        <LinkButton href={result ? `/transactions/history?id=${result.id}` : '/transactions/history'}>
          {t('exchange:details')}
        </LinkButton>
        <QuietActions>
          <LinkButton href="/wallet" variant="quiet">
            {t('exchange:toWallet')}
          </LinkButton>
        </QuietActions>
      </div>
    </Card>
  );
}
