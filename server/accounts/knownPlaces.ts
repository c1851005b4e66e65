import { createHash } from 'node:crypto';
import { placeOf } from '../core/place.ts';
import type { Query } from '../database/db.ts';
import { keepNotices } from '../notices/notices.ts';
import { deviceOf } from './device.ts';
import { deviceLife } from './knownDevices.ts';

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

/**
 * Notifies a person of a login on a device, or else from a network, that is new within 180 days; not of the account's first login.
 * Call it in the transaction of the login, before its device is stored.
 */
export async function tellArrival(query: Query, arrival: Arrival): Promise<void> {
  const { userId, address, userAgent, shown, at } = arrival;
  const place = placeOf(address);
  const [known] = await query<{
    devices: boolean;
    device: boolean;
    places: boolean;
    place: boolean;
  }>(
    `SELECT
      EXISTS (SELECT 1 FROM known_devices WHERE user_id = $1 AND last_used_at > $4) AS devices,
      EXISTS (SELECT 1 FROM known_devices WHERE user_id = $1 AND last_used_at > $4 AND token_hash = $2) AS device,
      EXISTS (SELECT 1 FROM known_places WHERE user_id = $1 AND last_used_at > $4) AS places,
      EXISTS (SELECT 1 FROM known_places WHERE user_id = $1 AND last_used_at > $4 AND place = $3) AS place`,
    [
      userId,
      shown === null ? null : createHash('sha256').update(shown).digest(),
      place,
      new Date(at.getTime() - deviceLife),
    ],
  );
  if (!known) throw new Error('one row is always answered');
  if (place !== null) await rememberPlace(query, userId, place, at);
  // A reset deletes all devices, but the places still show that this is not the first login.
  const isNewDevice = (known.devices || known.places) && !known.device;
  const isNewPlace = known.places && !known.place && place !== null;
  if (!isNewDevice && !isNewPlace) return;
  const detail = [deviceOf(userAgent), place].filter((part) => part !== null).join(', ') || null;
  const occasion = isNewDevice ? 'newDevice' : 'newPlace';
  // The person logging in may be an attacker, so their browser's language is not used.
  await keepNotices(query, [{ userId, occasion, language: null, detail, at }]);
}

async function rememberPlace(query: Query, userId: string, place: string, at: Date): Promise<void> {
  await query(
    `INSERT INTO known_places (user_id, place, last_used_at) VALUES ($1, $2, $3)
     ON CONFLICT (user_id, place) DO UPDATE SET last_used_at = excluded.last_used_at`,
    [userId, place, at],
  );
  await query(
    `DELETE FROM known_places WHERE user_id = $1 AND place IN
       (SELECT place FROM known_places WHERE user_id = $1 ORDER BY last_used_at DESC, place OFFSET $2)`,
    [userId, mostPlaces],
  );
}

export async function sweepPlaces(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM known_places WHERE last_used_at <= $1', [new Date(at.getTime() - deviceLife)]);
}
