/** Something written to support: drafted, sent once per key, and not taken for lost or arrived before that is known. */
import { assign, fromPromise, sendParent, sendTo, setup } from 'xstate';
import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import type { Attachment, FlowTrace, Ticket } from '../../../contract/support.ts';
import type { SignedInInput } from '../core/areaMachine.ts';
import { placeholderPromise, required } from '../core/placeholders.ts';
import type { FlowValues, SavedFlow } from '../core/savedFlow.ts';
import { isRefusal } from '../money/moneyFlow.ts';
import { attachmentsMachine } from './attachmentsMachine.ts';
import { attachmentsIn, type MessageDescription, messageIn, recordOf } from './message.ts';

interface MessageInput extends Pick<SignedInInput, 'makeKey' | 'readRecord'> {
  /** Also the name of its record. */
  readonly flow: string;
}

interface MessageContext<Values extends FlowValues, Message> extends MessageInput {
  readonly values: Values;
  /** The first broken rule of each field, the server's refusals among them. */
  readonly errors: FieldErrors;
  readonly failure: Failure | null;
  readonly submits: number;
  /** What was sent of the files. */
  readonly attachments: readonly Attachment[];
  /** A file is on its way or has failed: the message would leave without it. */
  readonly hasOpenFiles: boolean;
  /** The last steps of the person's flows, as they would be attached; null when there are none. */
  readonly steps: FlowTrace | null;
  readonly withSteps: boolean;
  /** What is sent, and its key: from the moment of sending until it is known what became of it. */
  readonly message: Message | null;
  readonly key: string | null;
}

type MessageEvent<Values extends FlowValues> =
  | { readonly type: 'field.changed'; readonly name: keyof Values & string; readonly value: string }
  | { readonly type: 'steps.toggled'; readonly withSteps: boolean }
  /** Its screen is shown: the steps that could be attached are read anew. */
  | { readonly type: 'message.shown' }
  | { readonly type: 'form.submitted' }
  /** A person does not want to wait for the answer any longer. */
  | { readonly type: 'wait.ended' }
  /** Under the same key: it cannot arrive twice. */
  | { readonly type: 'message.repeated' }
  /** As another message, whatever became of the first. */
  | { readonly type: 'message.changed' };

/** A message has arrived. */
export interface MessageSent {
  readonly type: 'message.sent';
  readonly flow: string;
  readonly ticket: Ticket;
}

/**
 * It tells its parent `message.sent`. `keepRecord` hears of every change. Tags: `writing` while it can be changed, `busy` and `slow` while it
 * is sent, `unsure` while it is not known whether it arrived.
 */
