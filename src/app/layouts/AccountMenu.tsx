import { useSelector } from '@xstate/react';
import { type ComponentType, Suspense, useState } from 'react';
import { waitFor } from 'xstate';
import type { User } from '../../../contract/user.ts';
import { Button } from '../../components/base/Button.tsx';
import {
  UserMenuFace,
  type UserMenuFaceProps,
  userMenuButtonClasses,
} from '../../components/shell/UserMenuFace.tsx';
import type { HeaderRef } from '../../machines/shell/headerMachine.ts';
import { useTranslation } from '../../screens/core/useTranslation.ts';
import { lazyOr } from '../wiring/lazyOr.ts';
import type { HeaderMenuProps } from './HeaderMenu.tsx';

interface Props extends Pick<HeaderMenuProps, 'header' | 'language' | 'links' | 'theme' | 'onSignOut'> {
  user: User | undefined;
}

/** Shows a placeholder until the menu's code has loaded; if it fails to load, a button to sign out. */
export function AccountMenu({ header, user, ...controls }: Props) {
  const { t } = useTranslation('common');
  const [Menu] = useState(() => lazyOr(SignOut, () => loadMenu(header)));
  const isOpen = useSelector(header, (snapshot) => snapshot.hasTag('menuRequested'));
  const [hasFocus, setHasFocus] = useState(false);
  const face = { ...faceOf(user), label: t('account.menu') };
  const open = () => {
    header.send({ type: 'menu.opened' });
    setHasFocus(true);
  };
  return (
    <Suspense fallback={<StandIn {...face} isOpen={isOpen} onPress={open} onFocusChange={setHasFocus} />}>
      <Menu {...face} {...controls} header={header} autoFocus={hasFocus} signOutLabel={t('account.logOut')} />
    </Suspense>
  );
}

/** Keeps the menu's place before the header's machine runs. */
export function AccountMenuPlace({ user }: Pick<Props, 'user'>) {
  return (
    <span aria-hidden className={userMenuButtonClasses}>
      <UserMenuFace {...faceOf(user)} label="" />
    </span>
  );
}

const faceOf = (user: User | undefined) => ({
  firstName: user?.first_name ?? null,
  lastName: user?.last_name ?? null,
  src: user?.avatar_file?.url ?? null,
});

async function loadMenu(header: HeaderRef): Promise<ComponentType<HeaderMenuProps>> {
  await waitFor(header, (snapshot) => snapshot.hasTag('menuWanted'));
  return (await import('./HeaderMenu.tsx')).HeaderMenu;
}

interface StandInProps extends UserMenuFaceProps {
  isOpen: boolean;
  onPress: () => void;
  onFocusChange: (hasFocus: boolean) => void;
}

/** Looks like the menu's button: a press before the code has loaded opens the menu once it has. */
function StandIn({ isOpen, onPress, onFocusChange, ...face }: StandInProps) {
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      className={userMenuButtonClasses}
      // The menu may replace this button between pointer down and pointer up, in which case no click follows.
      onPointerDown={({ button }) => button === 0 && onPress()}
      onClick={onPress}
      onFocus={() => onFocusChange(true)}
      onBlur={() => onFocusChange(false)}
    >
      <UserMenuFace {...face} />
    </button>
  );
}

function SignOut({ signOutLabel, onSignOut }: HeaderMenuProps) {
  return (
    <Button variant="quiet" onPress={onSignOut}>
      {signOutLabel}
    </Button>
  );
}
