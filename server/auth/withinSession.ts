import { problemStatus } from '../../contract/problems.ts';
import { Refusal } from '../core/refusal.ts';

/** What refuses a sign-in with a 401 would say here that the session is over: a bad proof is FORBIDDEN, with the fields of the refusal. */
export async function withinSession<Answer>(prove: () => Promise<Answer>): Promise<Answer> {
  try {
    return await prove();
  } catch (error) {
    if (!(error instanceof Refusal) || problemStatus[error.code] !== 401) throw error;
    throw new Refusal('FORBIDDEN', { fields: error.details.fields ?? {} });
  }
}
