import '../../styles.css';
import { type ComponentType, lazy } from 'react';
import { createRoot } from 'react-dom/client';
import { type AppRef, selectScreen, selectSession } from '../../machines/appMachine.ts';
import { logFault } from '../../services/core/log.ts';
import { applyTheme, readPreferences } from '../../services/shell/preferences.ts';
import { startInspector } from '../devtools/inspector.ts';
import { locate } from '../routing/paths.ts';
import { createScrollRestoration } from '../routing/scrollRestoration.ts';
import { createAppActor } from '../wiring/appActor.ts';
import { awaitFigures, firstPage } from '../wiring/firstPage.ts';
import { whenIdle } from '../wiring/idle.ts';
import type { PageName } from '../wiring/pageProps.ts';
import { createServices, type Services } from '../wiring/services.ts';
import type { ToastsProps } from '../wiring/toasts.tsx';
import { App } from './App.tsx';
import { askBeforeLeaving } from './leaving.ts';
import { createPageStore } from './pageStore.ts';

/** Where account holders go from wherever they are: the places of the bottom bar that move money. */
const likely: readonly PageName[] = ['exchange', 'transactions', 'history'];

export interface RunningApp {
  readonly app: AppRef;
  readonly services: Services;
  /** Takes everything down again. */
  stop(): void;
}

/** Starts the app in `element`. Everything it will need first is asked for at once, none of it waiting for another. */
export async function startApp(element: HTMLElement, origin: string): Promise<RunningApp> {
  const services = createServices(origin);
  applyTheme(readPreferences(services.store).theme);
  const pages = createPageStore(services.languages);
  requestFirst();

  const app = createAppActor(services, locate, await startInspector());
  const stopping = new AbortController();
  const stopWaiting = pages.subscribe(() => {
    if (!pages.hasBegun()) return;
    stopWaiting();
    void awaitFigures(app, services);
  });
  whenIdle(stopping.signal, () => {
    // Whoever signs in goes to the wallet.
    services.prepare();
    pages.request('wallet', 'signedIn');
  });
  let isListening = false;
  let last = '';
  app.subscribe((snapshot) => {
    const screen = selectScreen(snapshot)?.name ?? 'home';
    const layout = selectSession(snapshot) === null ? 'signedOut' : 'signedIn';
    // Keys are for account holders. Without their code everything can still be pressed.
    if (layout === 'signedIn' && !isListening) {
      isListening = true;
      import('./shortcuts.ts').then(
        ({ listenForShortcuts }) => listenForShortcuts(app, stopping.signal),
        () => {},
      );
      // Then a press there waits for no code.
      for (const name of likely) whenIdle(stopping.signal, () => pages.request(name, 'signedIn'));
    }
    if (screen !== 'home' && last !== `${layout}/${screen}`) pages.request(screen, layout);
    last = `${layout}/${screen}`;
  });
  app.start();
  askBeforeLeaving(app, stopping.signal);

  const root = createRoot(element);
  root.render(
    <App
      app={app}
      scrollRestoration={createScrollRestoration(stopping.signal)}
      pages={pages}
      languages={services.languages}
      Toasts={lazy(() => firstPage.then(() => loadNotifications(app)))}
    />,
  );
  return {
    app,
    services,
    stop() {
      stopping.abort();
      root.unmount();
      app.stop();
      services.session.close();
      services.balanceChannel.close();
      services.authCallbacks.close();
    },
  };

  /** Before the machine has decided: what it will most likely decide. */
  function requestFirst(): void {
    const { name, access } = locate(window.location).route;
    const isSignedIn = services.session.current() !== null;
    if (isSignedIn) {
      services.prepare();
      readAhead(services);
    }
    if (name === 'notFound') pages.request(name, isSignedIn ? 'signedIn' : 'signedOut');
    else if (isSignedIn)
      pages.request(access === 'signedIn' && name !== 'home' ? name : 'wallet', 'signedIn');
    else pages.request(name === 'registration' ? name : 'login', 'signedOut');
  }
}

/** The balances, while the session is being verified. What fails here is told to whoever asks next. */
function readAhead(services: Services): void {
  const reading = { input: { fresh: false }, signal: new AbortController().signal };
  services
    .data()
    .then(({ wallet, holds }) => Promise.all([wallet(reading), holds(reading)]))
    .catch(() => {});
}

/** What is told in passing is never worth a broken page: without its code nothing is told. */
async function loadNotifications(app: AppRef): Promise<{ default: ComponentType<ToastsProps> }> {
  try {
    const { followToasts, Toasts } = await import('../wiring/toasts.tsx');
    followToasts(app.getSnapshot().context.notifications);
    return { default: Toasts };
  } catch (error) {
    logFault('notices did not load', error);
    return { default: () => null };
  }
}
