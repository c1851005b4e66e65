import { waitFor } from 'xstate';
import { type AppRef, selectSession } from '../../machines/appMachine.ts';
import { painted } from './painted.ts';
import type { Services } from './services.ts';

/** So long may its figures keep everything else waiting, in milliseconds. */
const timeout = 10_000;
let settle = () => {};

/** The first page stands, with the figures it shows: what is no part of it may load from now on. A document has one first page. */
export const firstPage = new Promise<void>((resolve) => {
  settle = resolve;
});

/** Call it when the code of the first page is there: what it shows may still be on its way. */
export async function awaitFigures(app: AppRef, services: Services): Promise<void> {
  const late = setTimeout(settle, timeout);
  try {
    if (selectSession(app.getSnapshot())) await figuresOf(app, services);
  } catch {
    // The session ended meanwhile, or what was needed did not come: there is nothing to wait for.
  }
  await painted();
  clearTimeout(late);
  settle();
}

/** Who somebody is comes first, then their area begins to read, and at last nothing is being read any more. */
async function figuresOf(app: AppRef, services: Services): Promise<void> {
  const { children } = await waitFor(app, (state) => state.children.signedIn !== undefined);
  if (!children.signedIn) return;
  const { context } = await waitFor(children.signedIn, (state) => state.context.shown !== null);
  const area = context.shown?.area && context.areas[context.shown.area];
  if (area) await waitFor(area, (state) => state.matches('open'));
  await painted();
  await (await services.data()).settled();
}
