import type { ReactNode } from 'react';
import { ScrollBox } from '../../components/base/ScrollBox.tsx';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props<Point> {
  caption: string;
  /** The heading of the figures. */
  heading: string;
  /** Oldest first. */
  points: readonly Point[];
  figure: (point: Point) => ReactNode;
}

/** The points of a chart as a table, newest first. */
export function PointTable<Point extends { readonly at: string }>({
  caption,
  heading,
  points,
  figure,
}: Props<Point>) {
  const { t, locale } = useTexts('wallet');
  return (
    <ScrollBox label={caption}>
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface text-left text-muted text-sm">
          <tr>
            <th scope="col" className="py-2 font-medium">
              {t('wallet:prices.time')}
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              {heading}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.at} className="border-line border-t">
              <th scope="row" className="py-2 text-left font-normal">
                {instantText(point.at, locale)}
              </th>
              <td className="py-2 text-right">{figure(point)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
