/**
 * Runs `work`, and rejects with what `late` makes when it has not ended after so many milliseconds; its signal is aborted then. Not
 * `AbortSignal.timeout`: garbage collection may take that away from a `fetch` whose answer is still read, which then waits five minutes.
 */
export async function within<T>(
  milliseconds: number,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(late());
      controller.abort();
    }, milliseconds);
  });
  try {
    return await Promise.race([work(controller.signal), end]);
  } finally {
    clearTimeout(timer);
  }
}
