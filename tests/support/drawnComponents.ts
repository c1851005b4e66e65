import type { BrowserContext, Page } from 'playwright-core';

/** A component as React keeps it (`react-reconciler`'s Fiber), of which the other one is that of the drawing before. */
interface Fiber {
  readonly tag: number;
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

type Counting = { readonly drawn: { again: number; anew: number }[] };

/**
 * Counts the components that React draws in the pages of a context that are opened later: by each drawing, those that were there before and those that are
 * new. It stands where React's developer tools would.
 */
export async function countDrawn(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const drawn: Counting['drawn'] = [];
    /** Functions and classes, with `forwardRef` and `memo`. */
    const components = [0, 1, 11, 14, 15];
    const performedWork = 1;
    const count = (now: Fiber, counts: { again: number; anew: number }) => {
      const before = now.alternate;
      if (components.includes(now.tag)) {
        if (before === null) counts.anew += 1;
        else if (now.flags & performedWork) counts.again += 1;
      }
      if (before !== null && before.child === now.child) return;
      for (let child = now.child; child; child = child.sibling) count(child, counts);
    };
    const hook = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberUnmount() {},
      onPostCommitFiberRoot() {},
      onCommitFiberRoot(_: number, root: { readonly current: Fiber }) {
        const counts = { again: 0, anew: 0 };
        count(root.current, counts);
        drawn.push(counts);
      },
    };
    Object.assign(window, { drawn, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
  });
}

/** The counts of each drawing since `forgetDrawn`. */
export function drawnIn(page: Page): Promise<Counting['drawn']> {
  return page.evaluate(() => (window as unknown as Counting).drawn);
}

export async function forgetDrawn(page: Page): Promise<void> {
  await page.evaluate(() => {
    (window as unknown as Counting).drawn.length = 0;
  });
}
