import { useSelector } from '@xstate/react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { DrawnInShortTasks } from '../../components/base/DrawnInShortTasks.tsx';
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
  /** Renders the form; receives the other sign-in methods. */
  children: (methods: ReactNode) => ReactNode;
}

/** The form with the other sign-in methods, or one of these in its place. Their code loads after the form, which does not change meanwhile. */
export function Entrance({ app, children, ...typed }: Props) {
  // Reserves their space.
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
  // The focused element was removed with the panel, so the returning form has to take the focus.
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
      {flows ? (
        <DrawnInShortTasks fallback={placeholder}>
          <SignInMethods {...flows} {...typed} />
        </DrawnInShortTasks>
      ) : (
        placeholder
      )}
    </Suspense>,
  );
}
