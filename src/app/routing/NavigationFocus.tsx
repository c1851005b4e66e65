import { useSelector } from '@xstate/react';
import { useCallback, useSyncExternalStore } from 'react';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import type { AppRef } from '../../machines/appMachine.ts';
import { useTranslation } from '../../screens/core/useTranslation.ts';
import type { PageName } from '../wiring/pageProps.ts';
import type { ScrollRestoration } from './scrollRestoration.ts';

interface Props {
  app: AppRef;
  scrollRestoration: ScrollRestoration;
  page: PageName;
}

/** Mounted after a page, once for every path and every token of the wallet, which completes the navigation. */
export function NavigationFocus({ app, scrollRestoration, page }: Props) {
  const place = useSelector(app, ({ context: { location } }) =>
    location?.route.name === 'wallet' ? new URLSearchParams(location.search).get('token') : location?.path,
  );
  const arrive = useCallback(
    (element: HTMLElement | null) => (element === null ? undefined : scrollRestoration.arrive(page)),
    [scrollRestoration, page],
  );
  return <span key={place} hidden ref={arrive} />;
}

/** Announces the page that the person navigated to. */
export function Announcement({ scrollRestoration }: { scrollRestoration: ScrollRestoration }) {
  const { t } = useTranslation(['common', 'meta']);
  const page = useSyncExternalStore(scrollRestoration.subscribe, scrollRestoration.announced);
  return <LiveRegion message={page === null ? '' : t(`meta:${page}.title`)} />;
}
