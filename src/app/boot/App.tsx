import { useSelector } from '@xstate/react';
import { type ComponentType, Suspense, useSyncExternalStore } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router-dom';
import { type AppRef, selectScreen, selectSession } from '../../machines/appMachine.ts';
import type { Languages } from '../../services/languages/languages.ts';
import { localeOf } from '../../services/languages/regions.ts';
import { RouterBridge } from '../routing/RouterBridge.tsx';
import type { Arrivals } from '../routing/scrollRestoration.ts';
import type { NoticesProps } from '../wiring/toasts.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { Stage } from './PageOutlet.tsx';
import type { PageStore } from './pageStore.ts';

export interface AppProps {
  app: AppRef;
  arrivals: Arrivals;
  pages: PageStore;
  languages: Languages;
  /** Draws what is told in passing; not loaded before the first page is there. */
  Notices: ComponentType<NoticesProps>;
}

export function App({ app, arrivals, pages, languages, Notices }: AppProps) {
  const { i18n } = languages;
  const notifications = useSelector(app, (snapshot) => snapshot.context.notifications);
  const hasBegun = useSyncExternalStore(pages.subscribe, pages.hasBegun);
  const locale = useSyncExternalStore(
    (listener) => {
      i18n.on('languageChanged', listener);
      return () => i18n.off('languageChanged', listener);
    },
    () => localeOf(languages.current()),
  );
  return (
    <I18nextProvider i18n={i18n}>
      <I18nProvider locale={locale}>
        <CrashBoundary>
          <BrowserRouter>
            <RouterBridge app={app} arrivals={arrivals}>
              <Screen app={app} arrivals={arrivals} pages={pages} />
            </RouterBridge>
          </BrowserRouter>
        </CrashBoundary>
        <Suspense>{hasBegun && <Notices notifications={notifications} />}</Suspense>
      </I18nProvider>
    </I18nextProvider>
  );
}

/** What the machine says may be drawn now. While it says nothing, or at `/`, nothing is. */
function Screen({ app, arrivals, pages }: Pick<AppProps, 'app' | 'arrivals' | 'pages'>) {
  const name = useSelector(app, (snapshot) => selectScreen(snapshot)?.name ?? null);
  const isSignedIn = useSelector(app, (snapshot) => selectSession(snapshot) !== null);
  return (
    <Stage
      app={app}
      arrivals={arrivals}
      pages={pages}
      page={name === 'home' ? null : name}
      frame={isSignedIn ? 'holder' : 'visitor'}
    />
  );
}
