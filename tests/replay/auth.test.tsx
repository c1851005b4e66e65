import { replayRoom } from '../support/replay/replay.ts';

replayRoom(import.meta.glob('./auth/*.tsx', { eager: true }));
