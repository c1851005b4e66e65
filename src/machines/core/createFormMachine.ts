/** A form: checked on submit, then on every change; sent once; refusals of the server are shown at their fields. */
import { assign, setup } from 'xstate';
import { failureOf } from '../../../contract/failure.ts';
import {
  begin,
  day,
  draftOf,
  type FieldChanged,
  type FormContext,
  type FormDescription,
  type FormEvent,
  type FormInput,
  typedSince,
  unknownWait,
  withoutSecrets,
} from './form.ts';
import { bodyIn, change, type FormState, type FormValues, recheck, refuse, submit } from './formState.ts';
import { checkTried, isOnward, lastStep, stepWith, triedOf } from './formSteps.ts';
import { placeholderPromise, required } from './placeholders.ts';
import { withEvent, withOutput } from './withEvent.ts';

/**
 * Output: the answer of `submit`. `keepDraft` gets every change; after sending, it gets what was typed meanwhile, or null.
 * Tags: `busy` while the form is being sent, `slow` when that takes long, `refused` after a failed submit, `throttled` while sending has to wait.
 */
export function createFormMachine<Values extends FormValues, Body, Output>(
  form: FormDescription<Values, Body>,
) {
  type Context = FormContext<Values, Output>;
  const check = ({ values, begun, now }: Context) => form.check(values, day(now()), begun);
  const checkShown = (context: Context) => checkTried(check(context), form.steps, context.tried);
  /** A tried step is checked on every change, like a submitted form. */
  const asSubmitted = (context: Context) => ({ ...context, submits: context.submits + context.tried });

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
      isOnward: ({ context }) => isOnward(context, check(context), form.steps),
      isBehind: ({ context }) => context.step > 0,
      isValid: ({ context }) => context.step === lastStep(form.steps) && check(context).ok,
      needsSecondFactor: (_, { error }: { error: unknown }) =>
        failureOf(error).code === 'SECOND_FACTOR_REQUIRED',
      isThrottled: (_, { error }: { error: unknown }) => failureOf(error).code === 'RATE_LIMITED',
      canRetry: ({ context }) => context.now() >= context.retryAt,
    },
    actions: {
      keepValue: assign(({ context }, { name, value }: FieldChanged<Values>) =>
        change(asSubmitted(context), { ...context.values, [name]: value }, checkShown),
      ),
      keepValueUnchecked: assign(({ context }, { name, value }: FieldChanged<Values>) => ({
        values: { ...context.values, [name]: value },
      })),
      goOn: assign(({ context }) => {
        const tried = triedOf(context);
        const checked = recheck(asSubmitted({ ...context, tried }), checkShown);
        return { step: context.step + 1, tried, failure: null, ...checked };
      }),
      goBack: assign(({ context: { step, tried } }) => ({
        step: step - 1,
        tried: Math.max(tried, step),
        failure: null,
      })),
      countSubmit: assign(({ context }) => {
        const tried = triedOf(context);
        const sent = withoutSecrets(context.values, form);
        const state = submit({ ...context, tried }, checkShown);
        return { ...state, tried, sent, retryAt: 0, step: stepWith(state.errors, form.steps, context.step) };
      }),
      keepFailure: assign(({ context }, { error }: { error: unknown }) => {
        const state = refuse(context, failureOf(error), checkShown, form);
        return { ...state, step: stepWith(state.errors, form.steps, context.step) };
      }),
      keepWait: assign(({ context }, { error }: { error: unknown }) => ({
        retryAt: context.now() + (failureOf(error).retryAfter ?? unknownWait) * 1000,
      })),
      countDown: assign(({ context }) => ({
        secondsLeft: Math.max(0, Math.ceil((context.retryAt - context.now()) / 1000)),
      })),
      forgetFailure: assign({ failure: null }),
      /** The default does nothing: most forms are short enough to be typed again. */
      keepDraft: (_, _kept: { draft: FormValues | null }) => {},
      /** The default does nothing: only a login continues in another form. */
      tellFirstStep: (_, _sent: Pick<FormState<Values>, 'values' | 'failure'>) => {},
      keepOutput: assign((_, output: Output) => ({ output })),
      forgetSecrets: assign(({ context }) => ({ values: withoutSecrets(context.values, form) })),
    },
    delays: {
      untilSlow: 10_000,
      // The time until the count of whole seconds changes.
      tick: ({ context }) => {
        const left = Math.max(0, context.retryAt - context.now());
        return left % 1000 === 0 ? Math.min(left, 1000) : left % 1000;
      },
    },
  }).createMachine({
    id: form.id,
    context: ({ input }) => begin(form, input),
    output: ({ context }) => required(context.output),
    initial: 'editing',
    on: {
      'field.changed': {
        actions: [
          withEvent('keepValue'),
          { type: 'keepDraft', params: ({ context }) => ({ draft: draftOf(context, form) }) },
        ],
      },
      ...(form.follow && {
        'initial.read': {
          actions: assign(({ context, event }) => form.follow?.(form, context, event) ?? {}),
        },
      }),
    },
    states: {
      editing: {
        initial: 'filling',
        on: {
          'form.submitted': [
            { guard: 'isPointless' },
            { guard: 'isOnward', target: '.filling', actions: 'goOn' },
            { guard: 'isValid', target: 'submitting', actions: 'countSubmit' },
            { target: '.correcting', actions: 'countSubmit' },
          ],
          'step.left': { guard: 'isBehind', target: '.filling', actions: 'goBack' },
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
              withOutput('keepOutput'),
              'forgetSecrets',
              { type: 'keepDraft', params: ({ context }) => ({ draft: typedSince(context, form) }) },
            ],
          },
          onError: [
            {
              guard: withEvent('isThrottled'),
              target: 'throttled',
              actions: [withEvent('keepFailure'), withEvent('keepWait')],
            },
            {
              guard: withEvent('needsSecondFactor'),
              target: 'editing.correcting',
              actions: [
                withEvent('keepFailure'),
                { type: 'tellFirstStep', params: ({ context }) => context },
              ],
            },
            { target: 'editing.correcting', actions: withEvent('keepFailure') },
          ],
        },
        on: {
          // Checked once the answer is there, because an error that appears meanwhile would move the focus.
          'field.changed': { actions: withEvent('keepValueUnchecked') },
        },
        initial: 'prompt',
        states: {
          prompt: { after: { untilSlow: 'slow' } },
          slow: { tags: 'slow', on: { 'submit.cancelled': `#${form.id}.editing` } },
        },
      },
      throttled: {
        tags: ['refused', 'throttled'],
        entry: 'countDown',
        on: {
          'form.submitted': { guard: 'isOnward', actions: 'goOn' },
          'step.left': { guard: 'isBehind', actions: 'goBack' },
        },
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
