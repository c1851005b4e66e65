import type { ReactNode } from 'react';
import { PageTitle } from '../../components/base/PageTitle.tsx';

interface Props {
  title: string;
  /** Whether this is the result of a pressed button: the title then takes the focus. */
  isOutcome?: boolean;
  children: ReactNode;
}

/** A page that the link of an email opens, for somebody who need not be signed in. */
export function LinkPage({ title, isOutcome = false, children }: Props) {
  return (
    <div className="mx-auto flex max-w-lg flex-col items-start gap-4 py-8">
      <PageTitle key={title} takesFocus={isOutcome}>
        {title}
      </PageTitle>
      {children}
    </div>
  );
}
