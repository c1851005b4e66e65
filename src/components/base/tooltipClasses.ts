/** Ink and paper turned over, so that it is never taken for a card. */
export const tooltipClasses =
  'max-w-72 animate-appear rounded-field bg-ink px-3 py-2 text-paper text-sm shadow-float';
