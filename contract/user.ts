import * as z from 'zod/mini';
import { freezeReasons, toldReason } from './reasons.ts';
import { instant, status } from './schemas.ts';
import { type KycStatus, kycSteps } from './statuses.ts';

/** The details of a person, each read by the given schema. */
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

const statuses = () => ({
  status: status(['active', 'frozen']),
  kyc_status: status(Object.keys(kycSteps) as KycStatus[]),
});

/**
 * Why an account is frozen, as far as the person was told; null when it is not. `lifting` is what has to happen before a "This was not me"
 * freeze is lifted, in any order: the person proves who they are, and support agrees.
 */
const freeze = z.lazy(() =>
  z.nullable(
    z.object({
      reason: toldReason(freezeReasons),
      note: z.nullable(z.string()),
      since: instant,
      lifting: z.optional(z.object({ proven_at: z.nullable(instant), approved_at: z.nullable(instant) })),
    }),
  ),
);
/** As a member of an answer; providers need not tell it. */
export const toldFreeze = z.optional(freeze);

/**
 * The version of the terms that the person last agreed to, null for none, and `version`, the one in force: they are asked to agree when the
 * two differ.
 */
const terms = z.lazy(() =>
  z.object({ accepted: z.nullable(z.string()), accepted_at: z.nullable(instant), version: z.string() }),
);

/**
 * A user as this project's server answers it, with every field; null where nothing is known (a person who registered by wallet or Google).
 * Made when the first one is read: the login, which imports it, draws its form before.
 */
export const user = z.lazy(() =>
  z.object({
    id: z.string(),
    ...details(z.nullable(z.string())),
    avatar_file: z.nullable(z.object({ url: z.string() })),
    ...statuses(),
    freeze: toldFreeze,
    terms: z.optional(terms),
    /** Whether others may pay this person by email address or username. */
    discoverable: z.optional(z.boolean()),
    created_at: instant,
  }),
);

/** The user as the server answers it. */
export type ToldUser = z.infer<typeof user>;

/** A text, or null for a missing, blank or invalid one. */
const perhaps = z.lazy(() => {
  const textOrNumber = z.pipe(z.union([z.string(), z.number()]), z.transform(String));
  const notBlank = z.transform((text: string) => (text.trim() === '' ? null : text));
  return z.catch(z.nullable(z.pipe(textOrNumber, notBlank)), null);
});

/** An address resolved against the server's host; without a host it stays unchanged. Null for an invalid address. */
const addressAt = (host: string) =>
  z.transform((url: string) => {
    if (host === '') return { url };
    return URL.canParse(url, host) ? { url: new URL(url, host).href } : null;
  });

/**
 * A user as the app reads it from any provider: the spec names only `first_name` and `avatar_file`, so a missing or invalid field is null, or
 * `unknown` for a status. `host`: the origin of relative addresses.
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
    ...statuses(),
    freeze: z.catch(z.optional(freeze), null),
    terms: z.catch(z.optional(terms), undefined),
    discoverable: z.catch(z.optional(z.boolean()), undefined),
    created_at: z.catch(z.nullable(instant), null),
  });

export type User = z.infer<ReturnType<typeof readUser>>;