export function createMessageMachine<Values extends FlowValues, Message>(
  description: MessageDescription<Values, Message>,
) {
  type Context = MessageContext<Values, Message>;
  const checked = ({ values, attachments, steps, withSteps }: Context) =>
    description.check(values, {
      attachment_ids: attachments.map(({ id }) => id),
      flow_record: withSteps ? steps : null,
    });
  const errorsOf = (context: Context): FieldErrors => {
    const result = checked(context);
    return result.ok ? {} : result.fields;
  };
  const record = ({ context }: { context: Context }) => ({
    flow: context.flow,
    record: recordOf(context, description.empty),
  });
  const change = {
    actions: [
      {
        type: 'keepValue',
        params: ({ event }: { event: { name: keyof Values & string; value: string } }) => event,
      },
      { type: 'keepRecord', params: record },
    ],
  } as const;

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
      /** Nothing can be attached, unless it is provided. */
      readSteps: fromPromise<FlowTrace | null, void>(() => Promise.resolve(null)),
    },
    guards: {
      canSend: ({ context }) => !context.hasOpenFiles && checked(context).ok,
      wasSent: ({ context }) => context.message !== null,
      isRefused: (_, { error }: { error: unknown }) =>
        isRefusal(error) || (failureOf(error).code === 'RATE_LIMITED' && failureOf(error).requestId !== null),
    },
    actions: {
      keepValue: assign(({ context }, { name, value }: { name: keyof Values & string; value: string }) => {
        const values = { ...context.values, [name]: value };
        return { values, errors: context.submits > 0 ? errorsOf({ ...context, values }) : {} };
      }),
      keepFiles: assign(
        (
          _,
          { attachments, hasOpenFiles }: { attachments: readonly Attachment[]; hasOpenFiles: boolean },
        ) => ({ attachments, hasOpenFiles }),
      ),
      keepSteps: assign((_, { steps }: { steps: FlowTrace | null }) => ({ steps })),
      keepRequest: assign((_, { withSteps }: { withSteps: boolean }) => ({ withSteps })),
      countSubmit: assign(({ context }) => ({
        submits: context.submits + 1,
        errors: errorsOf(context),
        failure: null,
      })),
      sealMessage: assign(({ context }) => {
        const result = checked(context);
        if (!result.ok) throw new Error('submitted unchecked');
        return { message: result.value, key: context.makeKey(), errors: {}, failure: null };
      }),
      openMessage: assign({ message: null, key: null }),
      keepFailure: assign(({ context }, { failure }: { failure: Failure }) => ({
        failure,
        errors: failure.fields,
        submits: context.submits + 1,
      })),
      restart: assign({
        values: description.empty,
        errors: {},
        failure: null,
        submits: 0,
        message: null,
        key: null,
        withSteps: false,
      }),
      forgetFiles: sendTo('attachments', { type: 'files.forgotten' }),
      tellSent: sendParent(({ context }, { ticket }: { ticket: Ticket }) => ({
        type: 'message.sent',
        flow: context.flow,
        ticket,
      })),
      /** Null forgets it. */
      keepRecord: (_, _kept: { flow: string; record: SavedFlow | null }) => {
        throw new Error('provide keepRecord');
      },
    },
    delays: { untilSlow: 10_000 },
  }).createMachine({
    id: description.id,
    context: ({ input }) => {
      const found = input.readRecord(input.flow);
      return {
        ...input,
        values: { ...description.empty, ...fitting(description.empty, found) },
        errors: {},
        failure: null,
        submits: 0,
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
          {
            type: 'keepFiles',
            params: ({ event }) => {
              const { files } = event.snapshot.context;
              return {
                attachments: files.flatMap(({ attachment }) => attachment ?? []),
                hasOpenFiles: files.some(({ status }) => status !== 'sent'),
              };
            },
          },
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
          onDone: { actions: { type: 'keepSteps', params: ({ event }) => ({ steps: event.output }) } },
          onError: { actions: { type: 'keepSteps', params: { steps: null } } },
        },
        on: {
          'field.changed': change,
          'steps.toggled': { actions: { type: 'keepRequest', params: ({ event }) => event } },
          'message.shown': { target: 'writing', reenter: true },
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
            target: 'sent',
            actions: [
              'restart',
              'forgetFiles',
              { type: 'tellSent', params: ({ event }) => ({ ticket: event.output }) },
            ],
          },
          onError: [
            {
              guard: { type: 'isRefused', params: ({ event }) => event },
              target: 'writing',
              actions: [
                'openMessage',
                { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
                { type: 'keepRecord', params: record },
              ],
            },
            {
              target: 'unsure',
              actions: { type: 'keepFailure', params: ({ event }) => ({ failure: failureOf(event.error) }) },
            },
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
            actions: ['openMessage', { type: 'keepRecord', params: record }],
          },
        },
      },
      sent: {
        tags: 'writing',
        entry: { type: 'keepRecord', params: record },
        on: {
          'field.changed': { ...change, target: 'writing' },
          'steps.toggled': {
            target: 'writing',
            actions: { type: 'keepRequest', params: ({ event }) => event },
          },
          'message.shown': 'writing',
          'form.submitted': { target: 'writing', actions: 'countSubmit' },
        },
      },
    },
  });
}

/** What a record has for the fields of a form. It comes from storage, so it may hold anything. */
function fitting(empty: FlowValues, found: SavedFlow | null): FlowValues {
  return Object.fromEntries(Object.entries(found?.values ?? {}).filter(([name]) => name in empty));
}
