import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { User } from '../../../contract/user.ts';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { TabLinks } from '../../components/base/TabLinks.tsx';
import type { PaymentRef } from '../../machines/money/paymentMachine.ts';
import type { SavedRecipientsRef } from '../../machines/money/savedRecipientsMachine.ts';
import type {
  DepositsRef,
  PaymentWalletRef,
  ReceiveAddressRef,
} from '../../machines/money/transactionsArea.ts';
import {
  readTransactionsQuery,
  transactionsAddress,
  transactionTabs,
} from '../../machines/money/transactionsQuery.ts';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import { UnavailableScreen } from '../core/ReadFailure.tsx';
import { isUnavailable } from '../core/unavailable.ts';
import { useTexts } from '../core/useTexts.ts';
import { PaymentTab } from './PaymentTab.tsx';
import { ReceiveTab } from './ReceiveTab.tsx';

interface Props {
  /** The query string of the address. */
  search: string;
  payment: PaymentRef;
  wallet: PaymentWalletRef;
  address: ReceiveAddressRef;
  deposits: DepositsRef;
  recipients: SavedRecipientsRef;
  preferences: PreferencesRef;
  freeze: User['freeze'];
  /** A deposit from a browser wallet, in place of the address. */
  byWallet?: ReactNode;
}

/** Sending, withdrawing and receiving; each tab has an address. */
export default function TransactionsScreen({
  search,
  payment,
  wallet,
  address,
  deposits,
  recipients,
  preferences,
  freeze,
  byWallet,
}: Props) {
  const { t } = useTexts('transactions');
  const { tab, token } = readTransactionsQuery(search);
  const isHidden = useSelector(preferences, (state) => state.context.hideBalances);
  const isMissing = useSelector(wallet, isUnavailable);
  if (isMissing) return <UnavailableScreen title={t('transactions:title')} />;
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <PageTitle>{t('transactions:title')}</PageTitle>
      <TabLinks
        label={t('transactions:tabs.label')}
        links={transactionTabs.map((each) => ({
          href: transactionsAddress(each, each === tab ? token : null),
          label: t(`transactions:tabs.${each}`),
          isCurrent: each === tab,
        }))}
      />
      {tab === 'receive' ? (
        <ReceiveTab
          token={token ?? 'ZST'}
          wallet={wallet}
          address={address}
          deposits={deposits}
          isHidden={isHidden}
          byWallet={byWallet}
        />
      ) : (
        <PaymentTab
          entry={tab}
          payment={payment}
          wallet={wallet}
          recipients={recipients}
          isHidden={isHidden}
          freeze={freeze}
        />
      )}
    </section>
  );
}
