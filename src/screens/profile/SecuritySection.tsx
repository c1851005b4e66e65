import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { User } from '../../../contract/user.ts';
import { Button } from '../../components/base/Button.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import type { ProfileAreaRef } from '../../machines/profile/profileArea.ts';
import { lazyPart } from '../core/lazyPart.tsx';
import { isUnavailable } from '../core/unavailable.ts';
import { useTexts } from '../core/useTexts.ts';
import { FactorsSection, isProtected } from './FactorsSection.tsx';
import { LimitsSection } from './LimitsSection.tsx';
import { LoginHistory } from './LoginHistory.tsx';
import { LoginMethods } from './LoginMethods.tsx';
import { heldFactor } from './ProofField.tsx';
import { SectionCard } from './SectionCard.tsx';
import { UnreadPart } from './UnreadPart.tsx';
import { UnverifiedEmail } from './UnverifiedEmail.tsx';

const PasswordDialog = lazyPart(() => import('./PasswordDialog.tsx'));
const EmailDialog = lazyPart(() => import('./EmailDialog.tsx'));
const WalletLinkDialog = lazyPart(() => import('./WalletLinkDialog.tsx'));
const FactorsDialog = lazyPart(() => import('./FactorsDialog.tsx'));
const RemovalDialog = lazyPart(() => import('./RemovalDialog.tsx'));

interface Props {
  area: ProfileAreaRef;
  user: User;
}

const emailAction = ({ email }: User) =>
  email === null ? 'profile:security.emailAdd' : 'profile:security.emailChange';

/** The login methods and second factors, and how to change them. */
export function SecuritySection({ area, user }: Props) {
  const { t } = useTexts('profile');
  const { loginMethods, access, factors, factorsDialog, sessions, accountData, confirmation } = useSelector(
    area,
    ({ children }) => children,
  );
  const dialogs = useSelector(access, (snapshot) => snapshot?.children);
  const known = useSelector(loginMethods, (snapshot) => snapshot?.context.data ?? null);
  const hasFailed = useSelector(loginMethods, (snapshot) => snapshot?.matches('failed') ?? false);
  const close = () => access?.send({ type: 'access.closed' });
  const isSet = known?.password ?? true;
  const shown = useSelector(factors, (snapshot) => snapshot?.context.data ?? null);
  const hasFactor = shown !== null && isProtected(shown);
  const factor = heldFactor(shown);
  // The suggested name of a new passkey.
  const device = useSelector(
    sessions,
    (snapshot) => snapshot?.context.data?.find(({ current }) => current)?.device ?? '',
  );
  const isChanging = useSelector(factorsDialog, (snapshot) => snapshot?.matches('closed') === false);
  const isMissing = useSelector(
    loginMethods,
    (snapshot) => snapshot !== undefined && isUnavailable(snapshot),
  );
  const why = isMissing ? 'profile:security.unknown' : 'profile:security.passwordUnknown';
  const reason = isMissing ? t('common:errors.unsupported') : undefined;
  return (
    <SectionCard name="security" title={t('profile:security.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="text-muted text-sm">{t('profile:security.email')}</p>
          <p className="[overflow-wrap:anywhere]">
            {user.email ?? t(isMissing ? 'profile:security.unknown' : 'profile:security.emailNone')}
          </p>
          {known?.pending_email != null && (
            <p className="text-sm text-wait [overflow-wrap:anywhere]">
              {t('profile:security.emailPending', { email: known.pending_email })}
            </p>
          )}
        </div>
        <Button variant="secondary" reason={reason} onPress={() => access?.send({ type: 'email.opened' })}>
          {t(emailAction(user))}
        </Button>
      </div>
      <UnverifiedEmail methods={known} actor={confirmation} email={user.email} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
        <div>
          <p className="text-muted text-sm">{t('profile:security.password')}</p>
          <p>
            {known
              ? t(isSet ? 'profile:security.passwordSet' : 'profile:security.passwordNone')
              : t(hasFailed ? why : 'common:loading')}
          </p>
        </div>
        <Button variant="secondary" reason={reason} onPress={() => access?.send({ type: 'password.opened' })}>
          {t(isSet ? 'profile:security.passwordChange' : 'profile:security.passwordMake')}
        </Button>
      </div>
      <UnreadPart resource={loginMethods} failed={t('profile:methods.failed')} />
      {known && (
        <LoginMethods
          methods={known}
          hasEmail={user.email !== null}
          onRemove={(method) =>
            access?.send({ type: 'removal.opened', ...method, hasPassword: known.password && !hasFactor })
          }
          onAddWallet={() =>
            access?.send({
              type: 'link.opened',
              hasPassword: known.password && !hasFactor,
              linked: known.metamask,
            })
          }
        />
      )}
      <UnreadPart resource={factors} failed={t('profile:factors.failed')} />
      {known && shown && (
        <FactorsSection
          factors={shown}
          onChange={(change, passkey) =>
            factorsDialog?.send({
              type: 'factor.requested',
              change,
              passkey: passkey?.id ?? '',
              name: passkey?.name ?? device,
              hasPassword: known.password && !hasFactor && change !== 'renamePasskey',
            })
          }
        />
      )}
      <LoginHistory data={accountData} />
      <LimitsSection area={area} methods={known} factor={factor} />
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
        <div>
          <p className="text-muted text-sm">{t('profile:addresses.title')}</p>
          <p>{t('profile:addresses.about')}</p>
        </div>
        <LinkButton href="/addresses">{t('profile:addresses.open')}</LinkButton>
      </div>
      <Suspense>
        {isChanging && factorsDialog && <FactorsDialog dialog={factorsDialog} factor={factor} />}
        {dialogs?.password && (
          <PasswordDialog password={dialogs.password} hasPassword={isSet} factor={factor} onClose={close} />
        )}
        {dialogs?.email && (
          <EmailDialog
            email={dialogs.email}
            hasEmail={user.email !== null}
            hasPassword={isSet}
            factor={factor}
            onClose={close}
          />
        )}
        {dialogs?.walletLink && (
          <WalletLinkDialog link={dialogs.walletLink} factor={factor} onClose={close} />
        )}
        {dialogs?.removal && <RemovalDialog removal={dialogs.removal} factor={factor} onClose={close} />}
      </Suspense>
    </SectionCard>
  );
}
