import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { UserMenu, type UserMenuProps } from '../../components/shell/UserMenu.tsx';
import type { HeaderRef } from '../../machines/shell/headerMachine.ts';
import type { Language } from '../../machines/shell/preferencesMachine.ts';

export type HeaderMenuProps = UserMenuProps<Language> & { header: HeaderRef };

/** The account menu, loaded once the header's machine asks for it. */
export function HeaderMenu({ header, ...props }: HeaderMenuProps) {
  const isOpen = useSelector(header, (snapshot) => snapshot.matches({ menu: 'open' }));
  // Open the menu only after its button has the focus, so that closing returns the focus there.
  useEffect(() => header.send({ type: 'menu.drawn' }), [header]);
  return (
    <UserMenu
      {...props}
      isOpen={isOpen}
      onOpenChange={(opens) => {
        // Logging out ends the header before the menu closes.
        if (header.getSnapshot().status !== 'active') return;
        header.send({ type: opens ? 'menu.opened' : 'menu.closed' });
      }}
    />
  );
}
