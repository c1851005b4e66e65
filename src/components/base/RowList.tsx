import type { ReactNode } from 'react';

interface Props<Item> {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Renders a `Row`. */
  row: (item: Item) => ReactNode;
  /** The heading of consecutive items with the same name; it stays visible while they are scrolled. */
  groupOf?: ((item: Item) => string) | undefined;
}

interface Group<Item> {
  readonly heading: string;
  readonly items: Item[];
}

/** A list of rows, under headings when they have groups. */
export function RowList<Item>({ label, items, keyOf, row, groupOf }: Props<Item>) {
  const groups: Group<Item>[] = [];
  for (const item of items) {
    const heading = groupOf?.(item) ?? label;
    const last = groups.at(-1);
    if (last?.heading === heading) last.items.push(item);
    else groups.push({ heading, items: [item] });
  }
  return (
    <div>
      {groups.map((group) => (
        <div key={group.items[0] && keyOf(group.items[0])}>
          {groupOf && (
            <h2 className="sticky top-14 z-10 low:static bg-paper pt-2.5 pb-0.5 font-medium text-muted text-xs">
              {group.heading}
            </h2>
          )}
          <ul aria-label={group.heading}>
            {group.items.map((item) => (
              <li key={keyOf(item)} className="border-line border-t first:border-t-0">
                {row(item)}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
