import type { Rule } from '../../contract/rules.ts';
import { attachmentCall, uploadAttachmentCall } from '../../contract/support.ts';
import { Refusal } from '../core/refusal.ts';
import { giveBackUse, type Limit, takeUse } from '../core/throttle.ts';
import type { Query } from '../database/db.ts';
import { adoptFile, readFile, recordFile, removeReleased, type UploadWorld } from '../files/records.ts';
import type { Route } from '../http/routes.ts';

/** The limit of a person's uploads before they are attached: thirty files, then one per minute. */
const filesByPerson: Limit = { name: 'support-attachment', burst: 30, every: 60_000 };

const day = 86_400_000;

interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

/** Registers the calls on attachments. */
export function attachmentCalls(route: Route, world: UploadWorld) {
  const { database, files, decoder } = world;

  route(uploadAttachmentCall, async ({ file, session, at }) => {
    const userId = session.user.id;
    await takeUse(database.query, filesByPerson, userId, at);
    const { field } = uploadAttachmentCall.upload;
    await decoder.requireHarmless({ bytes: file.bytes, field, userId });
    // Files are kept for a further day, so that a ticket can be finished later.
    const evening = new Date(at.getTime() + day);
    const id = await database.transaction(async (query) => {
      await requireRoom(query, userId, file.bytes.byteLength);
      return recordFile(query, { ...file, userId, at }, evening);
    });
    await files.put(id, file.bytes).catch(async (error: unknown) => {
      // A failed upload uses neither space nor the person's rate limit.
      await removeReleased(world, [id]);
      await giveBackUse(database.query, filesByPerson, userId);
      throw error;
    });
    return { id, name: file.name, size: file.bytes.byteLength, type: file.type };
  });

  route(attachmentCall, async ({ params, session }) => {
    const [found] = await database.query<Attachment>(
      `SELECT files.id, name, type, size FROM files
      WHERE files.id = $1 AND user_id = $2 AND EXISTS (SELECT 1 FROM ticket_attachments WHERE file_id = files.id)`,
      [params.id, session.user.id],
    );
    if (!found) throw new Refusal('NOT_FOUND');
    return readFile(files, found);
  });
}

/** The limits of one person's files: those not attached yet, and all. */
const mostUnattached = { files: 20, bytes: 100_000_000 };
const mostInAll = { files: 500, bytes: 1_000_000_000 };

/**
 * Refuses with VALIDATION_FAILED on the file's field an upload over the limits, and with UNAUTHENTICATED one that was admitted before its
 * account was closed. The lock makes parallel uploads count one after the other.
 */
async function requireRoom(query: Query, userId: string, size: number): Promise<void> {
  const [open] = await query('SELECT id FROM users WHERE id = $1 AND closed_at IS NULL FOR NO KEY UPDATE', [
    userId,
  ]);
  if (!open) throw new Refusal('UNAUTHENTICATED');
  const [kept] = await query<{ files: number; bytes: string; free_files: number; free_bytes: string }>(
    `SELECT count(*)::int AS files, coalesce(sum(size), 0) AS bytes,
       count(*) FILTER (WHERE unused_since IS NOT NULL)::int AS free_files,
       coalesce(sum(size) FILTER (WHERE unused_since IS NOT NULL), 0) AS free_bytes
     FROM files WHERE user_id = $1`,
    [userId],
  );
  if (!kept) return;
  const isOver = (most: typeof mostInAll, files: number, bytes: string) =>
    files >= most.files || Number(bytes) + size > most.bytes;
  const { field } = uploadAttachmentCall.upload;
  const refuse = (rule: Rule) => new Refusal('VALIDATION_FAILED', { fields: { [field]: rule } });
  if (isOver(mostInAll, kept.files, kept.bytes)) throw refuse('storage_full');
  if (isOver(mostUnattached, kept.free_files, kept.free_bytes)) throw refuse('too_many_files');
}

interface Attaching {
  readonly userId: string;
  readonly messageId: string;
  readonly ids: readonly string[];
}

/** Attaches a person's files to a message. Refuses files that are another person's, missing, or in use. */
export async function attachFiles(query: Query, { userId, messageId, ids }: Attaching): Promise<void> {
  if (ids.length === 0) return;
  const free = await query(
    `SELECT id FROM files WHERE id = ANY ($1::uuid[]) AND user_id = $2 AND unused_since IS NOT NULL AND NOT is_removed
    ORDER BY id FOR UPDATE`,
    [ids, userId],
  );
  if (free.length !== ids.length) {
    throw new Refusal('VALIDATION_FAILED', { fields: { attachment_ids: 'unknown' } });
  }
  for (const [position, id] of ids.entries()) {
    await adoptFile(query, id);
    await query('INSERT INTO ticket_attachments (file_id, message_id, position) VALUES ($1, $2, $3)', [
      id,
      messageId,
      position,
    ]);
  }
}

/** The attachments of these messages, by message. */
export async function attachmentsOf(
  query: Query,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, Attachment[]>> {
  const rows = await query<Attachment & { message_id: string }>(
    `SELECT message_id, files.id, name, size, type FROM ticket_attachments JOIN files ON files.id = file_id
    WHERE message_id = ANY ($1::uuid[]) ORDER BY message_id, position`,
    [messageIds],
  );
  const found = new Map<string, Attachment[]>();
  for (const { message_id, ...attachment } of rows) {
    found.set(message_id, [...(found.get(message_id) ?? []), attachment]);
  }
  return found;
}
