import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
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
  const isOther = useSelector(resource, ({ context }) => context.key !== context.dataKey);
  return (
    <>
      <Freshness resource={resource} isEmpty={isOther} />
      <ResourceView
        {...rest}
        resource={resource}
        isExact
        placeholder={<ListPlaces label={t('common:loading')} size={size} />}
      />
    </>
  );
}
