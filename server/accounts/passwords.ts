import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createQueue } from '../http/queue.ts';

/** How much work an argon2id hash is. `memoryCost` in KiB. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
export const owaspCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for nobody's hash (null) as for somebody's, and then says no. */
  verify(hashed: string | null, password: string): Promise<boolean>;
}

/** Hashing costs 19 MiB each time: two at once, a short queue, and beyond it an honest 503. */
export function createPasswords(cost: HashCost): Passwords {
  const inTurn = createQueue({ running: 2, waiting: 100 });
  const nobodys = hash(randomBytes(32), cost);
  return {
    hash: (password) => inTurn(() => hash(normal(password), cost)),
    verify: (hashed, password) => inTurn(async () => verify(hashed ?? (await nobodys), normal(password))),
  };
}

// The same letters typed on two systems may differ in their composition.
const normal = (password: string) => password.normalize('NFC');
