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

/** The router holds the address, the machine decides it: one asks, the other moves and says where it stands. */
export function RouterBridge({ app, scrollRestoration, children }: Props) {
  const location = useLocation();
  const navigate = useNavigate();
  const isReturn = useNavigationType() === 'POP';
  const told = useRef<string | null>(null);

  const move = (to: string, options: NavigateOptions = {}) =>
    moveBesideSteps(() => navigate(to, options), options.replace === true);

  // Beside `useStepBack` the one effect of the app's navigation. It listens before it speaks, for what is emitted is not replayed, and it
  // goes by the entry's key: going to the same address again is news too, and the entry for a step, which has its page's key, is none.
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
