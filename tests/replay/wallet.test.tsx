import { replayRoom } from '../support/replay/replay.ts';

replayRoom(import.meta.glob('./wallet/*.tsx', { eager: true }));
