import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { useFlow, useSignedIn } from '../wiring/flows.ts';
import { lazyOr, Nothing } from '../wiring/lazyOr.ts';
import type { LayoutProps, PageProps } from '../wiring/pageProps.ts';
import { OfflineBanner } from './OfflineBanner.tsx';

const IdleDialog = lazyOr(Nothing, async () => (await import('./IdleDialog.tsx')).IdleDialog);
const LeaveDialog = lazyOr(Nothing, async () => (await import('./LeaveDialog.tsx')).LeaveDialog);
const QuickActions = lazyOr(Nothing, async () => (await import('./QuickActions.tsx')).QuickActions);
const UpdateBanner = lazyOr(Nothing, async () => (await import('./UpdateBanner.tsx')).UpdateBanner);

// These parts read the machines themselves, because the layout would be drawn again whenever one of their flows opens.

/** What is above every page: that there is no connection, and that there is a new version. */
export function LayoutBanners({ app, page }: Omit<LayoutProps, 'children'>) {
  const signedIn = useSignedIn(app);
  const standing = useSelector(signedIn, (snapshot) => snapshot?.context.signedIn.standing);
  const isOffline = useSelector(standing, (snapshot) => snapshot?.context.isOffline ?? false);
  const update = useFlow(app, 'session', 'update');
  const isUpdateOffered = useSelector(
    update ?? undefined,
    (snapshot) => snapshot?.hasTag('offered') ?? false,
  );
  return (
    <Suspense>
      {isOffline && <OfflineBanner app={app} page={page} />}
      {isUpdateOffered && signedIn && update && <UpdateBanner signedIn={signedIn} update={update} />}
    </Suspense>
  );
}

/** The dialogs of every page: the command palette, the question before a logout, and the one to an idle person. */
export function LayoutDialogs({ app }: PageProps) {
  const signedIn = useSignedIn(app);
  const isLeaving = useSelector(signedIn, (snapshot) => snapshot?.hasTag('confirmingSignOut') ?? false);
  const lifetime = useFlow(app, 'session', 'lifetime');
  const isAsked = useSelector(lifetime ?? undefined, (snapshot) => snapshot?.hasTag('asking') ?? false);
  const palette = useFlow(app, 'palette', 'palette');
  const tokens = useFlow(app, 'palette', 'paletteTokens');
  const isPaletteOpen = useSelector(
    palette ?? undefined,
    (snapshot) => !(snapshot?.matches('closed') ?? true),
  );
  return (
    <>
      <Suspense>
        {isPaletteOpen && palette && tokens && <QuickActions app={app} palette={palette} tokens={tokens} />}
      </Suspense>
      <Suspense>{isLeaving && signedIn && <LeaveDialog signedIn={signedIn} />}</Suspense>
      <Suspense>{isAsked && lifetime && <IdleDialog actor={lifetime} />}</Suspense>
    </>
  );
}
