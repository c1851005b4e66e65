import { createHash, randomBytes } from 'node:crypto';
import { type ReportableOccasion, reportableFor } from '../../contract/occasions.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';

interface NewLink {
  readonly userId: string;
  readonly occasion: ReportableOccasion;
  /** When it happened. */
  readonly occurredAt: Date;
  readonly at: Date;
  /** The end of the reported event, if it is still running: the link works at least until then. */
  readonly until?: Date | null;
}

/** Makes the token of a link "This was not me": 256 random bits, of which only the SHA-256 is stored, for one account and one occasion. */
export async function makeNotMeToken(
  query: Query,
  { userId, occasion, occurredAt, at, until }: NewLink,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await query(
    `INSERT INTO not_me_links (token_hash, user_id, occasion, occurred_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
    [hashOf(token), userId, occasion, occurredAt, new Date((until ?? at).getTime() + reportableFor)],
  );
  return token;
}

export interface NotMeLink {
  readonly token_hash: Uint8Array;
  readonly user_id: string;
  readonly occasion: ReportableOccasion;
  readonly occurred_at: Date;
  /** The report made with it; null until it is used. */
  readonly report_id: string | null;
}

/** The link of a token. NOT_FOUND when there is none, LINK_EXPIRED when it expired unused. */
export async function findNotMeLink(query: Query, token: string, at: Date): Promise<NotMeLink> {
  const [link] = await query<NotMeLink & { expires_at: Date }>(
    'SELECT * FROM not_me_links WHERE token_hash = $1',
    [hashOf(token)],
  );
  if (!link) throw new Refusal('NOT_FOUND');
  if (link.report_id === null && link.expires_at <= at) throw new Refusal('LINK_EXPIRED');
  return link;
}

/** How long an expired link is distinguished from an unknown one. In milliseconds. */
const keptFor = 90 * 86_400_000;

export async function sweepNotMeLinks(query: Query, at: Date): Promise<void> {
  await query('DELETE FROM not_me_links WHERE expires_at <= $1', [new Date(at.getTime() - keptFor)]);
}

function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
