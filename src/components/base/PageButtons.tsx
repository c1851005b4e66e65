import { Button } from './Button.tsx';
import { PagePlaces } from './Pagination.tsx';

interface Props {
  /** The label of the navigation. */
  label: string;
  /** From 1 to `last`. */
  page: number;
  last: number;
  labels: {
    back: string;
    next: string;
    /** Announced for omitted pages. */
    more: string;
    page: (page: number) => string;
    /** Why a button does nothing: there is no page before, none after, and this one is shown. */
    isFirst: string;
    isLast: string;
    isCurrent: string;
  };
  onTurn: (page: number) => void;
}

/**
 * `Pagination` for a list whose page is not in the address, for example in a dialog. A button that does nothing any more stays, because the
 * focus may be on it. Nothing for a single page.
 */
export function PageButtons({ label, page, last, labels, onTurn }: Props) {
  if (last <= 1) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-2">
      <Button
        variant="secondary"
        reason={page > 1 ? undefined : labels.isFirst}
        onPress={() => onTurn(page - 1)}
      >
        {labels.back}
      </Button>
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <PagePlaces page={page} last={last} more={labels.more}>
          {(each) => (
            <Button
              variant={each === page ? 'secondary' : 'quiet'}
              aria-label={labels.page(each)}
              {...(each === page && { 'aria-current': 'page', reason: labels.isCurrent })}
              onPress={() => onTurn(each)}
            >
              {each}
            </Button>
          )}
        </PagePlaces>
      </ul>
      <Button
        variant="secondary"
        reason={page < last ? undefined : labels.isLast}
        onPress={() => onTurn(page + 1)}
      >
        {labels.next}
      </Button>
    </nav>
  );
}
