import { useSelector } from '@xstate/react';
import { type ReactNode, useDeferredValue } from 'react';
import { classes } from '../../components/base/classes.ts';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import { type Missing, ReadFailure } from './ReadFailure.tsx';

interface Props<Data> {
  resource: ResourceRef<Data>;
  /** Shown until the first data is read. */
  placeholder: ReactNode;
  /** The title of a failure. */
  failed: string;
  /** What is still true after a failure: "Your funds are safe." */
  safe?: string;
  /** Shown instead when the server does not know the requested item. */
  missing?: Missing;
  /** Whether data of another key is hidden while the requested data is read. */
  isExact?: boolean;
  /**
   * Whether new data is much to draw: it is drawn in short tasks, between which the page answers, and the last data stays until then. Not
   * for a list in which a removed element leaves the focus to one outside of it: both have to be drawn together (decision 237).
   */
  isDeferred?: boolean;
  className?: string;
  children: (data: Data, key: string) => ReactNode;
}

/** The data of a resource, or a placeholder, or the failure. The last data stays while another key is read. */
export function ResourceView<Data>({
  resource,
  placeholder,
  failed,
  isExact = false,
  isDeferred = false,
  className,
  children,
  ...rest
}: Props<Data>) {
  const state = useSelector(resource, (snapshot) => snapshot);
  const { data, dataKey, key, failure } = state.context;
  const later = [useDeferredValue(data), useDeferredValue(dataKey)] as const;
  const [shown, shownKey] = isDeferred ? later : [data, dataKey];
  const isOther = key !== shownKey;
  if (data !== null && shown !== null && !(isExact && isOther)) {
    return (
      <div
        aria-busy={state.hasTag('busy') || shown !== data}
        className={classes('empty:hidden', className, isOther && 'outdated')}
      >
        {children(shown, shownKey ?? '')}
      </div>
    );
  }
  const isArriving = data !== null && key === dataKey;
  if (!failure || isArriving) return placeholder;
  return (
    <ReadFailure
      {...rest}
      failure={failure}
      title={failed}
      isRetrying={state.hasTag('busy') && !state.hasTag('slow')}
      onRetry={() => resource.send({ type: 'refresh.requested' })}
    />
  );
}
