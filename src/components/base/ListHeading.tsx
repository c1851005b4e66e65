import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  id: string;
  /** The number of lines in the list. */
  count: number;
  children: ReactNode;
}

/** The heading of a list with removable lines: it gets the focus when the focused line is removed. */
export function ListHeading({ id, count, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(count);
  useEffect(() => {
    const isFewer = count < last.current;
    last.current = count;
    const { activeElement } = document;
    if (isFewer && (activeElement === null || activeElement === document.body)) heading.current?.focus();
  }, [count]);
  return (
    <h3 id={id} ref={heading} tabIndex={-1} className="focus-elsewhere text-muted text-sm outline-none">
      {children}
    </h3>
  );
}
