import { currentSpan, type Span, tracedTogether } from '../tracing/span.ts';

interface Rules<Item> {
  /** The most items in a batch. */
  readonly most: number;
  /** Items with the same name are never in one batch: the second waits for the first to finish. */
  readonly nameOf?: (item: Item) => string;
  /** Whether an error may be caused by one item, so that each has to be tried alone. */
  readonly mayBeOnes?: (error: unknown) => boolean;
}

interface Waiting<Item, Done> {
  readonly item: Item;
  readonly resolve: (done: Done | PromiseLike<Done>) => void;
  readonly reject: (error: unknown) => void;
  /** The span that waits for it. */
  readonly span: Span | null;
}

/**
 * Processes single items in batches: items that arrive during a batch form the next one. No item waits for a batch to fill.
 * `work` answers in the order of its items. When it throws, all of them have failed.
 */
export function coalesce<Item, Done>(
  work: (items: readonly Item[]) => Promise<readonly Done[]>,
  { most, nameOf, mayBeOnes = () => false }: Rules<Item>,
): (item: Item) => Promise<Done> {
  let waiting: Waiting<Item, Done>[] = [];
  let isRunning = false;

  async function run() {
    isRunning = true;
    while (waiting.length > 0) {
      const { now, later } = divide(waiting);
      waiting = later;
      await finish(now);
    }
    isRunning = false;
  }

  function divide(all: readonly Waiting<Item, Done>[]) {
    const names = new Set<string>();
    const now: Waiting<Item, Done>[] = [];
    const later: Waiting<Item, Done>[] = [];
    for (const each of all) {
      const name = nameOf?.(each.item);
      const fits = now.length < most && (name === undefined || !names.has(name));
      if (name !== undefined) names.add(name);
      (fits ? now : later).push(each);
    }
    return { now, later };
  }

  async function finish(batch: readonly Waiting<Item, Done>[]): Promise<void> {
    try {
      const spans = batch.map(({ span }) => span);
      const done = await tracedTogether(spans, 'batch', () => work(batch.map(({ item }) => item)));
      if (done.length !== batch.length) throw new RangeError('a batch has an answer for each of its items');
      for (const [index, { resolve }] of batch.entries()) resolve(done[index] as Done);
    } catch (error) {
      if (batch.length > 1 && mayBeOnes(error)) await Promise.all(batch.map((each) => finish([each])));
      else for (const { reject } of batch) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject, span: currentSpan() });
      // Runs in the next turn of the event loop, so that requests read in this one share a batch.
      if (!isRunning) {
        isRunning = true;
        setImmediate(run);
      }
    });
}
