import { acceptTermsCall, termsVersion } from '../../contract/legal.ts';
import type { Language } from '../../contract/news.ts';
import { setDiscoverabilityCall, updateProfileCall } from '../../contract/profile.ts';
import type { Rule } from '../../contract/rules.ts';
import { lockUser, tellUser, type UserRow } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import { discoverabilityByAccount, takeUse } from '../core/throttle.ts';
import type { Db, Query } from '../database/db.ts';
import { sqlState } from '../database/retry.ts';
import type { Route } from '../http/routes.ts';
import { kycStatusOf } from '../kyc/cases.ts';
import { keepNotices } from '../notices/notices.ts';

export function profileCalls(route: Route, { database }: { database: Db }) {
  route(updateProfileCall, async ({ body, session, at }) => {
    const changed = await database
      .transaction((query) => change(query, session.user.id, body, at))
      .catch((error: unknown) => {
        throw sqlState(error) === uniqueViolation ? usernameTaken() : error;
      });
    return tellUser(changed);
  });

  route(setDiscoverabilityCall, async ({ body, session, language, at }) => {
    const { id } = session.user;
    await takeUse(database.query, discoverabilityByAccount, id, at);
    return database.transaction(async (query) =>
      tellUser(await discover(query, id, body.discoverable, { language, at })),
    );
  });

  route(acceptTermsCall, async ({ body, session, at }) => {
    if (body.version !== termsVersion) throw new Refusal('STATUS_CONFLICT');
    // Accepting the same version again keeps the first time.
    const [user] = await database.query<UserRow>(
      `UPDATE users SET terms_version = $2,
         terms_accepted_at = CASE WHEN terms_version = $2 THEN terms_accepted_at ELSE $3::timestamptz END
       WHERE id = $1 AND closed_at IS NULL RETURNING *`,
      [session.user.id, body.version, at],
    );
    if (!user) throw new Refusal('UNAUTHENTICATED');
    return tellUser(user);
  });
}

interface Moment {
  readonly language: Language;
  readonly at: Date;
}

/** Sets whether other people can find this person. Repeating the setting keeps the first time; turning it on notifies the person. */
async function discover(
  query: Query,
  userId: string,
  isOn: boolean,
  { language, at }: Moment,
): Promise<UserRow> {
  const before = await lockUser(query, userId);
  if (before.closed_at !== null) throw new Refusal('UNAUTHENTICATED');
  const wasOn = before.discoverable_since !== null;
  if (wasOn === isOn) return before;
  const since = isOn ? at : null;
  await query('UPDATE users SET discoverable_since = $2 WHERE id = $1', [userId, since]);
  if (isOn) await keepNotices(query, [{ userId, occasion: 'settingsChanged', language, at }]);
  return { ...before, discoverable_since: since };
}

/** The code of a unique violation. Of the changeable columns only the username is unique. */
const uniqueViolation = '23505';

function usernameTaken(): Refusal {
  return new Refusal('USERNAME_TAKEN', { fields: { username: 'taken' } });
}

type Changes = Partial<Record<(typeof changeable)[number], string | null | undefined>>;

const changeable = [
  'first_name',
  'last_name',
  'username',
  'phone',
  'date_of_birth',
  'country',
  'gender',
  'address',
  'city',
  'zip_code',
] as const;

/** Details that documents have proved, or are being compared with. */
const verified = ['first_name', 'last_name', 'date_of_birth', 'country'] as const;

async function change(query: Query, userId: string, changes: Changes, at: Date): Promise<UserRow> {
  const [before] = await query<UserRow>(
    'SELECT * FROM users WHERE id = $1 AND closed_at IS NULL FOR NO KEY UPDATE',
    [userId],
  );
  if (!before) throw new Refusal('UNAUTHENTICATED');
  requireUnverified(before, changes, at);
  const values = changeable.map((name) => (changes[name] === undefined ? before[name] : changes[name]));
  const username = changes.username ?? before.username;
  const [after] = await query<UserRow>(
    `UPDATE users SET first_name = $2, last_name = $3, username = $4, phone = $5, date_of_birth = $6, country = $7,
       gender = $8, address = $9, city = $10, zip_code = $11, username_key = $12
     WHERE id = $1 RETURNING *`,
    [userId, ...values, username?.toLowerCase() ?? null],
  );
  if (!after) throw new Refusal('UNAUTHENTICATED');
  return after;
}

/** Refuses with STATUS_CONFLICT on the field, because a verification must not carry over to other details. */
function requireUnverified(before: UserRow, changes: Changes, at: Date) {
  const status = kycStatusOf(before, at);
  if (status !== 'pending' && status !== 'approved') return;
  const touched = verified.filter((name) => changes[name] !== undefined && changes[name] !== before[name]);
  if (touched.length === 0) return;
  const fields = Object.fromEntries(touched.map((name): [string, Rule] => [name, 'verified']));
  throw new Refusal('STATUS_CONFLICT', { fields });
}
