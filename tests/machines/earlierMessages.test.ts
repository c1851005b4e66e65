import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { Ticket } from '../../contract/support.ts';
import { conversationOf, earlierMessagesMachine } from '../../src/machines/support/earlierMessagesMachine.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { asked } from '../support/emails.ts';
import { expectSound } from '../support/paths.ts';

/** The ticket with these of its messages. */
function part(ids: readonly number[], hasEarlier = ids[0] !== 1): Ticket {
  const [message] = asked.messages;
  if (!message) throw new Error('the ticket has a message');
  return { ...asked, messages: ids.map((id) => ({ ...message, id: `${id}` })), has_earlier: hasEarlier };
}

test('every path is sound', () => {
  expectSound(earlierMessagesMachine, {
    input: undefined,
    events: [{ type: 'earlier.requested', id: asked.id, messages: part([3, 4]).messages, added: 0 }],
    answers: {
      readEarlierMessages: {
        done: [part([1, 2])],
        error: [new CallError(failure('NETWORK'))],
      },
    },
    distinguish: ({ context }) => [context.added, context.failure?.code],
  });
});

function started() {
  const reading = manualCall<Ticket, { readonly id: string; readonly before: string }>();
  const actor = createActor(
    earlierMessagesMachine.provide({ actors: { readEarlierMessages: reading.logic } }),
  ).start();
  const shown = (ticket: Ticket) => conversationOf(ticket, actor.getSnapshot().context);
  return {
    reading,
    actor,
    told: (ticket: Ticket) => {
      const { messages, hasEarlier } = shown(ticket);
      return { ids: messages.map(({ id }) => Number(id)), hasEarlier };
    },
    ask: (ticket: Ticket) => actor.send({ type: 'earlier.requested', id: ticket.id, ...shown(ticket) }),
  };
}

test('each part is asked for before the first message that is shown, until there is none', async () => {
  const { reading, told, ask } = started();
  const newest = part([5, 6]);
  expect(told(newest)).toEqual({ ids: [5, 6], hasEarlier: true });
  ask(newest);
  expect(reading.last().input).toEqual({ id: asked.id, before: '5' });
  reading.last().answer(part([3, 4]));
  await settled();
  expect(told(newest)).toEqual({ ids: [3, 4, 5, 6], hasEarlier: true });
  ask(newest);
  expect(reading.last().input.before).toBe('3');
  reading.last().answer(part([1, 2]));
  await settled();
  expect(told(newest)).toEqual({ ids: [1, 2, 3, 4, 5, 6], hasEarlier: false });
});

test('a reply that comes meanwhile stands behind, without a gap, also while a part is read', async () => {
  const { reading, told, ask } = started();
  ask(part([5, 6]));
  expect(told(part([6, 7]))).toEqual({ ids: [5, 6, 7], hasEarlier: true });
  reading.last().answer(part([3, 4]));
  await settled();
  expect(told(part([6, 7]))).toEqual({ ids: [3, 4, 5, 6, 7], hasEarlier: true });
});

test('where messages between were not read the newest stand alone, and what was before is asked for from there', async () => {
  const { reading, told, ask } = started();
  ask(part([3, 4]));
  reading.last().answer(part([1, 2]));
  await settled();
  const later = part([8, 9]);
  expect(told(later)).toEqual({ ids: [8, 9], hasEarlier: true });
  ask(later);
  expect(reading.last().input.before).toBe('8');
  reading.last().answer(part([6, 7]));
  await settled();
  expect(told(later)).toEqual({ ids: [6, 7, 8, 9], hasEarlier: true });
});

test('a part that could not be read takes nothing away, and can be asked for again', async () => {
  const { reading, actor, told, ask } = started();
  ask(part([5, 6]));
  reading.last().fail('NETWORK');
  await settled();
  expect(actor.getSnapshot().context.failure?.code).toBe('NETWORK');
  expect(told(part([5, 6]))).toEqual({ ids: [5, 6], hasEarlier: true });
  ask(part([5, 6]));
  expect(actor.getSnapshot().context.failure).toBeNull();
});

test('another ticket has messages of its own, and nobody waits for those of the one before', async () => {
  const { reading, told, ask } = started();
  ask(part([5, 6]));
  const other = { ...part([15, 16]), id: 'other' };
  expect(told(other)).toEqual({ ids: [15, 16], hasEarlier: true });
  ask(other);
  expect(reading.at(0).signal.aborted).toBe(true);
  reading.last().answer({ ...part([14], false), id: 'other' });
  await settled();
  expect(told(other)).toEqual({ ids: [14, 15, 16], hasEarlier: false });
  expect(told(part([5, 6]))).toEqual({ ids: [5, 6], hasEarlier: true });
});

test('a server that tells a whole conversation has nothing before it', () => {
  const { told } = started();
  const { has_earlier: _, ...whole } = part([3, 4]);
  expect(told(whole)).toEqual({ ids: [3, 4], hasEarlier: false });
});
