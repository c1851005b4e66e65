import { replayRoom } from '../support/replay/replay.ts';

replayRoom(import.meta.glob('./history/*.tsx', { eager: true }));
