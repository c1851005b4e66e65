/** A form in steps, one shown at a time: each is checked when a person goes on from it, and all of them when the form is sent. */
import type { FieldErrors } from '../../../contract/rules.ts';
import type { Checked } from './formState.ts';

/** `step`: the one that is shown, from 0. `tried`: how many a person has been through, or has tried to go on from. */
export interface StepState {
  readonly step: number;
  readonly tried: number;
}

type Steps = readonly (readonly string[])[] | undefined;

/** With what is wrong in the steps that were tried; with all of it in a form without steps. */
export function checkTried<Body>(checked: Checked<Body>, steps: Steps, tried: number): Checked<Body> {
  if (checked.ok || !steps) return checked;
  const names = steps.slice(0, tried).flat();
  const fields = Object.entries(checked.fields).filter(([name]) => names.includes(name));
  return { ok: false, fields: Object.fromEntries(fields) };
}

/** The first step that has an error; `otherwise` when none has. */
export function stepWith(errors: FieldErrors, steps: Steps, otherwise: number): number {
  const found = steps?.findIndex((names) => names.some((name) => errors[name] !== undefined)) ?? -1;
  return found === -1 ? otherwise : found;
}

/** Whether it is right up to the step that is shown, and another one follows. */
export function isOnward({ step }: StepState, checked: Checked<unknown>, steps: Steps): boolean {
  const last = lastStep(steps);
  return step < last && (checked.ok || stepWith(checked.fields, steps, last) > step);
}

export const lastStep = (steps: Steps) => Math.max(0, (steps?.length ?? 0) - 1);

/** The step that is shown counts as tried from now on. */
export const triedOf = ({ step, tried }: StepState) => Math.max(tried, step + 1);
