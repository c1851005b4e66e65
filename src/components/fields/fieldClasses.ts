/** The frame of everything that can be typed in or chosen from. Goes on the element that holds the input. */
export const fieldFrame =
  'flex min-h-touch w-full items-center rounded-field border border-edge bg-raised text-ink transition-colors hover:border-ink focus-within:border-ink focus-within:outline-2 focus-within:outline-ink focus-within:outline-offset-2 data-invalid:border-loss group-data-invalid:border-loss group-data-invalid:hover:border-loss';

/** The input inside a frame. 16 px at least, or iOS zooms in. */
export const fieldInput =
  'focus-elsewhere min-w-0 flex-1 self-stretch rounded-field bg-transparent px-3 py-2 text-base text-ink outline-none placeholder:text-muted';

export const fieldRoot = 'group flex flex-col gap-1.5';
