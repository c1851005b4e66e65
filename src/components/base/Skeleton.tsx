import { classes } from './classes.ts';

/**
 * Reserves the space of loading content; `className` sets its size. It has the baseline of a line of text, as the content has: a row aligned by
 * baselines would otherwise be higher until then. Silent: the region around it is `aria-busy`.
 */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={classes(
        "block animate-pulse rounded-field bg-line before:inline-block before:content-['']",
        className,
      )}
    />
  );
}
