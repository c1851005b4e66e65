import { useSelector } from '@xstate/react';
import { type ComponentType, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router-dom';
import { PageReload } from '../../components/base/pageReload.ts';
import type { AppRef } from '../../machines/appMachine.ts';
import { selectIsLocked, selectPageAddress } from '../../machines/appSelectors.ts';
import type { Languages } from '../../services/languages/languages.ts';
import { localeOf } from '../../services/languages/regions.ts';
import { RouterBridge } from '../routing/RouterBridge.tsx';
import type { ScrollRestoration } from '../routing/scrollRestoration.ts';
import { useSignedIn } from '../wiring/flows.ts';
import type { ToastsProps } from '../wiring/toasts.tsx';
import type { BootRef } from './bootActor.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { PageOutlet } from './PageOutlet.tsx';

export interface AppProps {
  app: AppRef;
  boot: BootRef;
  scrollRestoration: ScrollRestoration;
  languages: Languages;
  /** Draws toasts; its code loads after the first page is shown. */
  Toasts: ComponentType<ToastsProps>;
}

export function App({ app, boot, scrollRestoration, languages, Toasts }: AppProps) {
  const { i18n } = languages;
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
          {/* The machine decides on the page, so the old one is not drawn at the new address before the machine hears of it. */}
          <BrowserRouter useTransitions={false}>
            <RouterBridge app={app} scrollRestoration={scrollRestoration}>
              <Reloading app={app}>
                <Screen app={app} boot={boot} scrollRestoration={scrollRestoration} />
              </Reloading>
            </RouterBridge>
          </BrowserRouter>
        </CrashBoundary>
        <ToastsPart app={app} boot={boot} Toasts={Toasts} />
      </I18nProvider>
    </I18nextProvider>
  );
}

/** Draws toasts once the first page is shown. It reads the machines itself, because `App` would draw the page again with each toast. */
function ToastsPart({ app, boot, Toasts }: Pick<AppProps, 'app' | 'boot' | 'Toasts'>) {
  const toasts = useSelector(app, (snapshot) => snapshot.context.toasts);
  const isShown = useSelector(boot, (snapshot) => snapshot.hasTag('shown'));
  return <Suspense>{isShown && <Toasts toasts={toasts} />}</Suspense>;
}

/** Tells what is inside whether the page may be reloaded. */
function Reloading({ app, children }: Pick<AppProps, 'app'> & { children: ReactNode }) {
  const isLocked = useSelector(useSignedIn(app), (state) => state !== undefined && selectIsLocked(state));
  return <PageReload value={{ isLocked, reload: () => window.location.reload() }}>{children}</PageReload>;
}

/** Draws the page that the machine allows; nothing while it decides, and at `/`. */
function Screen({ app, boot, scrollRestoration }: Pick<AppProps, 'app' | 'boot' | 'scrollRestoration'>) {
  const page = useSelector(app, (snapshot) => selectPageAddress(snapshot)?.page ?? null);
  const layout = useSelector(app, (snapshot) => selectPageAddress(snapshot)?.layout ?? 'signedOut');
  return (
    <PageOutlet app={app} scrollRestoration={scrollRestoration} boot={boot} page={page} layout={layout} />
  );
}
