import type { ReactNode } from 'react';

/** A list of terms with their values, one below the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col">{children}</dl>;
}

interface FactProps {
  term: string;
  /** Whether the value is below its term, for addresses and sentences. */
  isTall?: boolean;
  /** Whether the value stays beside a term that takes several lines. */
  isBeside?: boolean;
  /** A further `dd` on its own line. */
  note?: ReactNode;
  children: ReactNode;
}

/** The main fact, shown first and largest. Give its amount the size `2xl`. */
export function HeroFact({ term, children }: Pick<FactProps, 'term' | 'children'>) {
  return (
    <div className="flex flex-col gap-1 pb-4 last:pb-0">
      <dt className="text-muted text-sm">{term}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

export function Fact({ term, isTall, isBeside, note, children }: FactProps) {
  return (
    <div
      className={`flex gap-x-4 gap-y-1 border-line border-t py-3 first:border-t-0 last:pb-0 ${isTall ? 'flex-col' : `items-baseline justify-between ${isBeside ? '' : 'flex-wrap'}`}`}
    >
      <dt className="text-muted text-sm">{term}</dt>
      <dd
        className={`flex min-h-6 flex-col items-start gap-2 ${isBeside ? 'shrink-0' : 'min-w-0'} [overflow-wrap:anywhere]`}
      >
        {children}
      </dd>
      {note}
    </div>
  );
}
