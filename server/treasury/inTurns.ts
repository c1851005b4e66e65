/** Parallel requests to a node. */
const atOnce = 50;

/** Calls `ask` for each item, some at a time, and answers in their order. */
export async function inTurns<From, To>(
  items: readonly From[],
  ask: (item: From) => Promise<To>,
): Promise<readonly To[]> {
  const answers: To[] = [];
  for (let from = 0; from < items.length; from += atOnce) {
    answers.push(...(await Promise.all(items.slice(from, from + atOnce).map(ask))));
  }
  return answers;
}
