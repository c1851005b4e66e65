import type { ReactNode } from 'react';
import { Card } from '../../components/base/Card.tsx';
import { type ProfileSection, sectionHeading } from './profileSections.ts';

interface Props {
  name: ProfileSection;
  title: string;
  children: ReactNode;
}

/** A section of the profile under its name. The page's index links to its heading. */
export function SectionCard({ name, title, children }: Props) {
  const id = sectionHeading(name);
  return (
    <section aria-labelledby={id}>
      <Card className="flex flex-col gap-4">
        <h2 id={id} tabIndex={-1} className="scroll-mt-24 font-semibold text-lg">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  );
}
