import { brand } from '../brand.ts';

/** The product's name as it is drawn. It is text: whatever holds it gets its name from it. */
export function Wordmark() {
  return (
    <span translate="no" className="font-bold text-lg tracking-tight">
      {brand.wordmark}
      <span aria-hidden className="ml-0.5 inline-block size-2 rounded-full bg-zest ring-1 ring-on-zest/30" />
    </span>
  );
}
