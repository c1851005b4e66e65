import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { classes } from './classes.ts';
import { iconProps } from './icon.ts';

interface Props {
  /** The label of the navigation. */
  label: string;
  /** From 1 to `last`. */
  page: number;
  last: number;
  hrefOf: (page: number) => string;
  labels: {
    back: string;
    next: string;
    /** Announced for omitted pages. */
    more: string;
    page: (page: number) => string;
  };
  /** Called when another page is chosen. */
  onTurn?: () => void;
}

const place =
  'inline-flex min-h-touch min-w-touch items-center justify-center rounded-field px-2 tabular-nums';
const press = 'hover:bg-ink/6';

/** Links to the pages of a list: the first, the last, and those around the current one. Nothing for a single page. */
export function Pagination({ label, page, last, hrefOf, labels, onTurn }: Props) {
  if (last <= 1) return null;
  const turn = { ...(onTurn && { onPress: onTurn }) };
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        {page > 1 && (
          <li>
            <Link {...turn} href={hrefOf(page - 1)} className={`${place} ${press} gap-1`}>
              <ChevronLeft {...iconProps} />
              <span className="max-sm:sr-only">{labels.back}</span>
            </Link>
          </li>
        )}
        <PagePlaces page={page} last={last} more={labels.more}>
          {(each, look) => (
            <Link
              {...turn}
              href={hrefOf(each)}
              aria-label={labels.page(each)}
              {...(each === page && { 'aria-current': 'page' })}
              className={look}
            >
              {each}
            </Link>
          )}
        </PagePlaces>
        {page < last && (
          <li>
            <Link {...turn} href={hrefOf(page + 1)} className={`${place} ${press} gap-1`}>
              <span className="max-sm:sr-only">{labels.next}</span>
              <ChevronRight {...iconProps} />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}

interface PlacesProps {
  page: number;
  last: number;
  /** Announced for omitted pages. */
  more: string;
  /** Draws the link or button of a page with the classes `look`. */
  children: (page: number, look: string) => ReactNode;
}

/** List items for the pages: the first, the last, those around the current one, and an ellipsis for omitted ones. */
export function PagePlaces({ page, last, more, children }: PlacesProps) {
  return placesOf(page, last).map((each) =>
    typeof each === 'string' ? (
      <li key={each} className={place}>
        <span aria-hidden>…</span>
        <span className="sr-only">{more}</span>
      </li>
    ) : (
      <li
        key={each}
        className={classes(Math.abs(each - page) === 1 && each !== 1 && each !== last && 'max-sm:hidden')}
      >
        {children(each, classes(place, each === page ? 'bg-ink font-semibold text-paper' : press))}
      </li>
    ),
  );
}

/** Page numbers in order, with a word for omitted ones. A single omitted page is shown, since it needs no more room. */
function placesOf(page: number, last: number): (number | 'before' | 'after')[] {
  const from = page - 1 <= 3 ? 2 : page - 1;
  const to = page + 1 >= last - 2 ? last - 1 : page + 1;
  const middle = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  return [
    1,
    ...(from > 2 ? (['before'] as const) : []),
    ...middle,
    ...(to < last - 1 ? (['after'] as const) : []),
    last,
  ];
}
