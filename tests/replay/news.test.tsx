import { replayRoom } from '../support/replay/replay.ts';

replayRoom(import.meta.glob('./news/*.tsx', { eager: true }));
