import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DrawnInShortTasks } from '../../src/components/base/DrawnInShortTasks.tsx';

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
const place = document.createElement('div');
const root = createRoot(place);

// `act` draws everything in one task.
beforeEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = false;
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
  await vi.waitFor(() => expect(place.textContent).toContain('line 29'));

  expect(place.textContent).not.toContain('nothing yet');
  expect(drawn).toEqual(lines);
  expect(others).toEqual([{ drawn: expect.any(Number), shown: 'nothing yet' }]);
  expect(others[0]?.drawn).toBeLessThan(lines.length);
});
