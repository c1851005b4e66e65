import { useSelector } from '@xstate/react';
import { type ReactNode, useCallback, useRef } from 'react';
import type { KeysetPage } from '../../../contract/paging.ts';
import { Button } from '../../components/base/Button.tsx';
import { classes } from '../../components/base/classes.ts';
import { giveBackFocus } from '../../components/base/takeLostFocus.ts';
import { type ListRef, readPartKey } from '../../machines/console/createListMachine.ts';
import type { ResourceRef } from '../../machines/core/createResourceMachine.ts';
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
  const place = useRef<HTMLDivElement>(null);
  if (!part) return null;
  return (
    <div ref={place} tabIndex={-1} className="focus-elsewhere flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <ListHint list={list} part={part}>
          {hint}
        </ListHint>
        <div className="-mr-3 ml-auto sm:-mr-4">
          <Button variant="quiet" onPress={() => list.send({ type: 'refresh.requested' })}>
            {t('common:actions.refresh')}
          </Button>
        </div>
      </div>
      <Freshness
        resource={part}
        onRetry={() => {
          // The notice with the pressed button goes.
          place.current?.focus();
          part.send({ type: 'refresh.requested' });
        }}
      />
      <ResourceView
        resource={part}
        placeholder={<ListPlaces label={t('common:loading')} size="h-14" />}
        failed={failed}
      >
        {(read: KeysetPage<Item>, key) => (
          <Lines list={list} page={read} isFirstRead={readPartKey(key).after === null}>
            {children}
          </Lines>
        )}
      </ResourceView>
    </div>
  );
}

/** Replaced by a message while newer lines wait for the pointer to leave the list. */
function ListHint<Item>({
  list,
  part,
  children,
}: Pick<Props<Item>, 'list'> & { part: ResourceRef<KeysetPage<Item>>; children: ReactNode }) {
  const { t } = useTexts('console');
  const held = useSelector(list, ({ context }) => context.held);
  const lines = useSelector(part, ({ context }) => context.data?.data);
  const isChanged = held !== null && held.data !== lines;
  return (
    <p role="status" className={classes('text-sm', !isChanged && 'hidden text-muted sm:block')}>
      {isChanged ? t('console:list.changed') : children}
    </p>
  );
}

/** The lines, which stay as they are while the pointer is over them. Lines that are taken away leave no pointer behind. */
function Lines<Item>({
  list,
  page,
  isFirstRead,
  children,
}: Pick<Props<Item>, 'list' | 'children'> & {
  page: KeysetPage<Item>;
  /** The shown page is the first one. */
  isFirstRead: boolean;
}) {
  const { t } = useTexts('console');
  const { data, meta } = useSelector(list, ({ context }) => context.held) ?? page;
  const isFirst = useSelector(list, (snapshot) => !snapshot.can({ type: 'page.previous' }));
  const last = useSelector(list, ({ context }) => context.trail.at(-1));
  const watchRemoval = useCallback(() => () => list.send({ type: 'pointer.left' }), [list]);
  return (
    <div className="flex flex-col gap-4">
      <div
        ref={watchRemoval}
        onPointerEnter={() => list.send({ type: 'pointer.entered', shown: page })}
        onPointerLeave={() => list.send({ type: 'pointer.left' })}
        tabIndex={-1}
        className="focus-elsewhere"
      >
        {children(data)}
      </div>
      {!(isFirstRead && meta.next === null) && (
        <div ref={giveBackFocus} className="flex flex-wrap gap-2">
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
  );
}
