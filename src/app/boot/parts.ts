import type { ComponentType } from 'react';
import { pages } from '../routing/pages.ts';
import { areas } from '../wiring/areas.ts';
import type { FrameProps, PageName } from '../wiring/pageProps.ts';

/** What stands around a page: for visitors, or for account holders. */
const frames = {
  visitor: async () => (await import('../layouts/SignedOutLayout.tsx')).VisitorFrame,
  holder: async () => (await import('../layouts/SignedInLayout.tsx')).HolderFrame,
} satisfies Record<string, () => Promise<ComponentType<FrameProps>>>;

export type FrameName = keyof typeof frames;

/** Everything that a page is drawn from: its code, that of its flows and of the frame around it, and their words. */
export function partsOf(
  page: PageName,
  frame: FrameName,
  load: (namespaces: readonly string[]) => Promise<void>,
) {
  const { area, namespaces } = pages[page];
  return Promise.all([
    frames[frame](),
    pages[page].load(),
    load(['common', 'meta', ...namespaces]),
    area && areas[area](),
  ]);
}
