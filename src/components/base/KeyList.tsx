import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

interface Props<Row> {
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  onOpen: (row: Row) => void;
  children: (row: Row) => ReactNode;
}

/** By key position, so that they are the same in every keyboard layout. */
const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, KeyJ: 1, ArrowUp: -1, KeyK: -1 };

/**
 * A list for the keyboard: one tab stop; the arrows or j and k move between rows, Home and End to the ends, Enter opens. The keys work
 * while the list has the focus (WCAG 2.2, 2.1.4). The list takes the focus if no element has it, and passes it to the next row when the focused one is removed.
 */
export function KeyList<Row>({ label, rows, rowKey, onOpen, children }: Props<Row>) {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const place = useRef(0);
  const found = rows.findIndex((row) => rowKey(row) === current);
  const at = found === -1 ? Math.min(place.current, Math.max(0, rows.length - 1)) : found;
  const keys = rows.map(rowKey).join(' ');

  const focus = (index: number, options?: FocusOptions) => {
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(':scope > li > button') ?? [];
    buttons[Math.min(Math.max(index, 0), buttons.length - 1)]?.focus(options);
  };

  // React cannot tell where the focus is after rows change, so an effect checks the DOM.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows are a reason
  useEffect(() => {
    const { activeElement } = document;
    // Nobody asked for this focus, so nothing scrolls for it.
    if (activeElement === null || activeElement === document.body) focus(at, { preventScroll: true });
  }, [keys]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = steps[event.code];
    const target =
      event.code === 'Home'
        ? 0
        : event.code === 'End'
          ? rows.length - 1
          : step === undefined
            ? null
            : at + step;
    if (target === null) return;
    event.preventDefault();
    focus(target);
  };

  return (
    <ul ref={list} aria-label={label} onKeyDown={onKeyDown} className="flex flex-col">
      {rows.map((row, index) => (
        <li key={rowKey(row)} className="border-line border-b last:border-b-0">
          <button
            type="button"
            tabIndex={index === at ? 0 : -1}
            onFocus={() => {
              place.current = index;
              setCurrent(rowKey(row));
            }}
            onClick={() => onOpen(row)}
            className="flex min-h-touch w-full cursor-pointer items-center gap-4 px-3 py-3 text-left hover:bg-raised focus-visible:bg-raised"
          >
            {children(row)}
          </button>
        </li>
      ))}
    </ul>
  );
}
