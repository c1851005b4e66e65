import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { Empty } from '../../components/base/Empty.tsx';
import { KeyList } from '../../components/base/KeyList.tsx';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import type { ListRef } from '../../machines/console/createListMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { ListParts } from './ListParts.tsx';

interface Props<Item> {
  list: ListRef<Item>;
  label: string;
  empty: string;
  failed: string;
  itemKey: (item: Item) => string;
  onOpen: (item: Item) => void;
  /** The content of an item's row. */
  children: (item: Item) => ReactNode;
}

/** A list for the keyboard, page by page. */
export function ReviewList<Item>({ list, label, empty, failed, itemKey, onOpen, children }: Props<Item>) {
  const { t } = useTexts('console');
  return (
    <ListParts list={list} failed={failed} hint={t('console:list.keys')}>
      {(rows) =>
        rows.length === 0 ? (
          // The row that had the focus may be gone.
          <div ref={takeLostFocus} tabIndex={-1} className="focus-elsewhere">
            <Empty icon={Inbox} title={empty} />
          </div>
        ) : (
          <div className="rounded-card border border-line bg-surface">
            <KeyList label={label} rows={rows} rowKey={itemKey} onOpen={onOpen}>
              {children}
            </KeyList>
          </div>
        )
      }
    </ListParts>
  );
}
