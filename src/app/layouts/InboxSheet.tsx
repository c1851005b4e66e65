import { useSelector } from '@xstate/react';
import type { RefObject } from 'react';
import { Sheet } from '../../components/base/Sheet.tsx';
import { ListPlaces } from '../../screens/core/ListPlaces.tsx';
import { useTranslation } from '../../screens/core/useTranslation.ts';
import { InboxList } from '../../screens/inbox/InboxList.tsx';
import { useFlow } from '../wiring/flows.ts';
import type { PageProps } from '../wiring/pageProps.ts';

interface Props extends PageProps {
  triggerRef: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

export function InboxSheet({ app, triggerRef, onClose }: Props) {
  const { t } = useTranslation('common');
  const inbox = useFlow(app, 'inbox', 'inbox');
  const marks = useFlow(app, 'inbox', 'inboxMarks');
  const preferences = useSelector(app, (snapshot) => snapshot.context.preferences);
  const isHidden = useSelector(preferences, (snapshot) => snapshot.context.hideBalances);
  return (
    <Sheet title={t('inbox.label')} closeLabel={t('actions.close')} triggerRef={triggerRef} onClose={onClose}>
      {inbox && marks ? (
        <InboxList inbox={inbox} marks={marks} isHidden={isHidden} onLeave={onClose} />
      ) : (
        <ListPlaces label={t('inbox.loading')} />
      )}
    </Sheet>
  );
}
