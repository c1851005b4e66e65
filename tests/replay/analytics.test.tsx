import { replayRoom } from '../support/replay/replay.ts';

replayRoom(import.meta.glob('./analytics/*.tsx', { eager: true }));
