import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { AppRef } from '../../machines/appMachine.ts';
import { selectOnward } from '../../machines/appSelectors.ts';
import { onwardTo } from '../../machines/shell/onward.ts';
import { OnwardLine } from '../../screens/wallet/OnwardLine.tsx';

interface Props {
  app: AppRef;
  isHidden: boolean;
}

/** Offers to continue what was begun before the login; its stored record is read once. */
export function OnwardPart({ app, isHidden }: Props) {
  const to = useSelector(app, selectOnward);
  const onward = useMemo(() => to && onwardTo(to, app.getSnapshot().context.readRecord), [app, to]);
  return (
    onward && (
      <OnwardLine
        onward={onward}
        isHidden={isHidden}
        onDismiss={() => app.send({ type: 'onward.declined' })}
      />
    )
  );
}
