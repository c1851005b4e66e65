/** A form: checked on submit, then on every change; sent once; what the server refuses stands at its field. */
import { assign, setup } from 'xstate';
import { failureOf } from '../../../contract/failure.ts';
import { draftOf, type FormDescription, withoutSecrets } from './form.ts';
import {
  bodyIn,
  change,
  type FormState,
  type FormValues,
  refuse,
  restoredValues,
  submit,
  untouched,
} from './formState.ts';
import { placeholderPromise, required } from './placeholders.ts';

interface FormInput {
  /** The clock, in milliseconds. */
  readonly now: () => number;
  /** What the form begins with; what it does not name begins empty. */
  readonly initial?: FormValues | null;
  /** What was typed before a reload, without its secrets. */
  readonly draft?: FormValues | null;
}

export interface FormContext<Values extends FormValues, Output> extends FormState<Values> {
  readonly now: () => number;
  readonly begun: Values;
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

/**
 * Output: what `submit` answered. `keepDraft` hears of every change, and of null when nothing is to be kept any more.
 * Tags: `busy` while it is being sent, `slow` when that takes long, `refused` after a submit that failed, `throttled` while it may not be sent.
 */
export function createFormMachine<Values extends FormValues, Body, Output>(
  form: FormDescription<Values, Body>,
) {
  type Context = FormContext<Values, Output>;
  const check = ({ values, begun, now }: Context) => form.check(values, day(now()), begun);

  return setup({
    types: {
      context: {} as Context,
      events: {} as FormEvent<Values>,
      input: {} as FormInput,
      output: {} as Output,
      tags: {} as 'busy' | 'slow' | 'refused' | 'throttled',
    },
    actors: { submit: placeholderPromise<Output, { readonly values: Body }>(`${form.id}.submit`) },
    guards: {
      isPointless: ({ context: { values, begun } }) => form.isWorthSending?.(values, begun) === false,
      isValid: ({ context }) => check(context).ok,
      isThrottled: (_, { error }: { error: unknown }) => failureOf(error).code === 'RATE_LIMITED',
      canRetry: ({ context }) => context.now() >= context.retryAt,
    },
    actions: {
      keepValue: assign(({ context }, { name, value }: FieldChanged<Values>) =>
        change(context, { ...context.values, [name]: value }, check),
      ),
      keepValueUnchecked: assign(({ context }, { name, value }: FieldChanged<Values>) => ({
        values: { ...context.values, [name]: value },
      })),
      countSubmit: assign(({ context }) => submit(context, check)),
      keepFailure: assign(({ context }, { error }: { error: unknown }) =>
        refuse(context, failureOf(error), check, form),
      ),
      keepWait: assign(({ context }, { error }: { error: unknown }) => ({
        retryAt: context.now() + (failureOf(error).retryAfter ?? unknownWait) * 1000,
      })),
      countDown: assign(({ context }) => ({
        secondsLeft: Math.max(0, Math.ceil((context.retryAt - context.now()) / 1000)),
      })),
      forgetFailure: assign({ failure: null }),
      /** Does nothing unless it is provided: most forms are short enough to be typed again. */
      keepDraft: (_, _kept: { draft: FormValues | null }) => {},
      keepOutput: assign((_, { output }: { output: Output }) => ({ output })),
      forgetSecrets: assign(({ context }) => ({ values: withoutSecrets(context.values, form) })),
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
      const begun = restoredValues(form.empty, input.initial ?? {});
      return {
        ...untouched,
        now: input.now,
        begun,
        values: restoredValues(begun, input.draft ?? {}),
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
          { type: 'keepDraft', params: ({ context }) => ({ draft: draftOf(context, form) }) },
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
          input: ({ context }) => ({ values: bodyIn(check(context)) }),
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
              guard: { type: 'isThrottled', params: ({ event }) => event },
              target: 'throttled',
              actions: [
                { type: 'keepFailure', params: ({ event }) => event },
                { type: 'keepWait', params: ({ event }) => event },
              ],
            },
            {
              target: 'editing.correcting',
              actions: { type: 'keepFailure', params: ({ event }) => event },
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
