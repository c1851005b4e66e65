import type { ReactNode } from 'react';
import { Card } from '../../components/base/Card.tsx';

/** Where the total is drawn over time: the place is kept until its code and its figures are there. */
export function TotalPlace({ children }: { children: ReactNode }) {
  return <Card className="min-h-95">{children}</Card>;
}
