import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { failureNamespaces } from '../core/failureText.ts';
import { AccountEmailsPanel } from './AccountEmailsPanel.tsx';
import { GooglePanel } from './GooglePanel.tsx';
import type { SignInMethodsProps } from './SignInMethods.tsx';
import { WalletPanel } from './WalletPanel.tsx';

/** One of the sign-in methods beside a password, in place of the form. */
export function SignInMethodsPanel({
  browserWallet,
  google,
  accountEmails,
}: Omit<SignInMethodsProps, 'offeredMethods'>) {
  const { t } = useTranslation(failureNamespaces);
  const hasWallet = useSelector(browserWallet, (snapshot) => snapshot.hasTag('instead'));
  const hasGoogle = useSelector(google, (snapshot) => snapshot.hasTag('instead'));
  const hasEmails = useSelector(accountEmails, (snapshot) => snapshot.hasTag('instead'));
  return (
    <div className="flex flex-col gap-6">
      <PageTitle>{t('auth:login.title')}</PageTitle>
      {hasWallet && <WalletPanel actor={browserWallet} />}
      {hasGoogle && !hasWallet && <GooglePanel actor={google} />}
      {hasEmails && !hasWallet && !hasGoogle && <AccountEmailsPanel actor={accountEmails} />}
    </div>
  );
}
