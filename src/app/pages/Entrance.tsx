import { useSelector } from '@xstate/react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { AppRef } from '../../machines/appMachine.ts';
import { useSignInMethods } from '../wiring/flows.ts';
import { lazyOr, Nothing } from '../wiring/lazyOr.ts';

const SignInMethods = lazyOr(
  Nothing,
  async () => (await import('../../screens/signInMethods/SignInMethods.tsx')).SignInMethods,
);
const SignInMethodsPanel = lazyOr(
  Nothing,
  async () => (await import('../../screens/signInMethods/SignInMethodsPanel.tsx')).SignInMethodsPanel,
);

interface Props {
  app: AppRef;
  email: string;
  hasPassword: boolean;
  isUnconfirmed: boolean;
  /** The form, given what stands beside it. */
  children: (methods: ReactNode) => ReactNode;
}

/** The form and the other ways in, or one of them in its place. Their code comes after the form, which stays as it is meanwhile. */
export function Entrance({ app, children, ...typed }: Props) {
  // Keeps their place.
  const placeholder = <div className={typed.hasPassword ? 'h-48' : 'h-33'} />;
  const { flows, isReturning } = useSignInMethods(app);
  const isWallet = useSelector(flows?.browserWallet, (snapshot) => snapshot?.hasTag('instead'));
  const isGoogle = useSelector(flows?.google, (snapshot) => snapshot?.hasTag('instead'));
  const isAccountEmails = useSelector(flows?.accountEmails, (snapshot) => snapshot?.hasTag('instead'));
  const isSecond = useSelector(flows?.secondFactor, (snapshot) => snapshot?.hasTag('instead'));
  const isPasskey = useSelector(flows?.passkey, (snapshot) => snapshot?.hasTag('instead'));
  const isInstead =
    flows !== null && (isPasskey || isSecond || isWallet || isGoogle || isAccountEmails) === true;
  const wasInstead = useRef(false);
  // What had the focus went with the panel, and the form that is back does not know that it was away.
  useEffect(() => {
    if (wasInstead.current && !isInstead) document.getElementById('page-title')?.focus();
    wasInstead.current = isInstead;
  }, [isInstead]);
  if (isInstead) {
    return (
      <Suspense>
        <SignInMethodsPanel {...flows} />
      </Suspense>
    );
  }
  if (isReturning && !flows) return null;
  return children(
    <Suspense fallback={placeholder}>
      {flows ? <SignInMethods {...flows} {...typed} /> : placeholder}
    </Suspense>,
  );
}
