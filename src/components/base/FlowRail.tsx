import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

type StepState = 'past' | 'now' | 'next' | 'failed';

interface FlowStep {
  id: string;
  label: string;
  state: StepState;
  /** The time of the step, or what it waits for. */
  detail?: ReactNode;
}

interface Props {
  /** The label of the list. */
  label: string;
  steps: readonly FlowStep[];
  /** Announced before each step: "done", "now", "next", "failed". */
  stateLabels: Readonly<Record<Exclude<StepState, 'failed'>, string> & { failed?: string }>;
  /** `horizontal` for the steps of a flow, `vertical` for a timeline with details. */
  orientation?: 'horizontal' | 'vertical';
}

const dots: Record<StepState, string> = {
  past: 'border-ink bg-ink text-paper',
  now: 'border-ink bg-zest text-on-zest ring-2 ring-zest ring-offset-2 ring-offset-paper',
  next: 'border-edge border-dashed text-muted',
  failed: 'border-loss bg-loss text-paper',
};

/** The progress of a flow or case: its past, current and possible next steps. */
export function FlowRail({ label, steps, stateLabels, orientation = 'horizontal' }: Props) {
  const isRow = orientation === 'horizontal';
  return (
    <ol aria-label={label} className={classes('flex', isRow ? 'gap-2' : 'flex-col')}>
      {steps.map(({ id, label: name, state, detail }, index) => (
        <li
          key={id}
          aria-current={state === 'now' ? 'step' : undefined}
          className={classes('flex', isRow ? 'min-w-0 flex-1 flex-col gap-2 last:flex-none' : 'gap-3')}
        >
          <span aria-hidden className={classes('flex items-center', isRow ? 'gap-2' : 'flex-col')}>
            <span
              className={classes(
                'flex size-6 shrink-0 items-center justify-center rounded-full border font-medium text-xs tabular-nums',
                dots[state],
              )}
            >
              <Mark state={state} number={index + 1} />
            </span>
            {index < steps.length - 1 && (
              <span
                className={classes(
                  state === 'past' ? 'border-ink' : 'border-edge border-dashed',
                  isRow ? 'flex-1 border-t' : 'min-h-4 flex-1 border-l',
                )}
              />
            )}
          </span>
          <span className={classes('flex flex-col text-sm', !isRow && index < steps.length - 1 && 'pb-4')}>
            <span className={state === 'next' ? 'text-muted' : 'font-medium'}>
              <span className="sr-only">{stateLabels[state]}: </span>
              {name}
            </span>
            {detail !== undefined && <span className="text-muted">{detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Mark({ state, number }: { state: StepState; number: number }) {
  if (state === 'past') return <Check size={14} strokeWidth={2.5} />;
  if (state === 'failed') return <X size={14} strokeWidth={2.5} />;
  return number;
}
