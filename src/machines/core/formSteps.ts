/** A form in steps, shown one at a time: each step is checked when the person continues, and all steps when the form is sent. */
import type { FieldErrors } from '../../../contract/rules.ts';
import type { Checked } from './formState.ts';

/** `step`: the shown step, from 0. `tried`: the number of steps that the person completed or tried to complete. */
export interface StepState {
  readonly step: number;
  readonly tried: number;
}

type Steps = readonly (readonly string[])[] | undefined;

/** The errors of the tried steps only; all errors in a form without steps. */
export function checkTried<Body>(checked: Checked<Body>, steps: Steps, tried: number): Checked<Body> {
  if (checked.ok || !steps) return checked;
  const names = steps.slice(0, tried).flat();
  const fields = Object.entries(checked.fields).filter(([name]) => names.includes(name));
  return { ok: false, fields: Object.fromEntries(fields) };
}

/** The first step with an error; `otherwise` when there is none. */
export function stepWith(errors: FieldErrors, steps: Steps, otherwise: number): number {
  const found = steps?.findIndex((names) => names.some((name) => errors[name] !== undefined)) ?? -1;
  return found === -1 ? otherwise : found;
}

/** Whether the form is valid up to the shown step, and another step follows. */
export function isOnward({ step }: StepState, checked: Checked<unknown>, steps: Steps): boolean {
  const last = lastStep(steps);
  return step < last && (checked.ok || stepWith(checked.fields, steps, last) > step);
}

export const lastStep = (steps: Steps) => Math.max(0, (steps?.length ?? 0) - 1);

/** The shown step counts as tried from now on. */
export const triedOf = ({ step, tried }: StepState) => Math.max(tried, step + 1);
