import * as z from 'zod/mini';
import { decimal } from './schemas.ts';

/** What may be paid to all new addresses together in 24 hours, and what of that is left, in USDT. */
export const newAddressAllowance = z.object({ limit: decimal, left: decimal });

export type NewAddressAllowance = z.infer<typeof newAddressAllowance>;
