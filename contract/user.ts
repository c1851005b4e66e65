import * as z from 'zod/mini';
import { freezeReasons, toldReason } from './reasons.ts';
import { instant, status } from './schemas.ts';
import { type KycStatus, kycSteps } from './statuses.ts';

/** What a person may tell of themselves, each read by the same schema. */
const details = <Schema extends z.core.SomeType>(each: Schema) => ({
  first_name: each,
  last_name: each,
  username: each,
  email: each,
  phone: each,
  date_of_birth: each,
  country: each,
  gender: each,
  address: each,
  city: each,
  zip_code: each,
});

const statuses = {
  status: status(['active', 'frozen']),
  kyc_status: status(Object.keys(kycSteps) as KycStatus[]),
};

/** What lifts a freeze that "This was not me" has set, in any order: when its person has proven who they are, and when support has agreed. */
const lifting = z.object({ proven_at: z.nullable(instant), approved_at: z.nullable(instant) });

/** Why an account is frozen, as far as its person was told; null for one that is not. */
const freeze = z.nullable(
  z.object({
    reason: toldReason(freezeReasons),
    note: z.nullable(z.string()),
    since: instant,
    lifting: z.optional(lifting),
  }),
);

/** The version of the terms that the person agreed to last, null for none, and `version`, the one in force: who has not agreed to that is asked. */
const terms = z.object({
  accepted: z.nullable(z.string()),
  accepted_at: z.nullable(instant),
  version: z.string(),
});

/** A user as this project's server tells it: whole; null where nothing is known (a person who came in by wallet or Google). */
export const user = z.object({
  id: z.string(),
  ...details(z.nullable(z.string())),
  avatar_file: z.nullable(z.object({ url: z.string() })),
  ...statuses,
  freeze: z.optional(freeze),
  terms: z.optional(terms),
  /** Whether others may pay this person by email address or username. */
  discoverable: z.optional(z.boolean()),
  created_at: instant,
});

/** What the server has to tell. */
export type ToldUser = z.infer<typeof user>;

const textOrNumber = z.pipe(z.union([z.string(), z.number()]), z.transform(String));
const notBlank = z.transform((text: string) => (text.trim() === '' ? null : text));
/** A text if there is one; null for what is missing, blank, or of another kind. */
const perhaps = z.catch(z.nullable(z.pipe(textOrNumber, notBlank)), null);

/** An address resolved against the server's host; without a host it stays as it is. Null for what is no address. */
const addressAt = (host: string) =>
  z.transform((url: string) => {
    if (host === '') return { url };
    return URL.canParse(url, host) ? { url: new URL(url, host).href } : null;
  });

/**
 * A user as the app reads one from any provider: the spec names `first_name` and `avatar_file` alone, so whatever is missing or of
 * another kind is null, or `unknown` of a status. `host`: whose the relative addresses are.
 */
export const readUser = (host: string) =>
  z.object({
    id: perhaps,
    ...details(perhaps),
    avatar_file: z.catch(
      z.nullable(
        z.pipe(
          z.pipe(
            z.object({ url: z.string() }),
            z.transform(({ url }) => url),
          ),
          addressAt(host),
        ),
      ),
      null,
    ),
    ...statuses,
    freeze: z.catch(z.optional(freeze), null),
    terms: z.catch(z.optional(terms), undefined),
    discoverable: z.catch(z.optional(z.boolean()), undefined),
    created_at: z.catch(z.nullable(instant), null),
  });

export type User = z.infer<ReturnType<typeof readUser>>;
