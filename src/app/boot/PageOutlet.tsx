import { useSyncExternalStore } from 'react';
import { Spinner, useSpinner } from '../../components/base/Spinner.tsx';
import type { AppRef } from '../../machines/appMachine.ts';
import { Announcement, Arrival } from '../routing/NavigationFocus.tsx';
import { PageHead } from '../routing/PageHead.tsx';
import type { Arrivals } from '../routing/scrollRestoration.ts';
import type { PageName } from '../wiring/pageProps.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { CrashNotice } from './CrashNotice.tsx';
import { fallbackWords } from './fallbackWords.ts';
import type { PageState, PageStore } from './pageStore.ts';
import type { FrameName } from './parts.ts';

interface Props {
  app: AppRef;
  arrivals: Arrivals;
  pages: PageStore;
  /** Null while nothing may be drawn. */
  page: PageName | null;
  frame: FrameName;
}

const undecided: PageState = { status: 'loading', before: null };

/** Draws a page in its frame; while it is loading the frame stays, and the spinner comes if it takes long. */
export function Stage({ app, arrivals, pages, page, frame }: Props) {
  const state = useSyncExternalStore(pages.subscribe, () =>
    page === null ? undecided : pages.state(page, frame),
  );
  const isSpinning = useSpinner(state.status === 'loading');
  const isReady = state.status === 'ready' && !isSpinning;
  const Frame = isReady ? state.Frame : state.before;

  const content = (
    <>
      {isSpinning && <Spinner label={fallbackWords().loading} />}
      {page !== null && state.status === 'failed' && !isSpinning && (
        <CrashNotice onRetry={() => pages.request(page, frame)} />
      )}
      {page !== null && isReady && (
        <CrashBoundary key={page}>
          <PageHead page={page} />
          <state.Page app={app} />
          <Arrival app={app} arrivals={arrivals} page={page} />
        </CrashBoundary>
      )}
    </>
  );
  if (page === null || Frame === null) {
    return isSpinning ? <div className="absolute inset-x-0 top-2/3">{content}</div> : content;
  }
  return (
    <Frame app={app} page={page}>
      {content}
      <Announcement arrivals={arrivals} />
    </Frame>
  );
}
