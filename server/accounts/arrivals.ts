import { randomBytes } from 'node:crypto';
import { placeOf } from '../core/place.ts';
import type { Query } from '../database/db.ts';
import { keepNotices } from '../notices/notices.ts';
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
  readonly devices: boolean;
  readonly device: boolean;
  readonly issued: boolean;
  readonly places: boolean;
  readonly place: boolean;
}

/**
 * Stores the device and the network of a login as known, and notifies the person when one of them is new within 180 days; not of the account's
 * first login. Answers the device's token: the one that it sent, if this server has given it out, or 256 new random bits, of which only the
 * SHA-256 is stored. Call it in the transaction of the login.
 */
export async function recordArrival(query: Query, arrival: Arrival): Promise<string> {
  const { userId, address, userAgent, shown, at } = arrival;
  const place = placeOf(address);
  const fresh = randomBytes(32).toString('base64url');
  // Each part sees the rows as they were before the statement.
  const [known] = await query<Known>(
    `WITH known AS (SELECT
        EXISTS (SELECT 1 FROM known_devices WHERE user_id = $1 AND last_used_at > $4) AS devices,
        EXISTS (SELECT 1 FROM known_devices WHERE user_id = $1 AND last_used_at > $4 AND token_hash = $2) AS device,
        EXISTS (SELECT 1 FROM known_devices WHERE token_hash = $2) AS issued,
        EXISTS (SELECT 1 FROM known_places WHERE user_id = $1 AND last_used_at > $4) AS places,
        EXISTS (SELECT 1 FROM known_places WHERE user_id = $1 AND last_used_at > $4 AND place = $3) AS place),
      kept AS (SELECT CASE WHEN issued THEN $2::bytea ELSE $5::bytea END AS token_hash FROM known),
      device AS (INSERT INTO known_devices (token_hash, user_id, created_at, last_used_at)
        SELECT token_hash, $1::uuid, $6::timestamptz, $6::timestamptz FROM kept
        ON CONFLICT (token_hash, user_id) DO UPDATE SET last_used_at = excluded.last_used_at),
      old_devices AS (DELETE FROM known_devices WHERE user_id = $1 AND token_hash IN
        (SELECT token_hash FROM known_devices WHERE user_id = $1 AND token_hash <> (SELECT token_hash FROM kept)
          ORDER BY last_used_at DESC, token_hash OFFSET $7::int)),
      place AS (INSERT INTO known_places (user_id, place, last_used_at)
        SELECT $1::uuid, $3::text, $6::timestamptz WHERE $3::text IS NOT NULL
        ON CONFLICT (user_id, place) DO UPDATE SET last_used_at = excluded.last_used_at),
      old_places AS (DELETE FROM known_places WHERE user_id = $1 AND place IN
        (SELECT place FROM known_places WHERE user_id = $1 AND place IS DISTINCT FROM $3
          ORDER BY last_used_at DESC, place OFFSET $8::int))
     SELECT * FROM known`,
    [
      ...[userId, shown === null ? null : hashOf(shown), place, new Date(at.getTime() - deviceLife)],
      ...[hashOf(fresh), at, mostDevices - 1, place === null ? mostPlaces : mostPlaces - 1],
    ],
  );
  if (!known) throw new Error('one row is always answered');
  // A reset deletes all devices, but the places still show that this is not the first login.
  const isNewDevice = (known.devices || known.places) && !known.device;
  const isNewPlace = known.places && !known.place && place !== null;
  if (isNewDevice || isNewPlace) {
    const detail = [deviceOf(userAgent), place].filter((part) => part !== null).join(', ') || null;
    const occasion = isNewDevice ? 'newDevice' : 'newPlace';
    // The person logging in may be an attacker, so their browser's language is not used.
    await keepNotices(query, [{ userId, occasion, language: null, detail, at }]);
  }
  return shown !== null && known.issued ? shown : fresh;
}

export async function sweepPlaces(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM known_places WHERE last_used_at <= $1', [new Date(at.getTime() - deviceLife)]);
}
