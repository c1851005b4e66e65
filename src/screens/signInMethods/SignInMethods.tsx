import { useSelector } from '@xstate/react';
import { Fingerprint, KeyRound, Wallet } from 'lucide-react';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { borrowFocus } from '../../components/base/takeLostFocus.ts';
import type { AccountEmailsRef } from '../../machines/auth/accountEmailsMachine.ts';
import type { BrowserWalletRef } from '../../machines/auth/browserWalletMachine.ts';
import type { GoogleRef } from '../../machines/auth/googleMachine.ts';
import type { PasskeySignInRef } from '../../machines/auth/passkeySignInMachine.ts';
import type { SecondFactorRef } from '../../machines/auth/secondFactorMachine.ts';
import type { SignInMethodsRef } from '../../machines/auth/signInMethodsMachine.ts';
import { failureNamespaces } from '../core/failureText.ts';
import { useTranslation } from '../core/useTranslation.ts';
import { SupportContact } from './SupportContact.tsx';
import { whyNot } from './signInWords.ts';

export interface SignInMethodsProps {
  offeredMethods: SignInMethodsRef;
  browserWallet: BrowserWalletRef;
  google: GoogleRef;
  accountEmails: AccountEmailsRef;
  secondFactor: SecondFactorRef;
  passkey: PasskeySignInRef;
}

interface Props extends Omit<SignInMethodsProps, 'secondFactor'> {
  /** The address typed in the form above. */
  email: string;
  /** True for a login, where a person may have forgotten the password or have a passkey; false for a registration. */
  hasPassword: boolean;
  /** Whether the server requires this email address to be confirmed first. */
  isUnconfirmed: boolean;
}

/** The sign-in methods other than a password: below the login form, and above the registration form. */
export function SignInMethods({
  offeredMethods,
  browserWallet,
  google,
  accountEmails,
  passkey,
  email,
  hasPassword,
  isUnconfirmed,
}: Props) {
  const { t } = useTranslation(failureNamespaces);
  const offered = useSelector(offeredMethods, (snapshot) => snapshot);
  const isLeaving = useSelector(google, (snapshot) => snapshot.matches('leaving'));
  const provider = offered.context.data?.google ?? null;
  const refusal = whyNot(offered.context.data, offered.context.failure !== null);
  const isSlow = offered.hasTag('slow');
  const support = offered.context.data?.support_email ?? null;
  const isMute = offered.context.data?.emails === false;

  const or = (
    <p className="flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t('auth:loginMethods.or')}
    </p>
  );

  return (
    <div className="flex flex-col gap-3">
      {isUnconfirmed && (
        <Button
          variant="secondary"
          isWide
          onPress={() => accountEmails.send({ type: 'confirmation.wanted', email })}
        >
          {t('auth:accountEmails.again')}
        </Button>
      )}
      {hasPassword && offered.context.data?.emails !== null && (
        <div className="-ml-3 flex sm:-ml-4">
          <Button
            variant="quiet"
            reason={isMute ? t('auth:loginMethods.emailUnavailable') : undefined}
            onPress={() => accountEmails.send({ type: 'reset.wanted', email })}
          >
            {t('auth:loginMethods.forgotPassword')}
          </Button>
        </div>
      )}
      {hasPassword && (
        <>
          {or}
          <Button variant="secondary" isWide onPress={() => passkey.send({ type: 'passkey.wanted' })}>
            <Fingerprint {...iconProps} />
            {t('auth:passkey.use')}
          </Button>
        </>
      )}
      <Button variant="secondary" isWide onPress={() => browserWallet.send({ type: 'wallet.wanted' })}>
        <Wallet {...iconProps} />
        {t('auth:loginMethods.wallet')}
      </Button>
      <Button
        variant="secondary"
        isWide
        isPending={isLeaving}
        reason={refusal && t(refusal)}
        isBrief={refusal === 'auth:loginMethods.checking' && !isSlow}
        onPress={() => provider && google.send({ type: 'google.chosen', provider })}
      >
        <KeyRound {...iconProps} />
        {t('auth:loginMethods.google', { name: provider?.name ?? 'Google' })}
      </Button>
      {(offered.context.failure !== null || isSlow) && (
        <div ref={borrowFocus} className="flex flex-col">
          <Button
            variant="quiet"
            isWide
            isPending={offered.hasTag('busy') && !isSlow}
            onPress={() => offeredMethods.send({ type: 'refresh.requested' })}
          >
            {t('auth:loginMethods.checkAgain')}
          </Button>
        </div>
      )}
      <LiveRegion message={refusal ? t(refusal) : ''} />
      {!hasPassword && or}
      {hasPassword && <SupportContact address={support} />}
    </div>
  );
}
