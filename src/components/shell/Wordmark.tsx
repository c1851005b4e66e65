import { brand } from '../../brand.ts';

/** The product's name as a logo. In a link, `label` names the target, and both form the link's name. */
export function Wordmark({ label }: { label?: string }) {
  return (
    <>
      <span translate="no" className="font-bold text-lg tracking-tight whitespace-nowrap">
        {brand.wordmark}
        <span
          aria-hidden
          className="ml-0.5 inline-block size-2 rounded-full bg-zest ring-1 ring-on-zest/30"
        />
      </span>
      {label !== undefined && <span className="sr-only">, {label}</span>}
    </>
  );
}
