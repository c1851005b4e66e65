import { Wallet } from 'lucide-react';
import { walletsPerAccount } from '../../../contract/limits.ts';
import type { SignInMethods } from '../../../contract/security.ts';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { ListHeading } from '../../components/base/ListHeading.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import type { LoginMethod } from '../../machines/profile/removalMachine.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  methods: SignInMethods;
  /** Whether the account has an email address, which a password login needs. */
  hasEmail: boolean;
  onRemove: (method: LoginMethod) => void;
  onAddWallet: () => void;
}

/** The linked wallets and accounts; each can be removed except the last login method. */
export function LoginMethods({ methods: linked, hasEmail, onRemove, onAddWallet }: Props) {
  const { t } = useTexts('profile');
  const wallets = linked.metamask.map((address) => ({ method: 'wallet', address }) as const);
  const methods: readonly LoginMethod[] = linked.google
    ? [...wallets, { method: 'openid', address: '' }]
    : wallets;
  const isFull = wallets.length >= walletsPerAccount;
  const isLast = methods.length === 1 && !(linked.password && hasEmail);
  const reason = isLast ? `${t('common:errors.lastLoginMethod')} ${t('common:next.otherMethod')}` : undefined;
  return (
    <section className="flex flex-col gap-3 border-line border-t pt-4" aria-labelledby="login-methods">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <ListHeading id="login-methods" count={methods.length}>
            {t('profile:methods.title')}
          </ListHeading>
          {methods.length === 0 && <p>{t('profile:methods.none')}</p>}
        </div>
        <Button
          variant="secondary"
          reason={isFull ? `${t('common:errors.walletLimit')} ${t('common:next.removeOne')}` : undefined}
          onPress={onAddWallet}
        >
          <Wallet {...iconProps} />
          {t('profile:methods.addWallet')}
        </Button>
      </div>
      {methods.length > 0 && (
        <ul className="flex flex-col gap-3">
          {methods.map((each) => (
            <li
              key={each.method + each.address}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:flex-nowrap"
            >
              <div className="min-w-0">
                <p>{t(each.method === 'wallet' ? 'profile:methods.wallet' : 'profile:methods.google')}</p>
                {each.address !== '' && <MonoGroups value={each.address} />}
              </div>
              <Button
                variant="quiet"
                reason={reason}
                aria-label={
                  each.method === 'wallet'
                    ? t('profile:methods.removeWallet', { address: each.address })
                    : t('profile:methods.removeGoogle')
                }
                onPress={() => onRemove(each)}
              >
                {t('profile:methods.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
