import { CallError } from '../../../contract/failure.ts';
import { failure } from '../actors.ts';
import { paste, press, pressIn } from './gestures.ts';
import type { ActorAnswers, PersonStep } from './screenMap.ts';

interface FormLook {
  /** Where the form is among the children of the machine; empty for the machine itself. */
  readonly at?: string;
  /** By their labels, with what is typed; the first is typed a second time, when the form is being sent. */
  readonly fields: readonly (readonly [name: string, label: string | RegExp, value: string])[];
  readonly submit: string | RegExp;
}

/** What a person does with a form of `createFormMachine`: they fill it in, send it, and stop waiting. */
export function formSteps({ at = '', fields, submit }: FormLook): PersonStep[] {
  const [first] = fields;
  const again = first ? [[first[0], first[1], `${first[2]}2`] as const] : [];
  return [
    ...[...fields, ...again].map(([name, label, value]) => ({
      at,
      events: [{ type: 'field.changed', name, value }],
      by: paste(label, value),
    })),
    { at, events: [{ type: 'form.submitted' }], by: press(submit) },
    { at, events: [{ type: 'submit.cancelled' }], by: pressIn('form', 'Cancel') },
  ];
}

/** What a form's call may answer: it is done, or refused in each way that its machine tells apart. */
export const formAnswers = (...outputs: readonly unknown[]): ActorAnswers => ({
  done: outputs,
  error: [
    new CallError(failure('NETWORK')),
    new CallError(failure('RATE_LIMITED', { retryAfter: 2 })),
    new CallError(failure('SECOND_FACTOR_REQUIRED')),
  ],
});

const oneStep = 'only a form in steps has them';

/** `unreached` of a form of one step that knows no state in which there is nothing to send. */
export const plainForm = (id: string) => ({
  [`${id}.editing: form.submitted [0]`]: 'only a form that begins filled in has nothing to send',
  [`${id}.editing: form.submitted [1]`]: oneStep,
  [`${id}.editing: step.left`]: oneStep,
  [`${id}.throttled: form.submitted`]: oneStep,
  [`${id}.throttled: step.left`]: oneStep,
});
