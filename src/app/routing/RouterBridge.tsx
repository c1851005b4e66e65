import { type ReactNode, useEffect, useRef } from 'react';
import { RouterProvider } from 'react-aria-components';
import { type Location, useHref, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import type { AppRef } from '../../machines/appMachine.ts';
import { isStepEntry, isStepTaken } from '../wiring/useStepBack.ts';
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
  const told = useRef<Location | null>(null);

  // Beside `useStepBack` the one effect of the app's navigation. It listens before it speaks, for what is emitted is not replayed, and it
  // goes by the location object: going to the same address again is news too.
  useEffect(() => {
    const asked = app.on('navigation.requested', ({ to, replace }) => navigate(to, { replace }));
    scrollRestoration.expect(isReturn);
    const isOfStep = told.current !== null && isMoveOfStep(told.current, location, isReturn);
    told.current = location;
    if (!isOfStep) app.send({ type: 'location.changed', location: locate(location) });
    return () => asked.unsubscribe();
  }, [app, scrollRestoration, location, navigate, isReturn]);

  return (
    <RouterProvider navigate={(to, options) => navigate(to, options)} useHref={useHref}>
      {children}
    </RouterProvider>
  );
}

/** The entry that `useStepBack` lays over a page, or its going, is no visit: the page would begin anew with what its address names. */
function isMoveOfStep(from: Location, to: Location, isReturn: boolean): boolean {
  const isSameAddress = from.pathname === to.pathname && from.search === to.search;
  return isSameAddress && (isStepEntry(to.state) || (isReturn && isStepTaken(from, to)));
}
