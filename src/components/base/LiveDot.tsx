import { classes } from './classes.ts';

/** A full dot while data is live, an outline otherwise. A word is shown beside it. */
export function LiveDot({ isLive }: { isLive: boolean }) {
  return (
    <span
      aria-hidden
      className={classes(
        'size-2 shrink-0 rounded-full border',
        isLive ? 'border-gain bg-gain' : 'border-wait border-dashed',
      )}
    />
  );
}
