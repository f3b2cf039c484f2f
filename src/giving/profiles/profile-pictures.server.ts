import { eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { images } from '#kit/images/images.server.ts';
import type { ImageKind } from '#kit/images/shown-image.ts';
import { imagePath } from '#kit/images/shown-image.ts';
import { loggedError } from '#kit/observing/logged-error.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';

export type PictureKind = Extract<ImageKind, 'profile' | 'profile-banner'>;

const columns = { profile: 'imageId', 'profile-banner': 'bannerImageId' } as const;

async function showPicture(
  ctx: Context,
  uid: string,
  kind: PictureKind,
  imageId: string | null,
): Promise<string> {
  const { db } = ctx;
  const column = columns[kind];
  const replaced = await transaction(db, async (tx) => {
    // Locked, so that each of two concurrent uploads knows the picture it replaces.
    const [row] = await tx
      .select({ id: users[column] })
      .from(users)
      .where(eq(users.uid, uid))
      .for('update');
    if (!row) throw refuse('Unauthorized', 'ログインしてください。');
    await tx
      .update(users)
      .set({ [column]: imageId })
      .where(eq(users.uid, uid));
    return row.id;
  });
  if (replaced !== null) await forgetOrWarn(ctx, replaced);
  return imagePath(imageId);
}

/** `images.forgetUnused` retries what cannot be removed now. */
async function forgetOrWarn(ctx: Context, id: string) {
  await images(ctx)
    .forget([id])
    .catch((error) => console.warn('a picture stays for now:', loggedError(error).message));
}

/** Replaces a picture and deletes the previous one; returns the path. Refuses like images.keep. */
export async function replacePicture(
  ctx: Context,
  { uid }: Person,
  kind: PictureKind,
  bytes: Buffer,
): Promise<string> {
  const { id } = await images(ctx).keep(bytes, { kind, ownerUid: uid });
  try {
    return await showPicture(ctx, uid, kind, id);
  } catch (error) {
    await forgetOrWarn(ctx, id);
    throw error;
  }
}

/** Removes the picture; returns ''. */
export const removePicture = (ctx: Context, { uid }: Person, kind: PictureKind): Promise<string> =>
  showPicture(ctx, uid, kind, null);
