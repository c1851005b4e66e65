import { type ReactNode, useId } from 'react';
import { Card } from '../../components/base/Card.tsx';

/** One part of the profile under its name. */
export function SectionCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="flex flex-col gap-4">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  );
}
