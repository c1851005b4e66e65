import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../contract/user.ts';
import { Button } from '../../components/base/Button.tsx';
import type { UserMenuProps } from '../../components/shell/UserMenu.tsx';
import {
  UserMenuFace,
  type UserMenuFaceProps,
  userMenuButtonClasses,
} from '../../components/shell/UserMenuFace.tsx';
import type { Language } from '../../machines/shell/preferencesMachine.ts';
import { logFault } from '../../services/core/log.ts';
import { firstPage } from '../wiring/firstPage.ts';

type MenuProps = UserMenuProps<Language>;

let loadNow: () => void = () => {};

/** The menu's code comes after the page's: until then a stand-in takes the press, and without it there still is the way out. */
const UserMenu = lazy(async (): Promise<{ default: ComponentType<MenuProps> }> => {
  await new Promise<void>((resolve) => {
    loadNow = resolve;
    // What the balances are drawn with goes first: on a slow line the menu, which weighs a sixth of the page, would delay them.
    firstPage.then(resolve);
  });
  try {
    return { default: (await import('../../components/shell/UserMenu.tsx')).UserMenu };
  } catch (error) {
    logFault('the account menu did not load', error);
    return { default: SignOut };
  }
});

type Props = Pick<MenuProps, 'language' | 'links' | 'theme' | 'onSignOut'> & { user: User | undefined };

export function AccountMenu({ user, ...controls }: Props) {
  const { t } = useTranslation('common');
  const [isWanted, setIsWanted] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const face = {
    firstName: user?.first_name ?? null,
    lastName: user?.last_name ?? null,
    src: user?.avatar_file?.url ?? null,
    label: t('account.menu'),
  };
  const open = () => {
    loadNow();
    setIsWanted(true);
    setHasFocus(true);
  };
  return (
    <Suspense fallback={<StandIn {...face} isOpen={isWanted} onPress={open} onFocusChange={setHasFocus} />}>
      <ArrivedMenu
        {...face}
        {...controls}
        autoFocus={hasFocus}
        isWanted={isWanted}
        signOutLabel={t('account.logOut')}
      />
    </Suspense>
  );
}

/** Opens by itself when it was asked for: after it has taken the focus, or closing it would give that back to nobody. */
function ArrivedMenu({ isWanted, ...props }: MenuProps & { isWanted: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(isWanted), [isWanted]);
  return <UserMenu {...props} isOpen={isOpen} onOpenChange={setIsOpen} />;
}

interface StandInProps extends UserMenuFaceProps {
  isOpen: boolean;
  onPress: () => void;
  onFocusChange: (hasFocus: boolean) => void;
}

/** Looks and answers like the menu's button: what is pressed before the code is here opens once it is. */
function StandIn({ isOpen, onPress, onFocusChange, ...face }: StandInProps) {
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      className={userMenuButtonClasses}
      // The menu may take this place between the pointer's way down and its way up: no click comes of that.
      onPointerDown={({ button }) => button === 0 && onPress()}
      onClick={onPress}
      onFocus={() => onFocusChange(true)}
      onBlur={() => onFocusChange(false)}
    >
      <UserMenuFace {...face} />
    </button>
  );
}

function SignOut({ signOutLabel, onSignOut }: MenuProps) {
  return (
    <Button variant="quiet" onPress={onSignOut}>
      {signOutLabel}
    </Button>
  );
}
