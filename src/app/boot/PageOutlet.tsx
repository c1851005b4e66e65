import { useSyncExternalStore } from 'react';
import { Spinner, useSpinner } from '../../components/base/Spinner.tsx';
import type { AppRef } from '../../machines/appMachine.ts';
import { Announcement, Arrival } from '../routing/NavigationFocus.tsx';
import { PageHead } from '../routing/PageHead.tsx';
import type { ScrollRestoration } from '../routing/scrollRestoration.ts';
import type { PageName } from '../wiring/pageProps.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { CrashNotice } from './CrashNotice.tsx';
import { fallbackWords } from './fallbackWords.ts';
import type { PageState, PageStore } from './pageStore.ts';
import type { LayoutName } from './parts.ts';

interface Props {
  app: AppRef;
  scrollRestoration: ScrollRestoration;
  pages: PageStore;
  /** Null while nothing may be drawn. */
  page: PageName | null;
  layout: LayoutName;
}

const undecided: PageState = { status: 'loading', before: null };

/** Draws a page in its layout; while it is loading the layout stays, and the spinner comes if it takes long. */
export function Stage({ app, scrollRestoration, pages, page, layout }: Props) {
  const state = useSyncExternalStore(pages.subscribe, () =>
    page === null ? undecided : pages.state(page, layout),
  );
  const isSpinning = useSpinner(state.status === 'loading');
  const isReady = state.status === 'ready' && !isSpinning;
  const Layout = isReady ? state.Layout : state.before;

  const content = (
    <>
      {isSpinning && <Spinner label={fallbackWords().loading} />}
      {page !== null && state.status === 'failed' && !isSpinning && (
        <CrashNotice onRetry={() => pages.request(page, layout)} />
      )}
      {page !== null && isReady && (
        <CrashBoundary key={page}>
          <PageHead page={page} />
          <state.Page app={app} />
          <Arrival app={app} scrollRestoration={scrollRestoration} page={page} />
        </CrashBoundary>
      )}
    </>
  );
  if (page === null || Layout === null) {
    return isSpinning ? <div className="absolute inset-x-0 top-2/3">{content}</div> : content;
  }
  return (
    <Layout app={app} page={page}>
      {content}
      <Announcement scrollRestoration={scrollRestoration} />
    </Layout>
  );
}
