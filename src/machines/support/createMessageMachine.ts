/** A message to support: drafted, and sent once per key. It counts as sent or failed only when that is known. */
import { assign, fromPromise, sendParent, sendTo, setup } from 'xstate';
import { failureOf } from '../../../contract/failure.ts';
import type { FlowTrace, Ticket } from '../../../contract/support.ts';
import { bodyIn, change, refuse, restoredValues, submit, untouched } from '../core/formState.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import type { FlowValues, SavedFlow } from '../core/savedFlow.ts';
import { withEvent, withOutput } from '../core/withEvent.ts';
import { isRefusal } from '../money/moneyFlow.ts';
import { type AttachmentsContext, attachmentsMachine } from './attachmentsMachine.ts';
import {
  attachmentsIn,
  enclosedIn,
  type MessageContext,
  type MessageDescription,
  type MessageEvent,
  type MessageInput,
  messageIn,
  messageRecordOf,
  recordToResume,
} from './message.ts';

/**
 * It sends its parent `message.sent`. `keepRecord` is called with every change. Tags: `writing` while it can be changed, `busy` and `slow`
 * while it is sent, `unsure` while its outcome is unknown.
 */
export function createMessageMachine<Values extends FlowValues, Message>(
  description: MessageDescription<Values, Message>,
) {
  type Context = MessageContext<Values, Message>;
  const check = (context: Context) => description.check(context.values, enclosedIn(context));
  const record = ({ context }: { context: Context }) => ({
    flow: context.flow,
    record: messageRecordOf(context, description.empty),
  });

  return setup({
    types: {
      context: {} as Context,
      events: {} as MessageEvent<Values>,
      input: {} as MessageInput,
      tags: {} as 'writing' | 'busy' | 'slow' | 'unsure',
      children: {} as { attachments: 'attachments' },
    },
    actors: {
      attachments: attachmentsMachine,
      send: placeholderPromise<
        Ticket,
        { readonly flow: string; readonly message: Message; readonly key: string }
      >(`${description.id}.send`),
      /** Without another actor no steps are attached. */
      readSteps: fromPromise<FlowTrace | null, void>(() => Promise.resolve(null)),
    },
    guards: {
      canSend: ({ context }) => !context.hasOpenFiles && check(context).ok,
      wasSent: ({ context }) => context.message !== null,
      isRefused: (_, { error }: { error: unknown }) =>
        isRefusal(error) || (failureOf(error).code === 'RATE_LIMITED' && failureOf(error).requestId !== null),
    },
    actions: {
      keepValue: assign(({ context }, { name, value }: { name: keyof Values & string; value: string }) =>
        change(context, { ...context.values, [name]: value }, check),
      ),
      keepFiles: assign((_, { files }: Pick<AttachmentsContext, 'files'>) => ({
        attachments: files.flatMap(({ attachment }) => attachment ?? []),
        hasOpenFiles: files.some(({ status }) => status !== 'sent'),
      })),
      keepSteps: assign((_, steps: FlowTrace | null) => ({ steps })),
      keepNoSteps: assign({ steps: null }),
      keepRequest: assign((_, { withSteps }: { withSteps: boolean }) => ({ withSteps })),
      countSubmit: assign(({ context }) => submit(context, check)),
      sealMessage: assign(({ context }) => ({ message: bodyIn(check(context)), key: context.makeKey() })),
      unsealMessage: assign({ message: null, key: null }),
      // A message from before a reload was not submitted here: from now on its fields are checked.
      keepFailure: assign(({ context }, { error }: { error: unknown }) => ({
        ...refuse(context, failureOf(error), check),
        submits: context.submits + 1,
      })),
      restart: assign({
        ...untouched,
        values: description.empty,
        message: null,
        key: null,
        withSteps: false,
      }),
      forgetFiles: sendTo('attachments', { type: 'files.forgotten' }),
      tellSent: sendParent(({ context }, ticket: Ticket) => ({
        type: 'message.sent',
        flow: context.flow,
        ticket,
      })),
      /** Null removes the record. */
      keepRecord: (_, _kept: { flow: string; record: SavedFlow | null }) => {
        throw new Error('provide keepRecord');
      },
    },
    delays: { untilSlow: 10_000 },
  }).createMachine({
    id: description.id,
    context: ({ input }) => {
      const found = recordToResume(input.readRecord, input.flow);
      return {
        ...input,
        ...untouched,
        values: restoredValues(description.empty, found?.values ?? {}),
        attachments: attachmentsIn(found),
        hasOpenFiles: false,
        steps: null,
        withSteps: false,
        ...messageIn(found, description),
      };
    },
    initial: 'arriving',
    invoke: {
      id: 'attachments',
      src: 'attachments',
      input: ({ context }) => ({ attachments: context.attachments }),
      onSnapshot: {
        actions: [
          { type: 'keepFiles', params: ({ event }) => event.snapshot.context },
          { type: 'keepRecord', params: record },
        ],
      },
    },
    states: {
      arriving: { always: [{ guard: 'wasSent', target: 'unsure' }, { target: 'writing' }] },
      writing: {
        tags: 'writing',
        invoke: {
          id: 'readSteps',
          src: 'readSteps',
          onDone: { actions: withOutput('keepSteps') },
          onError: { actions: 'keepNoSteps' },
        },
        on: {
          'field.changed': { actions: [withEvent('keepValue'), { type: 'keepRecord', params: record }] },
          'steps.toggled': { actions: withEvent('keepRequest') },
          'screen.shown': { target: 'writing', reenter: true },
          'form.submitted': [
            { guard: 'canSend', target: 'sending', actions: ['countSubmit', 'sealMessage'] },
            { actions: 'countSubmit' },
          ],
        },
      },
      sending: {
        tags: 'busy',
        entry: { type: 'keepRecord', params: record },
        invoke: {
          id: 'send',
          src: 'send',
          input: ({ context }) => ({
            flow: context.flow,
            message: required(context.message),
            key: required(context.key),
          }),
          onDone: {
            target: 'writing',
            actions: [
              'restart',
              'forgetFiles',
              { type: 'keepRecord', params: record },
              withOutput('tellSent'),
            ],
          },
          onError: [
            {
              guard: withEvent('isRefused'),
              target: 'writing',
              actions: ['unsealMessage', withEvent('keepFailure'), { type: 'keepRecord', params: record }],
            },
            { target: 'unsure', actions: withEvent('keepFailure') },
          ],
        },
        initial: 'prompt',
        states: {
          prompt: { after: { untilSlow: 'slow' } },
          slow: { tags: 'slow', on: { 'wait.ended': `#${description.id}.unsure` } },
        },
      },
      unsure: {
        tags: 'unsure',
        on: {
          'message.repeated': 'sending',
          'message.changed': {
            target: 'writing',
            actions: ['unsealMessage', { type: 'keepRecord', params: record }],
          },
        },
      },
    },
  });
}
