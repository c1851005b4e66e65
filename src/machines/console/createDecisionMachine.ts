/** A decision of an operator: chosen, confirmed, sent after the undo time, and followed until its outcome is known. */
import { assign, sendParent, setup } from 'xstate';
import { failureOf } from '../../../contract/failure.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import {
  type DecisionChanged,
  type DecisionContext,
  type DecisionEvent,
  type DecisionInput,
  type DecisionOutcome,
  type DecisionSettled,
  refusedFields,
  type Sent,
  stillRefused,
  undecided,
  undoTime,
  unsureCodes,
} from './decision.ts';

/**
 * `check`: the errors of a choice on a subject, by field. Tags: `locked` from the confirmation until the outcome is known, `unsure` while it is
 * unknown, `over` when it is decided. `Answer`: a `DecisionOutcome` where the server may wait for somebody else.
 */
export function createDecisionMachine<Subject, Choice, Answer = void>(
  id: string,
  check: (choice: Choice, subject: Subject) => FieldErrors = () => ({}),
) {
  const failed = (error: unknown) => failureOf(error).code;
  // What is shown of the subject is not what was decided.
  const otherwise = {
    guard: withEvent('isDecidedOtherwise'),
    target: `#${id}.reviewing`,
    actions: [withEvent('keepFailure'), 'tellSettled'],
  } as const;
  return setup({
    types: {
      context: {} as DecisionContext<Subject, Choice>,
      events: {} as DecisionEvent<Choice>,
      input: {} as DecisionInput<Subject, Choice>,
      tags: {} as 'locked' | 'unsure' | 'over',
    },
    actors: {
      send: placeholderPromise<Answer, Sent<Subject, Choice>>(`${id}.send`),
      readOutcome: placeholderPromise<DecisionOutcome, Sent<Subject, Choice>>(`${id}.readOutcome`),
    },
    guards: {
      isComplete: ({ context: { choice, subject } }) =>
        Object.keys(check(required(choice), subject)).length === 0,
      isTime: ({ context }) => context.now() >= context.sendAt,
      isProposed: (_, { error }: { error: unknown }) => failed(error) === 'APPROVAL_REQUIRED',
      isCorrectable: ({ context }, { error }: { error: unknown }) =>
        Object.keys(refusedFields(context.choice, failureOf(error))).length > 0,
      isDecidedOtherwise: (_, { error }: { error: unknown }) => failed(error) === 'STATUS_CONFLICT',
      isUnsure: (_, { error }: { error: unknown }) => unsureCodes.includes(failed(error)),
      isFoundDone: (_, outcome: DecisionOutcome) => outcome === 'done' || outcome === 'awaited',
      isFoundProposed: (_, outcome: DecisionOutcome) => outcome === 'proposed',
    },
    actions: {
      keepChoice: assign(({ context }, { choice }: { choice: Choice }) => {
        // A choice is checked on the first confirmation, then on every change. The server's refusal of a field stays until it changes.
        if (Object.keys(context.errors).length === 0) return { choice };
        const refused = stillRefused(context.refused, context.choice, choice);
        return { choice, refused, errors: { ...refused, ...check(choice, context.subject) } };
      }),
      keepTyped: assign({ isTyped: true }),
      forgetTyped: assign({ isTyped: false }),
      keepRefusal: assign(({ context }, { error }: { error: unknown }) => {
        const refused = refusedFields(context.choice, failureOf(error));
        return { refused, errors: refused };
      }),
      showErrors: assign(({ context: { choice, subject } }) => ({
        errors: check(required(choice), subject),
      })),
      forgetErrors: assign({ errors: {}, refused: {} }),
      keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
      forgetFailure: assign({ failure: null }),
      keepOutcome: assign((_, outcome: Answer | DecisionOutcome) => ({ isAwaited: outcome === 'awaited' })),
      beginHold: assign(({ context }) => ({ sendAt: context.now() + undoTime })),
      countDown: assign(({ context }) => ({
        secondsLeft: Math.max(0, Math.ceil((context.sendAt - context.now()) / 1000)),
      })),
      tellLock: sendParent(
        ({ context: { key } }, { isLocked }: { isLocked: boolean }): DecisionChanged => ({
          type: 'decision.changed',
          key,
          isLocked,
        }),
      ),
      tellSettled: sendParent(({ context: { key } }): DecisionSettled => ({ type: 'decision.settled', key })),
    },
    delays: { tick: 1_000, untilUnsure: 15_000, untilAskedAgain: 5_000 },
  }).createMachine({
    id,
    context: ({ input }) => ({ ...undecided, ...input }),
    initial: 'reviewing',
    states: {
      reviewing: {
        on: {
          'choice.made': {
            target: 'confirming',
            actions: ['forgetFailure', 'forgetErrors', withEvent('keepChoice')],
          },
        },
      },
      confirming: {
        on: {
          'choice.changed': { actions: [withEvent('keepChoice'), 'keepTyped'] },
          'choice.confirmed': [
            {
              guard: 'isComplete',
              target: 'deciding',
              actions: ['forgetFailure', 'forgetErrors', 'beginHold'],
            },
            { actions: 'showErrors' },
          ],
          'choice.withdrawn': { target: 'reviewing', actions: 'forgetTyped' },
        },
      },
      deciding: {
        tags: 'locked',
        entry: { type: 'tellLock', params: { isLocked: true } },
        exit: { type: 'tellLock', params: { isLocked: false } },
        initial: 'holding',
        states: {
          holding: {
            entry: 'countDown',
            after: {
              tick: [
                { guard: 'isTime', target: 'sending' },
                { target: 'holding', reenter: true },
              ],
            },
            on: { 'choice.undone': `#${id}.reviewing` },
          },
          sending: {
            invoke: {
              id: 'send',
              src: 'send',
              input: ({ context: { subject, choice } }) => ({ subject, choice: required(choice) }),
              onDone: { target: `#${id}.done`, actions: withOutput('keepOutcome') },
              onError: [
                { guard: withEvent('isProposed'), target: `#${id}.proposed` },
                { guard: withEvent('isUnsure'), target: 'checking' },
                {
                  guard: withEvent('isCorrectable'),
                  target: `#${id}.confirming`,
                  actions: [withEvent('keepFailure'), withEvent('keepRefusal')],
                },
                otherwise,
                { target: `#${id}.reviewing`, actions: withEvent('keepFailure') },
              ],
            },
            after: { untilUnsure: 'checking' },
          },
          checking: {
            tags: 'unsure',
            invoke: {
              id: 'readOutcome',
              src: 'readOutcome',
              input: ({ context: { subject, choice } }) => ({ subject, choice: required(choice) }),
              onDone: [
                {
                  guard: withOutput('isFoundDone'),
                  target: `#${id}.done`,
                  actions: withOutput('keepOutcome'),
                },
                { guard: withOutput('isFoundProposed'), target: `#${id}.proposed` },
                { target: `#${id}.returned` },
              ],
              onError: [otherwise, { target: 'waiting' }],
            },
            after: { untilUnsure: 'waiting' },
          },
          waiting: {
            tags: 'unsure',
            after: { untilAskedAgain: 'checking' },
            on: { 'answer.requested': 'checking' },
          },
        },
      },
      /** The request had no effect. */
      returned: {
        entry: 'tellSettled',
        on: { 'choice.made': { target: 'confirming', actions: ['forgetErrors', withEvent('keepChoice')] } },
      },
      proposed: { tags: 'over', entry: 'tellSettled' },
      done: { tags: 'over', entry: 'tellSettled' },
    },
  });
}
