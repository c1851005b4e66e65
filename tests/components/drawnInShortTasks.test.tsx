import { useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DrawnInShortTasks, drawn } from '../../src/components/base/DrawnInShortTasks.tsx';

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
const place = document.createElement('div');
let root: Root;

// `act` draws everything in one task.
beforeEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  root = createRoot(place);
});
afterEach(() => {
  root.unmount();
  environment.IS_REACT_ACT_ENVIRONMENT = true;
});

/** Takes longer to draw than React draws without a pause. */
function Slow({ index, onDraw }: { index: number; onDraw: (index: number) => void }) {
  const began = performance.now();
  while (performance.now() - began < 10);
  onDraw(index);
  return <p>line {index}</p>;
}

test('others have their turn while the content is drawn, and until then the fallback is shown', async () => {
  const lines = Array.from({ length: 30 }, (_, index) => index);
  const drawn: number[] = [];
  const others: { drawn: number; shown: string | null }[] = [];
  const draw = (index: number) => {
    drawn.push(index);
    if (index === 0) setTimeout(() => others.push({ drawn: drawn.length, shown: place.textContent }));
  };

  root.render(
    <DrawnInShortTasks fallback="nothing yet">
      {lines.map((index) => (
        <Slow key={index} index={index} onDraw={draw} />
      ))}
    </DrawnInShortTasks>,
  );
  await vi.waitFor(() => expect(place.textContent).toContain('line 29'), 20_000);

  expect(place.textContent).not.toContain('nothing yet');
  expect(drawn).toEqual(lines);
  expect(others).toEqual([{ drawn: expect.any(Number), shown: 'nothing yet' }]);
  expect(others[0]?.drawn).toBeLessThan(lines.length);
});

test('what waits until everything is drawn waits for the end, and for nothing while nothing is drawn', async () => {
  await drawn();
  const lines = Array.from({ length: 10 }, (_, index) => index);
  const seen: (string | null)[] = [];

  root.render(
    <DrawnInShortTasks
      fallback={<Ready onReady={() => void drawn().then(() => seen.push(place.textContent))} />}
    >
      {lines.map((index) => (
        <Slow key={index} index={index} onDraw={() => {}} />
      ))}
    </DrawnInShortTasks>,
  );
  await vi.waitFor(() => expect(seen).toHaveLength(1), 20_000);

  expect(seen[0]).toContain('line 9');
  await drawn();
});

/** Tells when it is shown. */
function Ready({ onReady }: { onReady: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onReady);
    return () => clearTimeout(timer);
  }, [onReady]);
  return null;
}
