import '../../styles.css';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import type { AppRef } from '../../machines/appMachine.ts';
import { selectPageAddress } from '../../machines/appSelectors.ts';
import { yieldToInput } from '../../services/core/paint.ts';
import { holdVersion } from '../../services/shell/heldVersion.ts';
import { applyTheme, readPreferences } from '../../services/shell/preferences.ts';
import { startInspector } from '../devtools/inspector.ts';
import { locate } from '../routing/paths.ts';
import { createScrollRestoration } from '../routing/scrollRestoration.ts';
import { createAppActor } from '../wiring/appActor.ts';
import { lazyOr, Nothing } from '../wiring/lazyOr.ts';
import { createServices, type Services } from '../wiring/services.ts';
import { ServicesContext } from '../wiring/servicesContext.ts';
import type { ToastsProps } from '../wiring/toasts.tsx';
import { App } from './App.tsx';
import { createBootActor, stagesOf } from './bootActor.ts';
import { askBeforeLeaving } from './leaving.ts';
import { likelyAddress } from './parts.ts';

export interface RunningApp {
  readonly app: AppRef;
  readonly services: Services;
  /** Stops the app and removes it from the page. */
  stop(): void;
}

/** Starts the app in `element`, in several short tasks. Requests everything that it needs first at once, in parallel. */
export async function startApp(element: HTMLElement, origin: string): Promise<RunningApp> {
  const services = createServices(origin);
  applyTheme(readPreferences(services.store).theme);
  await yieldToInput();
  const boot = createBootActor(services, () => opening);
  const opening = startInspector().then((inspect) =>
    createAppActor(services, locate, stagesOf(boot), inspect),
  );
  const app = await opening;
  await yieldToInput();

  // Without a pause until the drawing, which tells the app its address: a page that failed before that would count as asked for again.
  boot.start();
  // Loads what the machine will most likely decide on, before it decides.
  const isSignedIn = services.session.current() !== null;
  if (isSignedIn) readAhead(services);
  boot.send({ type: 'page.requested', ...likelyAddress(isSignedIn) });
  const stopping = new AbortController();
  let last: string | null = null;
  app.subscribe((snapshot) => {
    const address = selectPageAddress(snapshot);
    const name = address && `${address.layout}/${address.page}`;
    if (address && last !== name) boot.send({ type: 'page.requested', ...address });
    last = name;
  });
  app.start();
  askBeforeLeaving(app, stopping.signal);
  holdVersion();

  const root = createRoot(element);
  root.render(
    <ServicesContext value={services}>
      <App
        app={app}
        boot={boot}
        scrollRestoration={createScrollRestoration(stopping.signal)}
        languages={services.languages}
        Toasts={lazyOr(Nothing, () => loadToasts(app))}
      />
    </ServicesContext>,
  );
  return {
    app,
    services,
    stop() {
      stopping.abort();
      root.unmount();
      app.stop();
      boot.stop();
      services.close();
    },
  };
}

/** Reads the balances while the session is being verified. A failure is reported to the next reader. */
function readAhead(services: Services): void {
  const reading = { input: { fresh: false }, signal: new AbortController().signal };
  services
    .data()
    .then(({ wallet, holds }) => Promise.all([wallet(reading), holds(reading)]))
    .catch(() => {});
}

/** Without the code of toasts the page works, and shows no toasts. */
async function loadToasts(app: AppRef): Promise<ComponentType<ToastsProps>> {
  const { followToasts, Toasts } = await import('../wiring/toasts.tsx');
  followToasts(app.getSnapshot().context.toasts);
  return Toasts;
}
