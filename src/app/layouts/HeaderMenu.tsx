import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { UserMenu, type UserMenuProps } from '../../components/shell/UserMenu.tsx';
import type { HeaderRef } from '../../machines/shell/headerMachine.ts';
import type { Language } from '../../machines/shell/preferencesMachine.ts';

export type HeaderMenuProps = UserMenuProps<Language> & { header: HeaderRef };

/** The account menu as the header's machine has it: loaded once that says so. */
export function HeaderMenu({ header, ...props }: HeaderMenuProps) {
  const isOpen = useSelector(header, (snapshot) => snapshot.matches({ menu: 'open' }));
  // It opens once it has taken the focus, or closing it would give that back to nobody.
  useEffect(() => header.send({ type: 'menu.drawn' }), [header]);
  return (
    <UserMenu
      {...props}
      isOpen={isOpen}
      onOpenChange={(opens) => {
        // Logging out closes the menu after the header has ended with the session.
        if (header.getSnapshot().status !== 'active') return;
        header.send({ type: opens ? 'menu.opened' : 'menu.closed' });
      }}
    />
  );
}
