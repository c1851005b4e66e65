import { replayRoom } from '../support/replay/replay.ts';

replayRoom(import.meta.glob('./consoleReviews/*.tsx', { eager: true }));
