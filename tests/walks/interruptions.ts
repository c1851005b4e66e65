import type { Page } from 'playwright-core';
import { endSession, reopen, takeOver } from './faults.ts';
import type { Progress } from './progress.ts';
import type { Pause } from './steps.ts';
import { type Person, setClock, type World } from './world.ts';

/** For some seconds nobody answers what became of what was sent. */
export async function silence(page: Page): Promise<void> {
  const until = Date.now() + 4_000;
  await page.route('**/api/web-app/operations/*', (route) =>
    Date.now() < until ? route.abort('connectionreset') : route.continue(),
  );
}

/** What comes between a step of a flow and the next. */
export async function interrupt(world: World, person: Person, { step, address }: Progress): Promise<void> {
  const work: Readonly<Record<Pause, () => Promise<unknown>>> = {
    none: async () => undefined,
    reload: () => person.page.reload(),
    reopen: () => reopen(person, address),
    otherTab: () => takeOver(person, address),
    sessionEnds: () => endSession(world, person.page),
    crash: async () => {
      await world.server.end(true);
      await person.page.waitForTimeout(500);
      await world.server.start();
    },
    offline: async () => {
      await person.context.setOffline(true);
      await person.page.waitForTimeout(1_000);
      await person.context.setOffline(false);
    },
    back: async () => {
      await person.page.goBack();
      await person.page.goForward();
    },
    clockAhead: () => setClock(person.page, 3),
    clockBehind: () => setClock(person.page, -3),
  };
  await work[step.pause]();
}
