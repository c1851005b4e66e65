import { useSelector } from '@xstate/react';
import { Suspense, useRef } from 'react';
import { BellButton } from '../../components/shell/BellButton.tsx';
import type { HeaderRef } from '../../machines/shell/headerMachine.ts';
import { lazyPart } from '../../screens/core/lazyPart.tsx';
import { isUnavailable } from '../../screens/core/unavailable.ts';
import { useTranslation } from '../../screens/core/useTranslation.ts';
import { useFlow } from '../wiring/flows.ts';
import { lazyOr, Nothing } from '../wiring/lazyOr.ts';
import type { PageProps } from '../wiring/pageProps.ts';

const InboxSheet = lazyPart(async () => ({ default: (await import('./InboxSheet.tsx')).InboxSheet }));
const InboxAnnouncer = lazyOr(Nothing, async () => (await import('./InboxAnnouncer.tsx')).InboxAnnouncer);

/** The bell in the header. The inbox list loads on demand; the count appears once the inbox is loaded. */
export function InboxBell({ app, header }: PageProps & { header: HeaderRef }) {
  const { t } = useTranslation('common');
  const isOpen = useSelector(header, (snapshot) => snapshot.hasTag('inboxOpen'));
  const button = useRef<HTMLButtonElement>(null);
  const inbox = useFlow(app, 'inbox', 'inbox');
  const unread = useSelector(inbox ?? undefined, (state) => state?.context.data?.meta.unread ?? 0);
  const isMissing = useSelector(inbox ?? undefined, (state) => state !== undefined && isUnavailable(state));
  if (isMissing) return null;
  return (
    <>
      <BellButton
        buttonRef={button}
        label={unread > 0 ? t('inbox.unread', { count: unread }) : t('inbox.label')}
        count={unread}
        isOpen={isOpen}
        onPress={() => header.send({ type: 'inbox.opened' })}
      />
      <Suspense>{inbox && <InboxAnnouncer app={app} />}</Suspense>
      <Suspense>
        {isOpen && (
          <InboxSheet app={app} triggerRef={button} onClose={() => header.send({ type: 'inbox.closed' })} />
        )}
      </Suspense>
    </>
  );
}
