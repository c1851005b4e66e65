import { replayRoom } from '../support/replay/replay.ts';

replayRoom(import.meta.glob('./profile/*.tsx', { eager: true }));
