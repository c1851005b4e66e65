/** A form: checked on submit, then on every change; sent once; what the server refuses stands at its field. */
import { assign, setup } from 'xstate';
import { type Failure, type FailureCode, failureOf } from '../../../contract/failure.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import { placeholderPromise, required } from './placeholders.ts';

export type FormValues = Readonly<Record<string, string | boolean>>;

/** What tells one form from another. `Checked` is what is sent: the values parsed by the contract. */
interface FormDescription<Values extends FormValues, Checked> {
  readonly id: string;
  readonly empty: Values;
  /** Fields that are emptied as soon as the server has accepted them. */
  readonly secrets: readonly (keyof Values)[];
  /** The contract's check for a day (`YYYY-MM-DD`, UTC). `begun`: what the form began with. */
  readonly check: (
    values: Values,
    today: string,
    begun: Values,
  ) => { readonly ok: true; readonly value: Checked } | { readonly ok: false; readonly fields: FieldErrors };
  /** Refusals that belong to a field even when the answer names none. */
  readonly refusals: Partial<Record<FailureCode, FieldErrors>>;
  /** Whether there is something to send at all; without it there always is. */
  readonly isWorthSending?: (values: Values, begun: Values) => boolean;
}

/** What of a form may be kept over a reload: never its secrets. */
export type FormDraft = Readonly<Record<string, string | boolean>>;

interface FormInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** What the form begins with; what it does not name begins empty. */
  readonly initial?: FormDraft | null;
  /** What was typed before a reload. What does not belong to the form is left out. */
  readonly draft?: FormDraft | null;
}

export interface FormContext<Values extends FormValues, Output> {
  readonly now: () => number;
  readonly begun: Values;
  readonly values: Values;
  /** The first broken rule of each field, the server's refusals among them. */
  readonly errors: FieldErrors;
  readonly refused: FieldErrors;
  /** Why the last submit failed, unless the fields say all of it. */
  readonly failure: Failure | null;
  /** How often the form was submitted. */
  readonly submits: number;
  /** Whole seconds until a throttled form may be sent again. */
  readonly secondsLeft: number;
  readonly retryAt: number;
  readonly output: Output | null;
}

export interface FieldChanged<Values> {
  readonly type: 'field.changed';
  readonly name: keyof Values & string;
  readonly value: Values[keyof Values];
}

type FormEvent<Values> =
  | FieldChanged<Values>
  | { readonly type: 'form.submitted' }
  | { readonly type: 'submit.cancelled' };

/** The wait when a throttling answer has no `Retry-After`. */
const unknownWait = 30;

const day = (now: number) => new Date(now).toISOString().slice(0, 10);

/** The empty form with what the draft has for it. A draft comes from storage, so it may hold anything. */
function restored<Values extends FormValues>(empty: Values, draft: FormDraft): Values {
  const fits = Object.entries(draft).filter(([name, value]) => typeof empty[name] === typeof value);
  return { ...empty, ...Object.fromEntries(fits) };
}

const without = (fields: FieldErrors, name: string): FieldErrors =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));

/**
 * Output: what `submit` answered. `keepDraft` hears of every change, and of null when nothing is to be kept any more.
 * Tags: `busy` while it is being sent, `slow` when that takes long, `refused` after a submit that failed, `throttled` while it may not be sent.
 */
