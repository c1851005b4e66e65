import { avatarCall, removeAvatarCall, setAvatarCall } from '../../contract/profile.ts';
import { tellUser, type UserRow } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import { type Limit, takeUse } from '../core/throttle.ts';
import type { Query } from '../database/db.ts';
import { readFile, releaseFile, removeReleased, storeFile, type UploadWorld } from '../files/records.ts';
import type { Route } from '../http/routes.ts';

/** Pixels of a side: twice the largest size on a screen. */
const side = 512;
/** A picture replaces the one before, so the limit is on the work. */
const picturesByPerson: Limit = { name: 'avatar', burst: 20, every: 60_000 };

export function avatarCalls(route: Route, world: UploadWorld) {
  const { database, files, decoder } = world;
  const finish = async ({ user, before }: Swapped) => {
    if (before !== null) await removeReleased(world, [before]);
    return tellUser(user);
  };

  route(setAvatarCall, async ({ file, session, at }) => {
    const userId = session.user.id;
    await takeUse(database.query, picturesByPerson, userId, at);
    const { field } = setAvatarCall.upload;
    const bytes = await decoder.squareOf({ bytes: file.bytes, field, userId }, side);
    const picture = { userId, name: 'avatar.webp', type: 'image/webp', bytes, at };
    return finish(await storeFile(world, picture, (query, fileId) => swapAvatar(query, userId, fileId, at)));
  });

  route(removeAvatarCall, async ({ session, at }) =>
    finish(await database.transaction((query) => swapAvatar(query, session.user.id, null, at))),
  );

  route(avatarCall, async ({ params }) => {
    const [found] = await database.query<{ id: string; name: string; type: string; size: number }>(
      'SELECT files.id, name, type, size FROM users JOIN files ON files.id = avatar_file_id WHERE avatar_file_id = $1',
      [params.id],
    );
    if (!found) throw new Refusal('NOT_FOUND');
    return readFile(files, found);
  });
}

/** The person with the new picture, and the file id of the one before. */
interface Swapped {
  readonly user: UserRow;
  readonly before: string | null;
}

async function swapAvatar(query: Query, userId: string, fileId: string | null, at: Date): Promise<Swapped> {
  const [found] = await query<UserRow>(
    'SELECT * FROM users WHERE id = $1 AND closed_at IS NULL FOR NO KEY UPDATE',
    [userId],
  );
  if (!found) throw new Refusal('UNAUTHENTICATED');
  const before = found.avatar_file_id;
  const [user] = await query<UserRow>('UPDATE users SET avatar_file_id = $2 WHERE id = $1 RETURNING *', [
    userId,
    fileId,
  ]);
  if (!user) throw new Refusal('UNAUTHENTICATED');
  if (before !== null) await releaseFile(query, before, at);
  return { user, before };
}
