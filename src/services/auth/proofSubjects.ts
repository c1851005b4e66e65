import { type StepUpAction, type StepUpPurpose, stepUpActions } from '../../../contract/stepUp.ts';

/** What a proof is for, as a single string. */
export type ProofSubject = StepUpAction | `quote:${string}`;

export function purposeOf(subject: ProofSubject): StepUpPurpose {
  return isAction(subject) ? { action: subject } : { quote_id: subject.slice('quote:'.length) };
}

function isAction(text: string): text is StepUpAction {
  return stepUpActions.some((each) => each === text);
}

/** The subject and purpose in a stored text; null for an unknown text. */
export function readSubject(text = ''): { subject: ProofSubject; purpose: StepUpPurpose } | null {
  const subject = isAction(text) || isQuote(text) ? text : null;
  return subject && { subject, purpose: purposeOf(subject) };
}

function isQuote(text: string): text is `quote:${string}` {
  return /^quote:.+$/.test(text);
}
