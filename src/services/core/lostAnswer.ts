import { failureOf, isLost } from '../../../contract/failure.ts';

/** Whether a call may have had an effect although it failed. */
export const isAnswerLost = (error: unknown): boolean => isLost(failureOf(error));
