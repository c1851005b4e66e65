import type { Rule } from '../../contract/rules.ts';

/** Why a file is not taken. */
export const faults = [
  'unreadable',
  'too_many_pixels',
  'two_types',
  'active_content',
  'encrypted',
] as const satisfies readonly Rule[];
export type FaultRule = (typeof faults)[number];

/** Thrown where a file is judged. */
export class Fault extends Error {
  readonly rule: FaultRule;

  constructor(rule: FaultRule) {
    super(rule);
    this.rule = rule;
  }
}
