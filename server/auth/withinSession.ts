import { problemStatus } from '../../contract/problems.ts';
import { Refusal } from '../core/refusal.ts';

/** Turns the 401 of a failed sign-in proof into FORBIDDEN with its fields, because a 401 here would mean that the session has ended. */
export async function withinSession<Answer>(prove: () => Promise<Answer>): Promise<Answer> {
  try {
    return await prove();
  } catch (error) {
    if (!(error instanceof Refusal) || problemStatus[error.code] !== 401) throw error;
    throw new Refusal('FORBIDDEN', { fields: error.details.fields ?? {} });
  }
}
