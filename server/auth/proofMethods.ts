import { type SecondFactor, secondFactors } from '../../contract/factors.ts';
import type { StepUpMethod } from '../../contract/stepUp.ts';
import type { KeptSecurity } from '../accounts/securitySettings.ts';
import type { UserRow } from '../accounts/users.ts';
import type { Query } from '../database/db.ts';
import { factorColumns } from './factors.ts';
import { chainIssuer } from './identities.ts';

/** The methods by which a person could prove themselves. */
export interface Means extends Readonly<Record<SecondFactor, boolean>> {
  readonly password: boolean;
  readonly wallet: boolean;
  readonly openid: boolean;
  /** A confirmed address, if emails can be sent. */
  readonly email: boolean;
  /** The person's security settings; null for none. */
  readonly settings: KeptSecurity | null;
}

export interface MeansRow extends Omit<Means, 'password' | 'email' | 'settings'> {
  readonly members: KeptSecurity['members'] | null;
  readonly pending: KeptSecurity['pending'] | null;
}

const nothing = {
  ...{ passkey: false, totp: false, recovery_code: false, wallet: false, openid: false },
  ...{ members: null, pending: null },
};

/** SQL: the columns of a `MeansRow`, from `users` and its `security_settings` as `settings`; $2 is `chainIssuer`. */
export const meansColumns = `${factorColumns('users.id')},
  EXISTS (SELECT 1 FROM identities WHERE user_id = users.id AND issuer = $2) AS wallet,
  EXISTS (SELECT 1 FROM identities WHERE user_id = users.id AND issuer <> $2) AS openid,
  settings.members, settings.pending`;

/** The means of each of these people, read in one statement. */
export async function meansOf(
  query: Query,
  people: readonly UserRow[],
  hasEmails: boolean,
): Promise<ReadonlyMap<string, Means>> {
  const rows = await query<MeansRow & { readonly id: string }>(
    `SELECT id, ${meansColumns}
     FROM users LEFT JOIN security_settings settings ON settings.user_id = users.id WHERE id = ANY ($1::uuid[])`,
    [people.map(({ id }) => id), chainIssuer],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return new Map(people.map((user) => [user.id, meansIn(found.get(user.id) ?? nothing, user, hasEmails)]));
}

export function meansIn(row: MeansRow, user: UserRow, hasEmails: boolean): Means {
  const { passkey, totp, recovery_code, wallet, openid, members, pending } = row;
  return {
    ...{ passkey, totp, recovery_code, wallet, openid },
    settings: members && pending && { members, pending },
    password: user.password_hash !== null,
    email: hasEmails && user.email !== null && user.email_confirmed_at !== null,
  };
}

function factorsIn(means: Means): SecondFactor[] {
  return means.passkey || means.totp ? secondFactors.filter((factor) => means[factor]) : [];
}

/** The methods that prove a change of the account: second factors, or without any the sign-in methods or a code by email. */
export function changeMethods(means: Means): StepUpMethod[] {
  const factors = factorsIn(means);
  return factors.length > 0
    ? factors
    : (['password', 'wallet', 'openid', 'email'] as const).filter((method) => means[method]);
}

/**
 * The methods that prove a payment: second factors; without any a code by email, because a stolen session has already used the sign-in
 * methods; where no email can be sent the password, and without one the other sign-in methods.
 */
export function paymentMethods(means: Means): StepUpMethod[] {
  const factors = factorsIn(means);
  if (factors.length > 0) return factors;
  if (means.email) return ['email'];
  return means.password ? ['password'] : (['wallet', 'openid'] as const).filter((method) => means[method]);
}
