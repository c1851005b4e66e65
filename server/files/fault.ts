import type { Rule } from '../../contract/rules.ts';

/** The reasons for which a file is refused. */
export const faults = [
  'unreadable',
  'too_many_pixels',
  'two_types',
  'active_content',
  'encrypted',
] as const satisfies readonly Rule[];
export type FaultRule = (typeof faults)[number];

/** Thrown when a file is refused. */
export class Fault extends Error {
  readonly rule: FaultRule;

  constructor(rule: FaultRule) {
    super(rule);
    this.rule = rule;
  }
}
