import { useSelector } from '@xstate/react';
import { Suspense, use } from 'react';
import { selectIsAskedForTerms } from '../../machines/appSelectors.ts';
import { lazyPart } from '../../screens/core/lazyPart.tsx';
import { PrivacyScreen } from '../../screens/legal/PrivacyScreen.tsx';
import { TermsScreen } from '../../screens/legal/TermsScreen.tsx';
import type { PageProps } from '../wiring/pageProps.ts';
import { ServicesContext } from '../wiring/servicesContext.ts';
import { termsUrl } from '../wiring/termsUrl.ts';

const Agreement = lazyPart(async () => ({ default: (await import('./AgreementActor.tsx')).AgreementActor }));

export function TermsPage({ app }: PageProps) {
  const services = use(ServicesContext);
  const isAsked = useSelector(app, selectIsAskedForTerms);
  return (
    <TermsScreen url={termsUrl}>
      <Suspense>{isAsked && services && <Agreement app={app} services={services} />}</Suspense>
    </TermsScreen>
  );
}

export function PrivacyPage() {
  return <PrivacyScreen />;
}
