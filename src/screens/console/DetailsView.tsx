import { useSelector } from '@xstate/react';
import { type ReactNode, useRef } from 'react';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
import { Freshness } from '../core/Freshness.tsx';
import { ListPlaces } from '../core/ListPlaces.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props<Data> {
  resource: ResourceRef<Data>;
  /** The height of the placeholder, as a class. */
  size: string;
  /** The title of a failure. */
  failed: string;
  className?: string;
  children: (data: Data) => ReactNode;
}

/** The data of one item, with its age, and a way to ask again while the answer is slow. Data of another item is not shown. */
export function DetailsView<Data>({ resource, size, ...rest }: Props<Data>) {
  const { t } = useTexts();
  const place = useRef<HTMLDivElement>(null);
  const isOther = useSelector(resource, ({ context }) => context.key !== context.dataKey);
  return (
    <div ref={place} tabIndex={-1} className="focus-elsewhere flex flex-col gap-4 empty:hidden">
      <Freshness
        resource={resource}
        isEmpty={isOther}
        onRetry={() => {
          // The notice with the pressed button goes.
          place.current?.focus();
          resource.send({ type: 'refresh.requested' });
        }}
      />
      <ResourceView
        {...rest}
        resource={resource}
        isExact
        placeholder={<ListPlaces label={t('common:loading')} size={size} />}
      />
    </div>
  );
}
