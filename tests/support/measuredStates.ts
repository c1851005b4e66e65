import { afterEach, expect } from 'vitest';
import { wrongStates } from './drawnStates.tsx';
import { forgetQueries, letReadersDiffer } from './reader.tsx';

letReadersDiffer();

afterEach(async () => {
  forgetQueries();
  expect(await wrongStates(), 'what is wrong with the states that were drawn').toEqual([]);
});
