interface Rules<Item> {
  /** The most that are worked on at once. */
  readonly most: number;
  /** Two of one name are never worked on together: the second waits for the first's end. */
  readonly nameOf?: (item: Item) => string;
  /** Whether a failure may be one item's fault alone, so that each has to be tried without the others. */
  readonly mayBeOnes?: (error: unknown) => boolean;
}

interface Waiting<Item, Done> {
  readonly item: Item;
  readonly resolve: (done: Done | PromiseLike<Done>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Works on what comes one by one in batches: what comes while a batch is worked on is the next batch. Nobody waits for company.
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
      const done = await work(batch.map(({ item }) => item));
      if (done.length !== batch.length) throw new RangeError('a batch has an answer for each of its items');
      for (const [index, { resolve }] of batch.entries()) resolve(done[index] as Done);
    } catch (error) {
      if (batch.length > 1 && mayBeOnes(error)) await Promise.all(batch.map((each) => finish([each])));
      else for (const { reject } of batch) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // In the next turn of the loop: what was read from the sockets in this one belongs to the same batch.
      if (!isRunning) {
        isRunning = true;
        setImmediate(run);
      }
    });
}
