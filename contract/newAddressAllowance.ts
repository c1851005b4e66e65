import * as z from 'zod/mini';
import { decimal } from './schemas.ts';

/** The limit for payments to all new addresses together in 24 hours, and what is left of it, in USDT. */
export const newAddressAllowance = z.object({ limit: decimal, left: decimal });

export type NewAddressAllowance = z.infer<typeof newAddressAllowance>;
