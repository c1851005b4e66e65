import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { classes } from '../../components/base/classes.ts';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import { type Missing, ReadFailure } from './ReadFailure.tsx';

interface Props<Data> {
  resource: ResourceRef<Data>;
  /** Stands in its place until it has been read. */
  placeholder: ReactNode;
  /** Says that it could not be read. */
  failed: string;
  /** What is still true then: "Your funds are safe." */
  safe?: string;
  /** What is said instead when the server knows nothing of that name. */
  missing?: Missing;
  /** What was read by another key is not shown meanwhile. */
  isExact?: boolean;
  className?: string;
  /** `key`: what the data was read by. */
  children: (data: Data, key: string) => ReactNode;
}

/** What was read; its place as long as nothing was, or why it could not be. While another key is read, it keeps its place. */
export function ResourceView<Data>({
  resource,
  placeholder,
  failed,
  isExact = false,
  className,
  children,
  ...rest
}: Props<Data>) {
  const state = useSelector(resource, (snapshot) => snapshot);
  const { data, dataKey, key, failure } = state.context;
  const isOther = key !== dataKey;
  if (data !== null && !(isExact && isOther)) {
    return (
      <div
        aria-busy={state.hasTag('busy')}
        className={classes('transition-opacity empty:hidden', className, isOther && 'opacity-60')}
      >
        {children(data, dataKey ?? '')}
      </div>
    );
  }
  if (!failure) return placeholder;
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
