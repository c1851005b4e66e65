import { useSelector } from '@xstate/react';
import { type ComponentType, Suspense, useSyncExternalStore } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router-dom';
import { type AppRef, selectScreen, selectSession } from '../../machines/appMachine.ts';
import type { Languages } from '../../services/languages/languages.ts';
import { localeOf } from '../../services/languages/regions.ts';
import { RouterBridge } from '../routing/RouterBridge.tsx';
import type { ScrollRestoration } from '../routing/scrollRestoration.ts';
import type { ToastsProps } from '../wiring/toasts.tsx';
import { CrashBoundary } from './CrashBoundary.tsx';
import { Stage } from './PageOutlet.tsx';
import type { PageStore } from './pageStore.ts';

export interface AppProps {
  app: AppRef;
  scrollRestoration: ScrollRestoration;
  pages: PageStore;
  languages: Languages;
  /** Draws what is told in passing; not loaded before the first page is there. */
  Toasts: ComponentType<ToastsProps>;
}

export function App({ app, scrollRestoration, pages, languages, Toasts }: AppProps) {
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
            <RouterBridge app={app} scrollRestoration={scrollRestoration}>
              <Screen app={app} scrollRestoration={scrollRestoration} pages={pages} />
            </RouterBridge>
          </BrowserRouter>
        </CrashBoundary>
        <Suspense>{hasBegun && <Toasts notifications={notifications} />}</Suspense>
      </I18nProvider>
    </I18nextProvider>
  );
}

/** What the machine says may be drawn now. While it says nothing, or at `/`, nothing is. */
function Screen({ app, scrollRestoration, pages }: Pick<AppProps, 'app' | 'scrollRestoration' | 'pages'>) {
  const name = useSelector(app, (snapshot) => selectScreen(snapshot)?.name ?? null);
  const isSignedIn = useSelector(app, (snapshot) => selectSession(snapshot) !== null);
  return (
    <Stage
      app={app}
      scrollRestoration={scrollRestoration}
      pages={pages}
      page={name === 'home' ? null : name}
      layout={isSignedIn ? 'signedIn' : 'signedOut'}
    />
  );
}
