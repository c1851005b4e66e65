import { format } from 'node:util';
import { afterEach, beforeEach, expect, vi } from 'vitest';

/** What was printed as an error and has not failed a test yet. */
const printed: string[] = [];

/** The app's wiring and the services answer a real server in their own time: what changes then is in no `act`. */
const isDrawnAlone = (file: string) => /\/tests\/(?:components|replay|screens)\//.test(file);

// React tells of a key that is there twice, of markup that may not be nested, of a state that changes outside of `act` by
// `console.error` alone: a screen that makes it do so is wrong, whatever else its test finds.
beforeEach(({ task }) => {
  if (!isDrawnAlone(task.file.filepath)) return;
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    printed.push(format(...parts));
  });
});

afterEach(() => {
  expect(printed.splice(0), 'printed as errors').toEqual([]);
});
