import { replayRoom } from '../support/replay/replay.ts';

replayRoom(import.meta.glob('./kyc/*.tsx', { eager: true }));
