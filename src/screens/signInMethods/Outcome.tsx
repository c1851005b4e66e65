import { CircleAlert, CircleCheck, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { iconProps } from '../../components/base/icon.ts';
import { StepTitle } from '../../components/base/StepTitle.tsx';

interface Props {
  tone: 'gain' | 'loss' | 'plain';
  title: string;
  children: ReactNode;
  /** The possible actions, the most likely first. */
  actions: ReactNode;
}

const marks = { gain: CircleCheck, loss: CircleAlert, plain: Mail };
const tones = { gain: 'text-gain', loss: 'text-loss', plain: 'text-muted' };

/** The outcome of a sign-in method, and what to do next. */
export function Outcome({ tone, title, children, actions }: Props) {
  const Mark = marks[tone];
  return (
    <section className="flex flex-col gap-4">
      <div className="flex gap-3">
        <Mark {...iconProps} className={`mt-1 shrink-0 ${tones[tone]}`} />
        <div className="flex min-w-0 flex-col gap-1">
          <StepTitle>{title}</StepTitle>
          <p className="text-muted">{children}</p>
        </div>
      </div>
      <div className="flex flex-col gap-2">{actions}</div>
    </section>
  );
}
