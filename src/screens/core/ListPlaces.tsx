import { Skeleton } from '../../components/base/Skeleton.tsx';

const places = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Keeps the place of a list that is on its way, and says so. */
export function ListPlaces({ label }: { label: string }) {
  return (
    <div aria-busy className="flex flex-col gap-3">
      <p role="status" className="sr-only">
        {label}
      </p>
      {places.map((place) => (
        <Skeleton key={place} className="h-20" />
      ))}
    </div>
  );
}
