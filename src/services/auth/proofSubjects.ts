import { type StepUpAction, type StepUpPurpose, stepUpActions } from '../../../contract/stepUp.ts';

/** What a proof is for, as one word. */
export type ProofSubject = StepUpAction | `quote:${string}`;

export function purposeOf(subject: ProofSubject): StepUpPurpose {
  return isAction(subject) ? { action: subject } : { quote_id: subject.slice('quote:'.length) };
}

function isAction(text: string): text is StepUpAction {
  return stepUpActions.some((each) => each === text);
}

/** What somebody left this tab to prove; null for no such word. */
export function readSubject(text = ''): { subject: ProofSubject; purpose: StepUpPurpose } | null {
  const subject = isAction(text) || isQuote(text) ? text : null;
  return subject && { subject, purpose: purposeOf(subject) };
}

function isQuote(text: string): text is `quote:${string}` {
  return /^quote:.+$/.test(text);
}
