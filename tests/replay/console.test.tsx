import { replayRoom } from '../support/replay/replay.ts';

replayRoom(import.meta.glob('./console/*.tsx', { eager: true }));
