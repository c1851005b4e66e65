import { replayRoom } from '../support/replay/replay.ts';

replayRoom(import.meta.glob('./app/*.tsx', { eager: true }));
