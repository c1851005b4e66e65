import { replayRoom } from '../support/replay/replay.ts';

replayRoom(import.meta.glob('./addressBook/*.tsx', { eager: true }));
