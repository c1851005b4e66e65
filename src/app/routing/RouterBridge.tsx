import { type ReactNode, useEffect, useRef } from 'react';
import { RouterProvider } from 'react-aria-components';
import { type NavigateOptions, useHref, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
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

  const move = (to: string, options: NavigateOptions = {}) =>
    moveBesideSteps(() => navigate(to, options), options.replace === true);

  // The effect listens before it sends, because emitted events are not replayed. It compares the keys of history entries, because going to the same
  // address again is a navigation too; the entry for a step has its page's key, so going to it is not one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `move` changes with `navigate` alone
  useEffect(() => {
    const asked = app.on('navigation.requested', ({ to, replace }) => move(to, { replace }));
    scrollRestoration.expect(isReturn);
    if (told.current !== location.key) app.send({ type: 'location.changed', location: locate(location) });
    told.current = location.key;
    return () => asked.unsubscribe();
  }, [app, scrollRestoration, location, navigate, isReturn]);

  return (
    <RouterProvider navigate={move} useHref={useHref}>
      {children}
    </RouterProvider>
  );
}
