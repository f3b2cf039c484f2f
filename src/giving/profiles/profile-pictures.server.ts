import { eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import type { StoredImage } from '#kit/images/images.server.ts';
import type { ImageKind } from '#kit/images/shown-image.ts';
import { imagePath } from '#kit/images/shown-image.ts';
import { loggedError } from '#kit/observing/logged-error.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';

export type PictureKind = Extract<ImageKind, 'profile' | 'profile-banner'>;

type PictureDependencies = Pick<Dependencies, 'db'> & {
  images: {
    keep(bytes: Buffer, of: { kind: ImageKind; ownerUid: string }): Promise<StoredImage>;
    forget(ids: readonly string[]): Promise<void>;
  };
};

const columns = { profile: 'imageId', 'profile-banner': 'bannerImageId' } as const;

/**
 * The two pictures of a profile. They are not part of its version, so that a new picture does not make an edit of the
 * texts stale.
 */
export const profilePictures = ({ db, images }: PictureDependencies) => {
  async function show(uid: string, kind: PictureKind, imageId: string | null): Promise<string> {
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
    if (replaced !== null) await forgetOrWarn(replaced);
    return imagePath(imageId);
  }

  /** `images.forgetUnused` retries what cannot be removed now. */
  async function forgetOrWarn(id: string) {
    await images
      .forget([id])
      .catch((error) => console.warn('a picture stays for now:', loggedError(error).message));
  }

  return {
    /** Replaces a picture and deletes the previous one; returns the path. Refuses like images.keep. */
    async replace({ uid }: Person, kind: PictureKind, bytes: Buffer): Promise<string> {
      const { id } = await images.keep(bytes, { kind, ownerUid: uid });
      try {
        return await show(uid, kind, id);
      } catch (error) {
        await forgetOrWarn(id);
        throw error;
      }
    },

    /** Removes the picture; returns ''. */
    remove: ({ uid }: Person, kind: PictureKind): Promise<string> => show(uid, kind, null),
  };
};
