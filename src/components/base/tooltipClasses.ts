/** Inverted colours, so that a tooltip does not look like a card. */
export const tooltipClasses =
  'max-w-72 animate-appear rounded-field bg-ink px-3 py-2 text-paper text-sm shadow-float';
