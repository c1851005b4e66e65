import { replayRoom } from '../support/replay/replay.ts';

replayRoom(import.meta.glob('./shell/*.tsx', { eager: true }));
