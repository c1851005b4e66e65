import { useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import type { User } from '../../../contract/user.ts';
import { Button } from '../../components/base/Button.tsx';
import type { ProfileAreaRef } from '../../machines/profile/profileArea.ts';
import { isUnavailable } from '../core/unavailable.ts';
import { useTexts } from '../core/useTexts.ts';
import { LoginMethods } from './LoginMethods.tsx';
import { SectionCard } from './SectionCard.tsx';

const PasswordDialog = lazy(() => import('./PasswordDialog.tsx'));
const EmailDialog = lazy(() => import('./EmailDialog.tsx'));
const WalletLinkDialog = lazy(() => import('./WalletLinkDialog.tsx'));
const RemovalDialog = lazy(() => import('./RemovalDialog.tsx'));

interface Props {
  area: ProfileAreaRef;
  user: User;
}

/** By what a person comes in, and how to change it. */
export function SecuritySection({ area, user }: Props) {
  const { t } = useTexts('profile');
  const { loginMethods, access } = useSelector(area, ({ children }) => children);
  const dialogs = useSelector(access, (snapshot) => snapshot?.children);
  const known = useSelector(loginMethods, (snapshot) => snapshot?.context.data ?? null);
  const hasFailed = useSelector(loginMethods, (snapshot) => snapshot?.matches('failed') ?? false);
  const close = () => access?.send({ type: 'access.closed' });
  const isSet = known?.password ?? true;
  const isMissing = useSelector(
    loginMethods,
    (snapshot) => snapshot !== undefined && isUnavailable(snapshot),
  );
  const why = isMissing ? 'profile:security.unknown' : 'profile:security.passwordUnknown';
  const reason = isMissing ? t('common:errors.unsupported') : undefined;
  return (
    <SectionCard title={t('profile:security.title')}>
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
          {t('profile:security.emailChange')}
        </Button>
      </div>
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
      {known && (
        <LoginMethods
          methods={known}
          hasEmail={user.email !== null}
          onRemove={(method) =>
            access?.send({ type: 'removal.opened', ...method, hasPassword: known.password })
          }
          onAddWallet={() =>
            access?.send({ type: 'link.opened', hasPassword: known.password, linked: known.metamask })
          }
        />
      )}
      <Suspense>
        {dialogs?.password && (
          <PasswordDialog password={dialogs.password} hasPassword={isSet} onClose={close} />
        )}
        {dialogs?.email && <EmailDialog email={dialogs.email} hasPassword={isSet} onClose={close} />}
        {dialogs?.walletLink && <WalletLinkDialog link={dialogs.walletLink} onClose={close} />}
        {dialogs?.removal && <RemovalDialog removal={dialogs.removal} onClose={close} />}
      </Suspense>
    </SectionCard>
  );
}
