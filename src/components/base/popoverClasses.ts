/** The style of floating elements: lists, menus. */
export const popoverClasses =
  'overflow-hidden rounded-card border border-line bg-surface text-ink shadow-float data-entering:animate-appear';

/** A line in a list box or menu. */
export const listItemClasses =
  'focus-inside flex min-h-touch cursor-pointer items-center gap-3 rounded-field px-3 py-2 outline-none data-focused:bg-ink/6 data-hovered:bg-ink/6 data-focus-visible:outline-2 data-focus-visible:outline-ink data-focus-visible:-outline-offset-2';
