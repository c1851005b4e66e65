import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { RouterProvider } from 'react-aria-components';
import { type NavigateOptions, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { AppRef } from '../../machines/appMachine.ts';
import { moveBesideSteps } from '../wiring/stepEntry.ts';
import { locate } from './paths.ts';
import type { ScrollRestoration } from './scrollRestoration.ts';

interface Props {
  app: AppRef;
  scrollRestoration: ScrollRestoration;
  children: ReactNode;
}

/**
 * The router holds the address and the machine decides on it: the machine requests a navigation, the router navigates and reports the new
 * location.
 */
export function RouterBridge({ app, scrollRestoration, children }: Props) {
  const location = useLocation();
  const navigate = useNavigate();
  const isReturn = useNavigationType() === 'POP';
  const told = useRef<string | null>(null);

  // The same function for as long as the page lives, because every link is drawn again for another one. `navigate` differs with the address.
  const current = useRef(navigate);
  const move = useCallback(
    (to: string, options: NavigateOptions = {}) =>
      moveBesideSteps(() => current.current(to, options), options.replace === true),
    [],
  );

  // The effect listens before it sends, because emitted events are not replayed. It compares the keys of history entries, because going to the same
  // address again is a navigation too; the entry for a step has its page's key, so going to it is not one.
  useEffect(() => {
    current.current = navigate;
    const asked = app.on('navigation.requested', ({ to, replace }) => move(to, { replace }));
    scrollRestoration.expect(isReturn);
    if (told.current !== location.key) app.send({ type: 'location.changed', location: locate(location) });
    told.current = location.key;
    return () => asked.unsubscribe();
  }, [app, scrollRestoration, location, navigate, move, isReturn]);

  // Addresses are written whole, so links need no address of the page to complete theirs.
  return <RouterProvider navigate={move}>{children}</RouterProvider>;
}
