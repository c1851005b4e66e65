import { useSelector } from '@xstate/react';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { AppRef } from '../../machines/appMachine.ts';
import type { WaysProps } from '../../screens/ways/WaysIn.tsx';
import { logFault } from '../../services/log.ts';
import { useWays, type WaysFlows } from '../flows.ts';

const nothing = { default: () => null };
const load = <Props,>(work: () => Promise<ComponentType<Props>>) =>
  lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      return { default: await work() };
    } catch (error) {
      logFault('the other ways in did not load', error);
      return nothing;
    }
  });
const WaysIn = load(async () => (await import('../../screens/ways/WaysIn.tsx')).WaysIn);
const WaysPanel = load(async () => (await import('../../screens/ways/WaysPanel.tsx')).WaysPanel);

interface Props {
  app: AppRef;
  email: string;
  hasPassword: boolean;
  isUnconfirmed: boolean;
  /** The form, given what stands under it. */
  children: (ways: ReactNode) => ReactNode;
}

/** The form and the other ways in under it, or one of them in its place. Their code comes after the form. */
export function Entrance({ app, children, ...typed }: Props) {
  const { flows, isLanding } = useWays(app);
  if (flows) return <Doors flows={flows} form={children} {...typed} />;
  return isLanding ? null : children(placeholder);
}

interface DoorsProps extends Omit<Props, 'app' | 'children'> {
  flows: WaysFlows;
  form: Props['children'];
}

function Doors({ flows, form, ...typed }: DoorsProps) {
  const isWallet = useSelector(flows.browserWallet, (snapshot) => snapshot.hasTag('instead'));
  const isGoogle = useSelector(flows.google, (snapshot) => snapshot.hasTag('instead'));
  const isLetters = useSelector(flows.letters, (snapshot) => snapshot.hasTag('instead'));
  const ways: WaysProps = flows;
  if (isWallet || isGoogle || isLetters) {
    return (
      <Suspense>
        <WaysPanel {...ways} />
      </Suspense>
    );
  }
  return form(
    <Suspense fallback={placeholder}>
      <WaysIn {...ways} {...typed} />
    </Suspense>,
  );
}

/** Keeps their place. */
const placeholder = <div className="h-48" />;
