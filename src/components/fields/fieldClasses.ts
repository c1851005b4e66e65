/** The frame of every field, for the element around the input. */
export const fieldFrame =
  'flex min-h-touch w-full items-center rounded-field border border-edge bg-raised text-ink transition-colors hover:border-ink focus-within:border-ink focus-within:outline-2 focus-within:outline-ink focus-within:outline-offset-2 data-invalid:border-loss group-data-invalid:border-loss group-data-invalid:hover:border-loss';

/** The input inside a frame. At least 16 px, or iOS zooms in. */
export const fieldInput =
  'focus-elsewhere min-w-0 flex-1 self-stretch rounded-field bg-transparent px-3 py-2 text-base text-ink outline-none placeholder:text-muted';

export const fieldRoot = 'group flex flex-col gap-1.5';
