import { replayRoom } from '../support/replay/replay.ts';

replayRoom(import.meta.glob('./support/*.tsx', { eager: true }));
