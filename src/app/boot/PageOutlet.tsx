import { useSelector } from '@xstate/react';
import { memo } from 'react';
import { DrawnInShortTasks } from '../../components/base/DrawnInShortTasks.tsx';
import { Spinner, useSpinner } from '../../components/base/Spinner.tsx';
import type { AppRef } from '../../machines/appMachine.ts';
import { isReloadOffered } from '../../machines/core/createCodeLoaderMachine.ts';
import { selectPage } from '../../machines/shell/bootMachine.ts';
import type { LayoutName } from '../../machines/shell/pageMachine.ts';
import { Announcement, NavigationFocus } from '../routing/NavigationFocus.tsx';
import { PageHead } from '../routing/PageHead.tsx';
import type { ScrollRestoration } from '../routing/scrollRestoration.ts';
import type { PageName } from '../wiring/pageProps.ts';
import type { BootRef, PageParts } from './bootActor.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { CrashNotice } from './CrashNotice.tsx';
import { fallbackWords } from './fallbackWords.ts';

interface Props {
  app: AppRef;
  boot: BootRef;
  scrollRestoration: ScrollRestoration;
  /** Null while no page may be drawn. */
  page: PageName | null;
  layout: LayoutName;
}

/** Draws a page in its layout; while the page is loading the layout stays, and a spinner appears after a delay. */
export function PageOutlet({ app, boot, scrollRestoration, page, layout }: Props) {
  const actor = useSelector(boot, (snapshot) =>
    page === null ? undefined : (selectPage(snapshot, { page, layout }) ?? undefined),
  );
  const state = useSelector(actor, (snapshot) => snapshot);
  const isFailed = state?.matches('failed') === true;
  const parts = state?.context.parts ?? null;
  const isSpinning = useSpinner(parts === null && !isFailed);
  const shown = isSpinning ? null : parts;
  const Layout = (shown ?? state?.context.before)?.Layout;

  const content = (
    <>
      {isSpinning && <Spinner label={fallbackWords().loading} />}
      {page !== null && state && isFailed && !isSpinning && (
        <CrashNotice
          onRetry={
            isReloadOffered(state.context) ? null : () => boot.send({ type: 'page.requested', page, layout })
          }
        />
      )}
      {page !== null && shown && (
        <CrashBoundary key={page}>
          <PageContent app={app} scrollRestoration={scrollRestoration} page={page} Page={shown.Page} />
        </CrashBoundary>
      )}
    </>
  );
  if (page === null || !Layout) {
    return isSpinning ? <div className="absolute inset-x-0 top-2/3">{content}</div> : content;
  }
  return (
    <DrawnInShortTasks>
      <Layout app={app} page={page}>
        {content}
        <Announcement scrollRestoration={scrollRestoration} />
      </Layout>
    </DrawnInShortTasks>
  );
}

interface ContentProps extends Pick<Props, 'app' | 'scrollRestoration'>, Pick<PageParts, 'Page'> {
  page: PageName;
}

/** A loaded page. What happens around it does not draw it again. */
const PageContent = memo(function PageContent({ app, scrollRestoration, page, Page }: ContentProps) {
  return (
    <>
      <PageHead page={page} />
      <Page app={app} />
      <NavigationFocus app={app} scrollRestoration={scrollRestoration} page={page} />
    </>
  );
});
