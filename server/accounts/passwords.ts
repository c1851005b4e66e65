import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createFairQueue } from '../core/fairQueue.ts';

/** How much work an argon2id hash is. `memoryCost` in KiB. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
export const owaspCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** `subject` is whose turn in the queue the work takes (`FairQueue`). */
export interface Passwords {
  hash(subject: string, password: string): Promise<string>;
  /** Takes as long for nobody's hash (null) as for somebody's, and then says no. */
  verify(subject: string, hashed: string | null, password: string): Promise<boolean>;
}

/** Hashing costs 19 MiB and some 30 ms each time: two at once, in a fair queue. */
export function createPasswords(cost: HashCost): Passwords {
  const inTurn = createFairQueue({ running: 2, runningOfOne: 2, ofOne: 40, inAll: 400 });
  const nobodys = hash(randomBytes(32), cost);
  return {
    hash: (subject, password) => inTurn(subject, () => hash(normal(password), cost)),
    verify: (subject, hashed, password) =>
      inTurn(subject, async () => verify(hashed ?? (await nobodys), normal(password))),
  };
}

// The same characters typed on two systems may differ in their composition.
const normal = (password: string) => password.normalize('NFC');
