import { classes } from './classes.ts';

/** Reserves the space of loading content; `className` sets its size. Silent: the region around it is `aria-busy`. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={classes('block animate-pulse rounded-field bg-line', className)} />;
}
