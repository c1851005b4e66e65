import { replayRoom } from '../support/replay/replay.ts';

replayRoom(import.meta.glob('./deposit/*.tsx', { eager: true }));
