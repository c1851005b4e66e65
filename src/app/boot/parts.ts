import type { ComponentType } from 'react';
import type { LayoutName, PageAddress } from '../../machines/shell/pageMachine.ts';
import { type Page, pages } from '../routing/pages.ts';
import { areas } from '../wiring/areas.ts';
import type { LayoutProps, PageName } from '../wiring/pageProps.ts';

const layouts = {
  signedOut: async () => (await import('../layouts/SignedOutLayout.tsx')).SignedOutLayout,
  signedIn: async () =>
    (await Promise.all([import('../layouts/SignedInLayout.tsx'), import('../wiring/signedIn.ts')]))[0]
      .SignedInLayout,
} satisfies Record<LayoutName, () => Promise<ComponentType<LayoutProps>>>;

/** The namespaces of a page's texts. */
export const textsOf = (page: PageName) => ['common', 'meta', ...pages[page].namespaces];

/** Loads the code of a page, of its flows and of its layout. */
export function codeOf(page: PageName, layout: LayoutName) {
  const { area, load } = pages[page];
  return Promise.all([layouts[layout](), load(), area && areas[area]()]);
}

/** Loads what a page is drawn with: its code, and its texts by `load`. */
export async function partsOf(
  page: PageName,
  layout: LayoutName,
  load: (namespaces: readonly string[]) => Promise<void>,
) {
  const [[Layout, Page]] = await Promise.all([codeOf(page, layout), load(textsOf(page))]);
  return { Layout, Page };
}

/** The most likely page of the browser's address, before the router and the app machine have decided. */
export function likelyAddress(isSignedIn: boolean): PageAddress {
  const [layout, home] = isSignedIn ? (['signedIn', 'wallet'] as const) : (['signedOut', 'login'] as const);
  const path = window.location.pathname;
  if (path === '/') return { page: home, layout };
  for (const [page, { pattern, access }] of Object.entries(pages) as [PageName, Page][]) {
    const isHere = pattern !== null && new RegExp(`^${pattern.replace(/:\w+/, '[^/]+')}/?$`, 'i').test(path);
    if (isHere) return { page: access === layout || access === 'any' ? page : home, layout };
  }
  return { page: 'notFound', layout };
}
