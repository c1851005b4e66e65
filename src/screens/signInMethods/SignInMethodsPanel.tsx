import { useSelector } from '@xstate/react';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { failureNamespaces } from '../core/failureText.ts';
import { useTranslation } from '../core/useTranslation.ts';
import { AccountEmailsPanel } from './AccountEmailsPanel.tsx';
import { GooglePanel } from './GooglePanel.tsx';
import { PasskeyPanel } from './PasskeyPanel.tsx';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';
import type { SignInMethodsProps } from './SignInMethods.tsx';
import { WalletPanel } from './WalletPanel.tsx';

/** One of the sign-in methods beside a password, in place of the form. */
export function SignInMethodsPanel({
  offeredMethods,
  browserWallet,
  google,
  accountEmails,
  secondFactor,
  passkey,
}: SignInMethodsProps) {
  const { t } = useTranslation(failureNamespaces);
  const hasPasskey = useSelector(passkey, (snapshot) => snapshot.hasTag('instead'));
  const hasSecond = useSelector(secondFactor, (snapshot) => snapshot.hasTag('instead'));
  const hasWallet = useSelector(browserWallet, (snapshot) => snapshot.hasTag('instead'));
  const hasGoogle = useSelector(google, (snapshot) => snapshot.hasTag('instead'));
  const support = useSelector(offeredMethods, (snapshot) => snapshot.context.data?.support_email ?? null);
  const hasEmails = useSelector(accountEmails, (snapshot) => snapshot.hasTag('instead'));
  return (
    <div className="flex flex-col gap-6">
      <PageTitle isHidden>{t('auth:login.title')}</PageTitle>
      {hasPasskey ? (
        <PasskeyPanel actor={passkey} />
      ) : hasSecond ? (
        <SecondFactorPanel actor={secondFactor} passkey={passkey} support={support} />
      ) : hasWallet ? (
        <WalletPanel actor={browserWallet} />
      ) : hasGoogle ? (
        <GooglePanel actor={google} offeredMethods={offeredMethods} />
      ) : (
        hasEmails && <AccountEmailsPanel actor={accountEmails} />
      )}
    </div>
  );
}