export function createFormMachine<Values extends FormValues, Checked, Output>(
  form: FormDescription<Values, Checked>,
) {
  type Checking = Pick<FormContext<Values, Output>, 'values' | 'begun' | 'now'>;
  const checkOf = ({ values, begun, now }: Checking) => form.check(values, day(now()), begun);
  const errorsOf = (checking: Checking): FieldErrors => {
    const checked = checkOf(checking);
    return checked.ok ? {} : checked.fields;
  };
  const refusedBy = (failure: Failure): FieldErrors => {
    const fields = Object.entries({ ...form.refusals[failure.code], ...failure.fields });
    return Object.fromEntries(fields.filter(([name]) => name in form.empty));
  };
  const typedIn = ({ values, begun }: Checking): FormDraft =>
    Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== begun[name] && !form.secrets.includes(name)),
    );
  const isToldByFields = (failure: Failure, refused: FieldErrors) =>
    Object.keys(refused).length > 0 && Object.keys(failure.fields).every((name) => name in refused);

  return setup({
    types: {
      context: {} as FormContext<Values, Output>,
      events: {} as FormEvent<Values>,
      input: {} as FormInput,
      output: {} as Output,
      tags: {} as 'busy' | 'slow' | 'refused' | 'throttled',
    },
    actors: { submit: placeholderPromise<Output, { readonly values: Checked }>(`${form.id}.submit`) },
    guards: {
      isPointless: ({ context: { values, begun } }) => form.isWorthSending?.(values, begun) === false,
      isValid: ({ context }) => checkOf(context).ok,
      isThrottled: (_, { failure }: { failure: Failure }) => failure.code === 'RATE_LIMITED',
      canRetry: ({ context }) => context.now() >= context.retryAt,
    },
    actions: {
      keepValue: assign(({ context }, { name, value }: FieldChanged<Values>) => {
        const values = { ...context.values, [name]: value };
        const refused = without(context.refused, name);
        const broken = context.submits > 0 ? errorsOf({ ...context, values }) : {};
        return { values, refused, errors: { ...refused, ...broken } };
      }),
      keepValueUnchecked: assign(({ context }, { name, value }: FieldChanged<Values>) => ({
        values: { ...context.values, [name]: value },
      })),
      countSubmit: assign(({ context }) => ({
        submits: context.submits + 1,
        errors: errorsOf(context),
        refused: {},
        failure: null,
      })),
      keepFailure: assign(({ context }, { failure }: { failure: Failure }) => {
        const refused = refusedBy(failure);
        return {
          refused,
          errors: { ...refused, ...errorsOf(context) },
          failure: isToldByFields(failure, refused) ? null : failure,
        };
      }),
      keepWait: assign(({ context }, { failure }: { failure: Failure }) => ({
        retryAt: context.now() + (failure.retryAfter ?? unknownWait) * 1000,
      })),
      countDown: assign(({ context }) => ({
        secondsLeft: Math.max(0, Math.ceil((context.retryAt - context.now()) / 1000)),
      })),
      forgetFailure: assign({ failure: null }),
      /** Does nothing unless it is provided: most forms are short enough to be typed again. */
      keepDraft: (_, _kept: { draft: FormDraft | null }) => {},
      keepOutput: assign((_, { output }: { output: Output }) => ({ output })),
      forgetSecrets: assign(({ context }) => {
        const values = { ...context.values };
        for (const name of form.secrets) values[name] = form.empty[name];
        return { values };
      }),
    },
    delays: {
      untilSlow: 10_000,
      // The whole seconds that are left change after this.
      tick: ({ context }) => {
        const left = Math.max(0, context.retryAt - context.now());
        return left % 1000 === 0 ? Math.min(left, 1000) : left % 1000;
      },
    },
  }).createMachine({
    id: form.id,
    context: ({ input }) => {
      const begun = restored(form.empty, input.initial ?? {});
      return {
        now: input.now,
        begun,
        values: restored(begun, input.draft ?? {}),
        errors: {},
        refused: {},
        failure: null,
        submits: 0,
        secondsLeft: 0,
        retryAt: 0,
        output: null,
      };
    },
    output: ({ context }) => required(context.output),
    initial: 'editing',
    on: {
      'field.changed': {
        actions: [
          { type: 'keepValue', params: ({ event }) => event },
          { type: 'keepDraft', params: ({ context }) => ({ draft: typedIn(context) }) },
        ],
      },
    },
    states: {
      editing: {
        initial: 'filling',
        on: {
          'form.submitted': [
            { guard: 'isPointless' },
            { guard: 'isValid', target: 'submitting', actions: 'countSubmit' },
            { target: '.correcting', actions: 'countSubmit' },
          ],
        },
        states: {
          filling: {},
          correcting: { tags: 'refused' },
        },
      },
      submitting: {
        tags: 'busy',
        invoke: {
          id: 'submit',
          src: 'submit',
          input: ({ context }) => {
            const checked = checkOf(context);
            if (!checked.ok) throw new Error('submitted unchecked');
            return { values: checked.value };
          },
          onDone: {
            target: 'accepted',
            actions: [
              { type: 'keepOutput', params: ({ event }) => event },
              'forgetSecrets',
              { type: 'keepDraft', params: { draft: null } },
            ],
          },
          onError: [
            {
              guard: { type: 'isThrottled', params: ({ event }) => ({ failure: failureOf(event.error) }) },
              target: 'throttled',
              actions: [
                { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                { type: 'keepWait', params: ({ event }) => ({ failure: failureOf(event.error) }) },
              ],
            },
            {
              target: 'editing.correcting',
              actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
          ],
        },
        on: {
          // Checked when the answer is there: an error that appears meanwhile would take the focus away.
          'field.changed': { actions: { type: 'keepValueUnchecked', params: ({ event }) => event } },
          'submit.cancelled': 'editing',
        },
        initial: 'prompt',
        states: {
          prompt: { after: { untilSlow: 'slow' } },
          slow: { tags: 'slow' },
        },
      },
      throttled: {
        tags: ['refused', 'throttled'],
        entry: 'countDown',
        after: {
          tick: [
            { guard: 'canRetry', target: 'editing', actions: 'forgetFailure' },
            { target: 'throttled', reenter: true },
          ],
        },
      },
      accepted: { type: 'final' },
    },
  });
}
