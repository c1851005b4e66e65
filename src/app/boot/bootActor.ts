import type { ComponentType } from 'react';
import { createActor, fromPromise, waitFor } from 'xstate';
import { idle } from '../../components/base/idle.ts';
import type { AppRef } from '../../machines/appMachine.ts';
import { selectSession } from '../../machines/appSelectors.ts';
import { type BootRef as BootActorRef, createBootMachine } from '../../machines/shell/bootMachine.ts';
import { createPageMachine, type PageAddress } from '../../machines/shell/pageMachine.ts';
import { logFault } from '../../services/core/log.ts';
import { painted, yieldToInput } from '../../services/core/paint.ts';
import type { BootStages } from '../wiring/appActor.ts';
import type { LayoutProps, PageProps } from '../wiring/pageProps.ts';
import type { Services } from '../wiring/services.ts';
import { partsOf } from './parts.ts';

/** The code of a page and its layout; their texts arrive together with it. */
export interface PageParts {
  readonly Layout: ComponentType<LayoutProps>;
  readonly Page: ComponentType<PageProps>;
}

export type BootRef = BootActorRef<PageParts>;

/** The boot machine with its services; not started yet. */
export function createBootActor(services: Services, app: () => Promise<AppRef>): BootRef {
  const page = createPageMachine<PageParts>().provide({
    actors: {
      loadPage: fromPromise<PageParts, PageAddress>(async ({ input: { page, layout } }) => {
        // Several pages are preloaded at the same moment: each is requested in a task of its own.
        await yieldToInput();
        if (layout === 'signedIn') services.prepare();
        try {
          return await partsOf(page, layout, services.languages.load);
        } catch (error) {
          logFault(`page ${page} did not load`, error);
          throw error;
        }
      }),
    },
  });
  return createActor(
    createBootMachine<PageParts>().provide({
      actors: {
        page,
        readFigures: fromPromise<void, void>(async () => figuresOf(await app(), services)),
        // A busy browser may paint later than the next frame.
        awaitPaint: fromPromise<void, void>(async () => {
          await painted();
          await idle();
        }),
        awaitIdle: fromPromise<void, void>(idle),
      },
    }),
  );
}

/** Once the app is stopped these stages have nothing to wait for, so they never resolve. */
export function stagesOf(boot: BootRef): BootStages {
  const until = (tag: 'shown' | 'idle') => {
    const stage = waitFor(boot, (snapshot) => snapshot.hasTag(tag));
    stage.catch(() => {});
    return stage;
  };
  return { firstPage: until('shown'), idle: until('idle') };
}

/** Waits until the session is verified, the page's area has started reading, and no read is running any more. */
async function figuresOf(app: AppRef, services: Services): Promise<void> {
  if (!selectSession(app.getSnapshot())) return;
  const { signedIn } = (await waitFor(app, ({ context }) => context.signedIn !== null)).context;
  if (!signedIn) return;
  const { context } = await waitFor(signedIn, (state) => state.context.shown !== null);
  const area = context.shown?.area;
  if (area) await waitFor(signedIn, (state) => state.context.areas[area] !== undefined);
  await painted();
  await (await services.data()).settled();
}
