import * as z from 'zod/mini';
import { instant, status } from './schemas.ts';
import { type KycStatus, kycSteps } from './statuses.ts';

const known = z.nullable(z.string());

/** A user as every answer tells it; null where nothing is known (a person who came in by wallet or Google). */
export const user = z.object({
  id: z.string(),
  first_name: known,
  last_name: known,
  username: known,
  email: known,
  phone: known,
  date_of_birth: known,
  country: known,
  gender: known,
  address: known,
  city: known,
  zip_code: known,
  avatar_file: z.nullable(z.object({ url: z.string() })),
  status: status(['active', 'frozen']),
  kyc_status: status(Object.keys(kycSteps) as KycStatus[]),
  created_at: instant,
});

export type User = z.infer<typeof user>;
