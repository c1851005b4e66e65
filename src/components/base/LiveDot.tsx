import { classes } from './classes.ts';

/** Full while something is followed as it happens, an outline while it is not. A word stands beside it. */
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
