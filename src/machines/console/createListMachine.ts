/** A list that is read in pages, each after the last line of the page before (`KeysetPage`). */
import { type ActorRef, assign, type Snapshot, sendTo, setup } from 'xstate';
import type { KeysetPage } from '../../../contract/paging.ts';
import { createResourceMachine, type ResourceRef } from '../core/createResourceMachine.ts';
import { withEvent } from '../core/withEvent.ts';
import type { CheckDue } from './consoleAreas.ts';

/** The key of the first page. The key of any other page is the `after` that the server is asked for. */
export const firstPart = 'first';

interface ListContext<Item> {
  readonly now: () => number;
  /** The filter of the list, such as a status or a search text; empty for the default. */
  readonly filter: string;
  /** The keys of the pages from the first to the shown one, which is last. */
  readonly trail: readonly string[];
  /** The lines under the pointer, which stay in their places; null while there is none. */
  readonly held: KeysetPage<Item> | null;
}

type ListEvent<Item> =
  | { readonly type: 'filter.changed'; readonly filter: string }
  | { readonly type: 'page.next'; readonly after: string }
  | { readonly type: 'page.previous' }
  | { readonly type: 'refresh.requested' }
  /** A line of the list has changed. */
  | { readonly type: 'outdated' }
  /** Reads the list again if it is old. */
  | { readonly type: 'screen.shown' }
  /** The pointer came over the lines, which are `shown`. */
  | { readonly type: 'pointer.entered'; readonly shown: KeysetPage<Item> }
  | { readonly type: 'pointer.left' }
  | CheckDue;

/** The page's key and, after a line break, the filter. */
const keyOf = ({ filter, trail }: Pick<ListContext<unknown>, 'filter' | 'trail'>) => {
  const part = trail.at(-1) ?? firstPart;
  return filter === '' ? part : `${part}\n${filter}`;
};

/** The parameters of a key: `after` is null for the first page. */
export function readPartKey(key: string): { readonly after: string | null; readonly filter: string } {
  const [part, filter = ''] = key.split('\n');
  return { after: part === firstPart ? null : (part ?? null), filter };
}

/** A page of a list; `load` reads it by its key. */
export const createPartMachine = <Item>() => createResourceMachine<KeysetPage<Item>>('part');

/**
 * A check reads the list again without keeping the operator's session open, and is logged only when the list has changed (decision 218). New
 * lines are not shown while the pointer is over the list, so that none moves under it.
 */
export function createListMachine<Item>(id: string, part: ReturnType<typeof createPartMachine<Item>>) {
  return setup({
    types: {
      context: {} as ListContext<Item>,
      events: {} as ListEvent<Item>,
      input: {} as Pick<ListContext<Item>, 'now'>,
      children: {} as { part: 'part' },
    },
    actors: { part },
    guards: { hasPrevious: ({ context }) => context.trail.length > 1 },
    actions: {
      keepFilter: assign((_, { filter }: { filter: string }) => ({ filter, trail: [firstPart], held: null })),
      // While the next page loads, the page before is still shown, and asks for the same one.
      goOn: assign(({ context: { trail } }, { after }: { after: string }) => ({
        trail: trail.at(-1) === after ? trail : [...trail, after],
        held: null,
      })),
      goBack: assign(({ context: { trail } }) => ({ trail: trail.slice(0, -1), held: null })),
      show: sendTo('part', ({ context }) => ({ type: 'screen.shown', key: keyOf(context) })),
      refresh: sendTo('part', { type: 'refresh.requested' }),
      outdate: sendTo('part', { type: 'outdated' }),
      check: sendTo('part', { type: 'check.due' }),
      hold: assign((_, { shown }: { shown: KeysetPage<Item> }) => ({ held: shown })),
      release: assign({ held: null }),
    },
  }).createMachine({
    id,
    context: ({ input }) => ({ now: input.now, filter: '', trail: [firstPart], held: null }),
    invoke: {
      id: 'part',
      src: 'part',
      input: ({ context }) => ({ now: context.now, key: keyOf(context) }),
    },
    initial: 'open',
    states: {
      open: {
        on: {
          'filter.changed': { actions: [withEvent('keepFilter'), 'show'] },
          'page.next': { actions: [withEvent('goOn'), 'show'] },
          'page.previous': { guard: 'hasPrevious', actions: ['goBack', 'show'] },
          'refresh.requested': { actions: ['release', 'refresh'] },
          outdated: { actions: 'outdate' },
          'check.due': { actions: 'check' },
          'screen.shown': { actions: 'show' },
          'pointer.entered': { actions: withEvent('hold') },
          'pointer.left': { actions: 'release' },
        },
      },
    },
  });
}

/** The part of a list machine that screens use. */
export interface ListRef<Item>
  extends Pick<ActorRef<Snapshot<unknown>, ListEvent<Item>>, 'subscribe' | 'send'> {
  getSnapshot(): {
    readonly context: ListContext<Item>;
    readonly children: { readonly part?: ResourceRef<KeysetPage<Item>> | undefined };
    can(event: ListEvent<Item>): boolean;
  };
}
