import type { ReactNode } from 'react';

/** Terms and what they are, one under the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col">{children}</dl>;
}

interface FactProps {
  term: string;
  /** What it is stands under the term: addresses, sentences. */
  isTall?: boolean;
  children: ReactNode;
}

export function Fact({ term, isTall, children }: FactProps) {
  return (
    <div
      className={`flex gap-x-4 gap-y-1 border-line border-t py-3 first:border-t-0 last:pb-0 ${isTall ? 'flex-col' : 'flex-wrap justify-between'}`}
    >
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="flex min-w-0 flex-col items-start gap-2 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
