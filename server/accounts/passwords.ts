import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createFairQueue } from '../core/fairQueue.ts';

/** The cost of an argon2id hash. `memoryCost` in KiB. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
export const owaspCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** `subject` names the queue of the work (`FairQueue`). */
export interface Passwords {
  hash(subject: string, password: string): Promise<string>;
  /** Takes as long for a missing hash (null) as for a real one, and then answers false. */
  verify(subject: string, hashed: string | null, password: string): Promise<boolean>;
}

/** Each hash costs 19 MiB and about 30 ms, so only two run at once, in a fair queue. */
export function createPasswords(cost: HashCost): Passwords {
  const inTurn = createFairQueue({ running: 2, runningOfOne: 2, ofOne: 40, inAll: 400 });
  const nobodys = hash(randomBytes(32), cost);
  return {
    hash: (subject, password) => inTurn(subject, () => hash(normal(password), cost)),
    verify: (subject, hashed, password) =>
      inTurn(subject, async () => verify(hashed ?? (await nobodys), normal(password))),
  };
}

// Two systems may encode the same characters differently.
const normal = (password: string) => password.normalize('NFC');
