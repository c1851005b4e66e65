import { useSelector } from '@xstate/react';
import type { ActorRefFrom, AnyActorRef, SnapshotFrom } from 'xstate';
import type { AppRef } from '../../machines/appMachine.ts';
import type { signedOutMachine } from '../../machines/auth/signedOutMachine.ts';
import type { signInMethodsMachine } from '../../machines/auth/signInMethodsMachine.ts';
import type { AreaName } from '../../machines/core/location.ts';
import type { SignedInRef } from '../../machines/shell/signedInMachine.ts';
import type { areas } from './areas.ts';

/** The machine of an area. */
type AreaLogic<Area extends AreaName> = ReturnType<Awaited<ReturnType<(typeof areas)[Area]>>['createArea']>;
/** The flows of a machine by the ids of their invokes. XState itself types children by string only. */
type Flows<Logic extends typeof signedOutMachine | typeof signInMethodsMachine | AreaLogic<AreaName>> =
  Required<SnapshotFrom<Logic>['children']>;
type SignedOutFlows = Flows<typeof signedOutMachine>;
type SignInFlows = Flows<typeof signInMethodsMachine>;
type AreaFlows<Area extends AreaName> = Flows<AreaLogic<Area>>;

/** A signed-out person's flow; null once it has ended, just before another screen is drawn. */
export function useSignedOutFlow<Name extends keyof SignedOutFlows & string>(
  app: AppRef,
  name: Name,
): SignedOutFlows[Name] | null {
  const signedOut = useSelector(app, (snapshot) => snapshot.children.signedOut);
  return useChild(signedOut, name) as SignedOutFlows[Name] | null;
}

/** The sign-in methods other than a password; null until their code has loaded. `isReturning`: the page was opened by one of their links. */
export function useSignInMethods(app: AppRef): {
  readonly flows: SignInFlows | null;
  readonly isReturning: boolean;
} {
  const signedOut = useSelector(app, (snapshot) => snapshot.children.signedOut);
  const signInMethods = useSelector(signedOut, (snapshot) => snapshot?.context.signInMethods ?? undefined);
  const isReturning = useSelector(signedOut, (snapshot) => snapshot?.context.callback != null);
  const flows = {
    offeredMethods: useChild(signInMethods, 'offeredMethods'),
    browserWallet: useChild(signInMethods, 'browserWallet'),
    google: useChild(signInMethods, 'google'),
    accountEmails: useChild(signInMethods, 'accountEmails'),
    secondFactor: useChild(signInMethods, 'secondFactor'),
    passkey: useChild(signInMethods, 'passkey'),
  };
  const isOpen = Object.values(flows).every((flow) => flow !== null);
  return { flows: isOpen ? (flows as SignInFlows) : null, isReturning };
}

/** The signed-in machine; undefined until its code has loaded, and while nobody is signed in. */
export function useSignedIn(app: AppRef): SignedInRef | undefined {
  return useSelector(app, (snapshot) => snapshot.context.signedIn ?? undefined);
}

/** A whole area; undefined until its code has loaded, and once the session has ended. */
export function useArea<Area extends AreaName>(
  app: AppRef,
  name: Area,
): ActorRefFrom<AreaLogic<Area>> | undefined {
  const area = useSelector(useSignedIn(app), (snapshot) => snapshot?.context.areas[name]);
  return area as ActorRefFrom<AreaLogic<Area>> | undefined;
}

/** A signed-in person's flow; null until its area is open, and once the session has ended. */
export function useFlow<Area extends AreaName, Name extends keyof AreaFlows<Area> & string>(
  app: AppRef,
  area: Area,
  name: Name,
): AreaFlows<Area>[Name] | null {
  return useChild(useArea(app, area), name) as AreaFlows<Area>[Name] | null;
}

function useChild(parent: AnyActorRef | undefined, name: string): AnyActorRef | null {
  return useSelector(parent, (snapshot) => snapshot?.children[name] ?? null);
}
