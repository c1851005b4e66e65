import { defineConfig } from 'vitest/config';
import { rooms } from './rooms.ts';

const { MUTANTS_ROOM = '', MUTANTS_TESTS: tests } = process.env;
const room = rooms[MUTANTS_ROOM];
if (!room) throw new Error('MUTANTS_ROOM names no room of tests/mutants/rooms.ts');

/** The tests of one room, as StrykerJS runs them: it takes no projects. */
export default defineConfig({
  test: {
    environment: 'node',
    env: { ENGINE: 'pglite' },
    include: tests ? [tests] : [...room.tests],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
