import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import * as z from 'zod/mini';
import { failureOf } from '../../../../contract/failure.ts';
import { type FlowTrace, flowTrace, type Ticket } from '../../../../contract/support.ts';
import { exportMachine } from '../../../machines/core/exportMachine.ts';
import type { SavedFlow } from '../../../machines/core/savedFlow.ts';
import { attachmentsMachine } from '../../../machines/support/attachmentsMachine.ts';
import { closingMachine } from '../../../machines/support/closingMachine.ts';
import { earlierMessagesMachine } from '../../../machines/support/earlierMessagesMachine.ts';
import { type NewTicket, newTicketMachine } from '../../../machines/support/newTicketMachine.ts';
import { repliesMachine } from '../../../machines/support/repliesMachine.ts';
import { type Reply, replyMachine, ticketOf } from '../../../machines/support/replyMachine.ts';
import {
  supportArea,
  type TicketMark,
  ticketMachine,
  ticketMarksMachine,
  ticketsMachine,
} from '../../../machines/support/supportArea.ts';
import {
  closeTicket,
  markTicketRead,
  openTicket,
  readEarlierMessages,
  readTicket,
  readTickets,
  saveAttachment,
  uploadAttachment,
  writeMessage,
} from '../../../services/support/support.ts';
import type { FlowTraceStep } from '../flowTrace.ts';
import { keepMessage } from '../keepMessage.ts';
import { loader } from '../loader.ts';
import type { Services } from '../services.ts';

interface Sending<Message> {
  readonly flow: string;
  readonly message: Message;
  readonly key: string;
}

export function createArea(services: Services) {
  const { http, fetchFile, records, steps } = services;
  const attachments = attachmentsMachine.provide({
    actors: {
      uploadFile: fromCallback<AnyEventObject, { readonly file: File }>(({ input, sendBack }) => {
        const leaving = new AbortController();
        const { signal } = leaving;
        const hear = (progress: { sent: number; total: number }) =>
          sendBack({ type: 'upload.progressed', ...progress });
        uploadAttachment(http, { input: { ...input, hear }, signal }).then(
          (attachment) => signal.aborted || sendBack({ type: 'upload.finished', attachment }),
          (error) => signal.aborted || sendBack({ type: 'upload.failed', failure: failureOf(error) }),
        );
        return () => leaving.abort();
      }),
    },
  });
  const keepRecord = (_: unknown, { flow, record }: { flow: string; record: SavedFlow | null }) =>
    keepMessage(records, flow, record);

  return supportArea.provide({
    actors: {
      tickets: ticketsMachine.provide({
        actors: {
          load: loader(services, readTickets),
        },
      }),
      ticket: ticketMachine.provide({
        actors: {
          load: loader(services, readTicket),
        },
      }),
      earlierMessages: earlierMessagesMachine.provide({
        actors: {
          readEarlierMessages: fromPromise<Ticket, { readonly id: string; readonly before: string }>(
            ({ input, signal }) => readEarlierMessages(http, { ...input, signal }),
          ),
        },
      }),
      newTicket: newTicketMachine.provide({
        actors: {
          attachments,
          readSteps: fromPromise<FlowTrace | null, void>(async () => traceOf(steps.read())),
          send: fromPromise<Ticket, Sending<NewTicket>>(({ input: { message, key } }) =>
            openTicket(http, { form: message, key }),
          ),
        },
        actions: { keepRecord },
      }),
      replies: repliesMachine.provide({
        actors: {
          reply: replyMachine.provide({
            actors: {
              attachments,
              send: fromPromise<Ticket, Sending<Reply>>(({ input: { message, key, flow } }) =>
                writeMessage(http, { id: ticketOf(flow), message, key }),
              ),
            },
            actions: { keepRecord },
          }),
        },
      }),
      closing: closingMachine.provide({
        actors: {
          closeTicket: fromPromise<Ticket, { readonly id: string; readonly key: string }>(({ input }) =>
            closeTicket(http, input),
          ),
        },
      }),
      attachmentFile: exportMachine.provide({
        actors: {
          saveExport: fromPromise<void, { readonly filters: string; readonly name: string }>((request) =>
            saveAttachment(fetchFile, request),
          ),
        },
      }),
      ticketMarks: ticketMarksMachine.provide({
        actors: {
          mark: fromPromise<void, { readonly target: TicketMark }>(({ input }) =>
            markTicketRead(http, input.target),
          ),
        },
      }),
    },
  });
}

const step = flowTrace.def.shape.steps.def.element;

/** Only steps that the contract accepts; null when none are left. */
function traceOf(steps: readonly FlowTraceStep[]): FlowTrace | null {
  const fitting = steps.flatMap((each) => {
    const parsed = z.safeParse(step, each);
    return parsed.success ? [parsed.data] : [];
  });
  return fitting.length === 0 ? null : { version: 1, steps: fitting };
}
