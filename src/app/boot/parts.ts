import type { ComponentType } from 'react';
import { pages } from '../routing/pages.ts';
import { areas } from '../wiring/areas.ts';
import type { LayoutProps, PageName } from '../wiring/pageProps.ts';

/** What stands around a page: for visitors, or for account holders. */
const layouts = {
  signedOut: async () => (await import('../layouts/SignedOutLayout.tsx')).SignedOutLayout,
  signedIn: async () => (await import('../layouts/SignedInLayout.tsx')).SignedInLayout,
} satisfies Record<string, () => Promise<ComponentType<LayoutProps>>>;

export type LayoutName = keyof typeof layouts;

/** Everything that a page is drawn from: its code, that of its flows and of the layout around it, and their words. */
export function partsOf(
  page: PageName,
  layout: LayoutName,
  load: (namespaces: readonly string[]) => Promise<void>,
) {
  const { area, namespaces } = pages[page];
  return Promise.all([
    layouts[layout](),
    pages[page].load(),
    load(['common', 'meta', ...namespaces]),
    area && areas[area](),
  ]);
}
