import { useSelector } from '@xstate/react';
import { ArrowDownToLine } from 'lucide-react';
import type { User } from '../../../contract/user.ts';
import { Card } from '../../components/base/Card.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { transactionsAddress } from '../../machines/money/transactionsQuery.ts';
import type { LatestRef, LoginMethodsRef } from '../../machines/wallet/portfolioArea.ts';
import { useTexts } from '../core/useTexts.ts';
import { FirstSteps } from './FirstSteps.tsx';

interface Props {
  status: User['kyc_status'];
  /** Null until its code has loaded. */
  latest: LatestRef | null;
  loginMethods: LoginMethodsRef | null;
}

/** Suggestions for a wallet that holds nothing. */
export function EmptyWallet({ status, latest, loginMethods }: Props) {
  const { t } = useTexts('wallet');
  // Without a deposit there is nothing to send, exchange or withdraw.
  const hasDeposit = useSelector(latest ?? undefined, (state) => {
    const read = state?.context.data;
    return read ? read.data.some((transaction) => transaction.status === 'completed') : null;
  });
  const methods = useSelector(loginMethods ?? undefined, (state) => state?.context.data ?? null);
  return (
    <Card className="flex min-h-103 flex-col gap-6">
      <div className="flex flex-col gap-4">
        <div className="flex flex-col gap-1">
          <h2 className="font-semibold text-lg">{t('wallet:empty.title')}</h2>
          <p className="text-muted">{t('wallet:empty.text')}</p>
        </div>
        <LinkButton variant="primary" isWide href={transactionsAddress('receive')}>
          <ArrowDownToLine {...iconProps} />
          {t('wallet:empty.receive')}
        </LinkButton>
      </div>
      <FirstSteps
        hasEmail={methods?.email_confirmed ?? null}
        sendsEmails={methods?.emails !== false}
        status={status}
        hasDeposit={hasDeposit}
      />
    </Card>
  );
}
