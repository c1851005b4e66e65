import { randomBytes } from 'node:crypto';
import { placeOf, placeText } from '../core/place.ts';
import type { Query } from '../database/db.ts';
import { keepNotices, type Notice } from '../notices/notices.ts';
import { deviceOf } from './device.ts';
import { deviceLife, hashOf, mostDevices } from './knownDevices.ts';

/** Only this many of the newest are kept for each person. */
const mostPlaces = 50;

interface Arrival {
  readonly userId: string;
  readonly address: string;
  readonly userAgent: string;
  /** The token of a known device; null when the device sends none. */
  readonly shown: string | null;
  readonly at: Date;
}

interface Known {
  readonly user_id: string;
  readonly devices: boolean;
  readonly device: boolean;
  readonly issued: boolean;
  readonly places: boolean;
  readonly place: boolean;
}

/**
 * Stores the device and the network of each login as known, and notifies the person when one of them is new within 180 days; not of the account's
 * first login. Answers the devices' tokens: the one that a device sent, if this server has given it out, or 256 new random bits, of which only the
 * SHA-256 is stored. Call it in the transaction of the logins, with one of each person.
 */
export async function recordArrivals(query: Query, arrivals: readonly Arrival[]): Promise<readonly string[]> {
  const all = arrivals.map((arrival) => ({
    ...arrival,
    place: placeOf(arrival.address),
    fresh: randomBytes(32).toString('base64url'),
  }));
  // Each part sees the rows as they were before the statement.
  const rows = await query<Known>(
    `WITH given AS (SELECT * FROM unnest($1::uuid[], $2::bytea[], $3::text[], $4::timestamptz[], $5::bytea[], $6::timestamptz[])
        AS given (user_id, shown, place, since, fresh, at)),
      known AS (SELECT given.user_id,
        EXISTS (SELECT 1 FROM known_devices earlier WHERE earlier.user_id = given.user_id AND last_used_at > since) AS devices,
        EXISTS (SELECT 1 FROM known_devices earlier
          WHERE earlier.user_id = given.user_id AND last_used_at > since AND token_hash = shown) AS device,
        EXISTS (SELECT 1 FROM known_devices WHERE token_hash = shown) AS issued,
        EXISTS (SELECT 1 FROM known_places earlier WHERE earlier.user_id = given.user_id AND last_used_at > since) AS places,
        EXISTS (SELECT 1 FROM known_places earlier
          WHERE earlier.user_id = given.user_id AND last_used_at > since AND earlier.place = given.place) AS place FROM given),
      kept AS (SELECT given.user_id, CASE WHEN issued THEN shown ELSE fresh END AS token_hash, at
        FROM given JOIN known ON known.user_id = given.user_id),
      device AS (INSERT INTO known_devices (token_hash, user_id, created_at, last_used_at)
        SELECT token_hash, user_id, at, at FROM kept ORDER BY token_hash, user_id
        ON CONFLICT (token_hash, user_id) DO UPDATE SET last_used_at = excluded.last_used_at),
      old_devices AS (DELETE FROM known_devices outdated USING kept WHERE outdated.user_id = kept.user_id AND outdated.token_hash IN
        (SELECT token_hash FROM known_devices other WHERE other.user_id = kept.user_id AND other.token_hash <> kept.token_hash
          ORDER BY last_used_at DESC, token_hash OFFSET $7::int)),
      place AS (INSERT INTO known_places (user_id, place, last_used_at)
        SELECT user_id, place, at FROM given WHERE place IS NOT NULL ORDER BY user_id
        ON CONFLICT (user_id, place) DO UPDATE SET last_used_at = excluded.last_used_at),
      old_places AS (DELETE FROM known_places outdated USING given WHERE outdated.user_id = given.user_id AND outdated.place IN
        (SELECT place FROM known_places other WHERE other.user_id = given.user_id AND other.place IS DISTINCT FROM given.place
          ORDER BY last_used_at DESC, place OFFSET CASE WHEN given.place IS NULL THEN $8::int ELSE $8::int - 1 END))
     SELECT * FROM known`,
    [
      all.map(({ userId }) => userId),
      all.map(({ shown }) => (shown === null ? null : hashOf(shown))),
      all.map(({ place }) => place),
      all.map(({ at }) => new Date(at.getTime() - deviceLife)),
      all.map(({ fresh }) => hashOf(fresh)),
      all.map(({ at }) => at),
      mostDevices - 1,
      mostPlaces,
    ],
  );
  const byUser = new Map(rows.map((row) => [row.user_id, row]));
  const notices: Notice[] = [];
  const tokens: string[] = [];
  for (const { userId, userAgent, address, shown, place, fresh, at } of all) {
    const known = byUser.get(userId);
    if (!known) throw new Error('one row of each person is always answered');
    tokens.push(shown !== null && known.issued ? shown : fresh);
    // A reset deletes all devices, but the places still show that this is not the first login.
    const isNewDevice = (known.devices || known.places) && !known.device;
    const isNewPlace = known.places && !known.place && place !== null;
    if (!isNewDevice && !isNewPlace) continue;
    const named = [deviceOf(userAgent), placeText(address)].filter((part) => part !== null);
    const detail = named.join(', ') || null;
    const occasion = isNewDevice ? 'newDevice' : 'newPlace';
    // The person logging in may be an attacker, so their browser's language is not used.
    notices.push({ userId, occasion, language: null, detail, at });
  }
  if (notices.length > 0) await keepNotices(query, notices);
  return tokens;
}

export async function sweepPlaces(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM known_places WHERE last_used_at <= $1', [new Date(at.getTime() - deviceLife)]);
}
