import { replayRoom } from '../support/replay/replay.ts';

replayRoom(import.meta.glob('./money/*.tsx', { eager: true }));
