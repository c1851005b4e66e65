/** Proposals of other operators, and the decisions on them. */
import type { Proposal } from '../../../contract/proposals.ts';
import { createDecisionMachine } from './createDecisionMachine.ts';
import { createListMachine, createPartMachine } from './createListMachine.ts';
import { createReviewAreaMachine, type ReviewAreaRef } from './createReviewAreaMachine.ts';
import type { DecisionRef } from './decision.ts';

/** `reject` withdraws a proposal of one's own. */
export interface ProposalChoice {
  readonly verdict: 'approve' | 'reject';
}

export const proposalPart = createPartMachine<Proposal>();
export const proposalList = createListMachine('proposalList', proposalPart);
export const proposalDecision = createDecisionMachine<Proposal, ProposalChoice>('proposalDecision');
export const proposalsArea = createReviewAreaMachine<Proposal, ProposalChoice>({
  area: 'proposals',
  keyOf: ({ number }) => String(number),
  list: proposalList,
  decision: proposalDecision,
});

export type ProposalDecisionRef = DecisionRef<Proposal, ProposalChoice>;
export type ProposalsAreaRef = ReviewAreaRef<Proposal, ProposalChoice>;
