import type { ReactNode } from 'react';
import { Card } from '../../components/base/Card.tsx';

/** The place of the total over time, whose space is kept while its code and figures load. */
export function TotalPlace({ children }: { children: ReactNode }) {
  return <Card className="min-h-95">{children}</Card>;
}
