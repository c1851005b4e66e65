import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../contract/user.ts';
import { Avatar } from '../../components/Avatar.tsx';
import { Button } from '../../components/Button.tsx';
import type { UserMenuProps } from '../../components/UserMenu.tsx';
import type { Language } from '../../machines/preferencesMachine.ts';
import { logFault } from '../../services/log.ts';

type MenuProps = UserMenuProps<Language>;

/** What the balances are drawn with goes first: on a slow line the menu, which weighs a sixth of the page, would delay them. */
const menuDelay = 800;

/** The menu's code comes after the page's: until then its place is held, and without it there still is the way out. */
const UserMenu = lazy(async (): Promise<{ default: ComponentType<MenuProps> }> => {
  await new Promise((resolve) => setTimeout(resolve, menuDelay));
  try {
    return { default: (await import('../../components/UserMenu.tsx')).UserMenu };
  } catch (error) {
    logFault('the account menu did not load', error);
    return { default: SignOut };
  }
});

type Props = Pick<MenuProps, 'language' | 'theme' | 'onSignOut'> & { user: User | undefined };

export function AccountMenu({ user, ...controls }: Props) {
  const { t } = useTranslation('common');
  const person = {
    firstName: user?.first_name ?? null,
    lastName: user?.last_name ?? null,
    src: user?.avatar_file?.url ?? null,
  };
  return (
    <Suspense fallback={<Placeholder {...person} />}>
      <UserMenu
        {...person}
        {...controls}
        label={t('account.menu')}
        links={[]}
        signOutLabel={t('account.logOut')}
      />
    </Suspense>
  );
}

function Placeholder(person: Pick<MenuProps, 'firstName' | 'lastName' | 'src'>) {
  return (
    <span className="flex min-h-touch items-center gap-2 pr-8 pl-2">
      <Avatar {...person} />
      <span className="max-w-40 truncate font-medium max-sm:sr-only">{person.firstName}</span>
    </span>
  );
}

function SignOut({ signOutLabel, onSignOut }: MenuProps) {
  return (
    <Button variant="quiet" onPress={onSignOut}>
      {signOutLabel}
    </Button>
  );
}
