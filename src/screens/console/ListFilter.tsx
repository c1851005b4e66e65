import { useSelector } from '@xstate/react';
import { Segmented } from '../../components/base/Segmented.tsx';
import type { ListRef } from '../../machines/console/createListMachine.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props<Item, Value extends string> {
  list: ListRef<Item>;
  /** The first is the default. */
  options: readonly { readonly value: Value; readonly label: string }[];
}

/** Filters a list by status. */
export function ListFilter<Item, Value extends string>({ list, options }: Props<Item, Value>) {
  const { t } = useTexts('console');
  const filter = useSelector(list, ({ context }) => context.filter);
  const chosen = options.find(({ value }) => value === filter) ?? options[0];
  if (!chosen) return null;
  return (
    <div>
      <Segmented
        legend={t('console:review.filter')}
        options={options}
        value={chosen.value}
        onChange={(value) => list.send({ type: 'filter.changed', filter: value })}
      />
    </div>
  );
}
