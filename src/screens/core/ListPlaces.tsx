import { Skeleton } from '../../components/base/Skeleton.tsx';

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

interface Props {
  label: string;
  /** Eight at the most. */
  count?: number;
  /** The height of one. */
  size?: string;
}

/** Keeps the place of a list that is on its way, and says so. */
export function ListPlaces({ label, count = 5, size = 'h-14 md:h-20' }: Props) {
  return (
    <div aria-busy className="flex flex-col gap-3">
      <p role="status" className="sr-only">
        {label}
      </p>
      {places.slice(0, count).map((place) => (
        <Skeleton key={place} className={size} />
      ))}
    </div>
  );
}
