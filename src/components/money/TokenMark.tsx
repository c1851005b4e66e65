import { classes } from '../base/classes.ts';
import { tokenColour } from './tokenColour.ts';

interface Props {
  symbol: string;
  /** 36 px, or 24 beside a single line of text. */
  size?: 'base' | 'sm';
}

const own: Readonly<Record<string, { look: string; path: string }>> = {
  ZST: { look: 'bg-zest text-on-zest', path: 'M11 12h14L11 24h14' },
  STO: { look: 'bg-board text-chalk', path: 'M18 8l9 6-2 10-7 4-7-4-2-10zM9 14l9 4 9-4M18 18v10' },
};

/**
 * A token's logo, or two letters, one in the small size, on a colour computed from its symbol. The logos of other issuers' tokens are in
 * `marks.css`. Decorative: the symbol is beside it.
 */
export function TokenMark({ symbol, size = 'base' }: Props) {
  const drawn = own[symbol];
  return (
    <span
      aria-hidden
      className={classes(
        'inline-flex shrink-0 select-none items-center justify-center overflow-hidden rounded-full border border-line font-semibold',
        size === 'base' ? 'size-9 text-xs' : 'size-6 text-xs',
        drawn ? drawn.look : 'bg-cover text-chalk before:content-[attr(data-letters)]',
      )}
      // Drawn by CSS, so that it is not part of the page's text.
      {...(!drawn && {
        style: { backgroundColor: tokenColour(symbol) },
        'data-mark': symbol,
        'data-letters': [...symbol]
          .slice(0, size === 'base' ? 2 : 1)
          .join('')
          .toUpperCase(),
      })}
    >
      {drawn && (
        <svg
          aria-hidden
          viewBox="0 0 36 36"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinejoin="round"
        >
          <path d={drawn.path} />
        </svg>
      )}
    </span>
  );
}
