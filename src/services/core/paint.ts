/** Resolves when the page has been painted. Hidden tabs never paint, so they do not wait for a frame. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve();
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 1_000);
  });
}

/** Yields between two long tasks, so that input is handled first. */
export const yieldToInput = () => new Promise<void>((resolve) => setTimeout(resolve));
