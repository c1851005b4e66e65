import type { ReactNode } from 'react';
import { Card } from '../../components/base/Card.tsx';
import { type ProfileSection, sectionHeading } from '../core/profileSections.ts';

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
        <h2 ref={goToNamed} id={id} tabIndex={-1} className="scroll-mt-24 font-semibold text-lg">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  );
}

/** Goes to the section that the address names, a frame later, because a navigation ends with the focus on the page's title. */
function goToNamed(heading: HTMLElement | null) {
  if (heading === null || window.location.hash !== `#${heading.id}`) return;
  requestAnimationFrame(() => {
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: 'start' });
  });
}
