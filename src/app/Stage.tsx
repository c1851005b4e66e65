import { useSyncExternalStore } from 'react';
import { ScreenSpinner } from '../components/Spinner.tsx';
import type { AppRef } from '../machines/appMachine.ts';
import { Announcement, Arrival } from './Arrival.tsx';
import type { Arrivals } from './arrivals.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { CrashNotice } from './CrashNotice.tsx';
import { fallbackWords } from './fallbackWords.ts';
import { PageHead } from './PageHead.tsx';
import type { FrameName, PageState, PageStore } from './pageStore.ts';
import type { PageName } from './paths.ts';

interface Props {
  app: AppRef;
  arrivals: Arrivals;
  pages: PageStore;
  /** Null while nothing may be drawn. */
  page: PageName | null;
  frame: FrameName;
}

const undecided: PageState = { status: 'loading', Frame: null };

/** Draws a page in its frame; while it is loading the frame stays, and the spinner comes if it takes long. */
export function Stage({ app, arrivals, pages, page, frame }: Props) {
  const state = useSyncExternalStore(pages.subscribe, () =>
    page === null ? undecided : pages.state(page, frame),
  );
  const content = (
    <ScreenSpinner isLoading={state.status === 'loading'} label={fallbackWords().loading}>
      {page !== null && state.status === 'failed' && (
        <CrashNotice onRetry={() => pages.request(page, frame)} />
      )}
      {page !== null && state.status === 'ready' && (
        <CrashBoundary key={page}>
          <PageHead page={page} />
          <state.Page app={app} />
          <Arrival app={app} arrivals={arrivals} page={page} />
        </CrashBoundary>
      )}
    </ScreenSpinner>
  );
  if (page === null || state.Frame === null) return content;
  return (
    <state.Frame app={app} page={page}>
      {content}
      <Announcement arrivals={arrivals} />
    </state.Frame>
  );
}
