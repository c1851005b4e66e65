import { Skeleton } from '../../components/base/Skeleton.tsx';

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

interface Props {
  label: string;
  /** The number of lines, at most eight. */
  count?: number;
  /** The height of a line. */
  size?: string;
  /** The space between two lines. */
  gap?: string;
}

/** Reserves the space of a loading list, and announces the loading. */
export function ListPlaces({ label, count = 5, size = 'h-14 md:h-20', gap = 'gap-3' }: Props) {
  return (
    <div aria-busy className={`flex flex-col ${gap}`}>
      <p role="status" className="sr-only">
        {label}
      </p>
      {places.slice(0, count).map((place) => (
        <Skeleton key={place} className={size} />
      ))}
    </div>
  );
}
