/** When what was drawn can be seen. In a tab that nobody looks at no frame ever comes. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve();
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 1_000);
  });
}

/** Between two long tasks: what a person did meanwhile is handled first. */
export const yieldToInput = () => new Promise<void>((resolve) => setTimeout(resolve));

/** When the browser has nothing better to do; at once where it cannot say. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else resolve();
  });
