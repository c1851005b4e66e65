import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { KeysetPage } from '../../../contract/paging.ts';
import { Button } from '../../components/base/Button.tsx';
import type { ListRef } from '../../machines/console/createListMachine.ts';
import { Freshness } from '../core/Freshness.tsx';
import { ListPlaces } from '../core/ListPlaces.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props<Item> {
  list: ListRef<Item>;
  failed: string;
  /** Shown beside the button that reads the list again. */
  hint?: string;
  /** Draws the lines of the current page. */
  children: (lines: readonly Item[]) => ReactNode;
}

/** A list that is read in pages: the current page, its age, and buttons for the others. */
export function ListParts<Item>({ list, failed, hint, children }: Props<Item>) {
  const { t } = useTexts('console');
  const part = useSelector(list, (snapshot) => snapshot.children.part);
  const isFirst = useSelector(list, (snapshot) => !snapshot.can({ type: 'page.previous' }));
  const last = useSelector(list, ({ context }) => context.trail.at(-1));
  if (!part) return null;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="hidden text-muted text-sm sm:block">{hint}</p>
        <div className="ml-auto">
          <Button variant="quiet" onPress={() => list.send({ type: 'refresh.requested' })}>
            {t('common:actions.refresh')}
          </Button>
        </div>
      </div>
      <Freshness resource={part} />
      <ResourceView
        resource={part}
        placeholder={<ListPlaces label={t('common:loading')} size="h-14" />}
        failed={failed}
      >
        {({ data, meta }: KeysetPage<Item>) => (
          <div className="flex flex-col gap-4">
            {children(data)}
            {!(isFirst && meta.next === null) && (
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="secondary"
                  reason={isFirst ? t('console:list.first') : undefined}
                  onPress={() => list.send({ type: 'page.previous' })}
                >
                  {t('console:list.previous')}
                </Button>
                <Button
                  variant="secondary"
                  reason={meta.next === null ? t('console:list.last') : undefined}
                  isPending={meta.next === last}
                  onPress={() => meta.next !== null && list.send({ type: 'page.next', after: meta.next })}
                >
                  {t('console:list.next')}
                </Button>
              </div>
            )}
          </div>
        )}
      </ResourceView>
    </div>
  );
}
