import { and, eq, exists, sql } from 'drizzle-orm';
import { pledges } from '#giving/pledges/pledge-tables.server.ts';
import { isNameless, publicName } from '#giving/pledges/public-author.ts';
import type { Person } from '#kit/actor.server.ts';
import { type Database, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { images } from '#kit/images/images.server.ts';
import { type ImageKind, imagePath } from '#kit/images/shown-image.ts';
import { loggedError } from '#kit/observing/logged-error.server.ts';
import { isRecordId } from '#kit/values/record-id.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import type { Gender, Profile, ProfileUpdate, PublicProfile } from '#people/accounts/account.ts';
import { users } from '#people/accounts/account-tables.server.ts';

type PictureKind = Extract<ImageKind, 'profile' | 'profile-banner'>;

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

type Row = typeof users.$inferSelect;
export type VersionedProfile = { profile: Profile; version: number };

const snsOf = ({ instagram, facebook, twitter }: Row) => ({ instagram, facebook, twitter });
const toProfile = (row: Row): VersionedProfile => ({
  profile: {
    name: row.profileName,
    text: row.profileText,
    birth: row.birth ?? '',
    gender: row.gender as Gender,
    snsAccounts: snsOf(row),
    image: imagePath(row.imageId),
    bannerImage: imagePath(row.bannerImageId),
  },
  version: row.profileVersion,
});

const futureBirthMessage = '生年月日は、今日より前の日付を入力してください。';
const pictures = {
  image: { column: users.imageId, label: 'プロフィール画像' },
  bannerImage: { column: users.bannerImageId, label: '背景の画像' },
} as const;

/** Refuses a path other than that of the current picture, and '' if there is one. */
async function checkPictures(
  db: Database,
  uid: string,
  sent: Pick<ProfileUpdate, keyof typeof pictures>,
): Promise<void> {
  if (sent.image === undefined && sent.bannerImage === undefined) return;
  const [row] = await db
    .select({ image: pictures.image.column, bannerImage: pictures.bannerImage.column })
    .from(users)
    .where(eq(users.uid, uid));
  if (!row) return;
  const errors = (['image', 'bannerImage'] as const)
    // The proof in a link expires, the path before it stays the same.
    .filter(
      (path) => (sent[path]?.replace(/\?.*/, '') ?? imagePath(row[path])) !== imagePath(row[path]),
    )
    .map((path) => ({ path, message: otherPictureMessage(pictures[path].label) }));
  const [first] = errors;
  if (first) throw refuse('ValidationError', first.message, { errors });
}

const otherPictureMessage = (label: string) =>
  `${label}には、いま登録されているご自分の画像のパスをそのまま送るか、項目を省いてください。変更は画像の送信、消去は画像の削除で行えます。`;

/** Removes the @ that people may type before a handle. */
const withoutAt = (handle: string) => handle.replace(/^@/, '');

/** The person's own profile with its version. */
export async function ownProfile(
  { db }: Context,
  { uid }: Person,
): Promise<VersionedProfile | undefined> {
  const [row] = await db.select().from(users).where(eq(users.uid, uid));
  return row && toProfile(row);
}

/**
 * Updates the profile's texts. Refuses a stale `version`, a future birthday, and pictures other than the current
 * ones.
 */
export async function updateProfile(
  { clock, db }: Context,
  { uid }: Person,
  version: number | undefined,
  { name, text, birth, gender, snsAccounts, ...sent }: ProfileUpdate,
): Promise<VersionedProfile> {
  if (birth !== '' && birth >= jstDay(clock())) {
    throw refuse('ValidationError', futureBirthMessage, {
      errors: [{ path: 'birth', message: futureBirthMessage }],
    });
  }
  await checkPictures(db, uid, sent);
  const [row] = await db
    .update(users)
    .set({
      profileName: name,
      profileText: text,
      birth: birth === '' ? null : birth,
      gender,
      instagram: withoutAt(snsAccounts.instagram),
      facebook: withoutAt(snsAccounts.facebook),
      twitter: withoutAt(snsAccounts.twitter),
      profileVersion: sql`${users.profileVersion} + 1`,
    })
    .where(
      and(
        eq(users.uid, uid),
        version === undefined ? undefined : eq(users.profileVersion, version),
      ),
    )
    .returning();
  if (!row) throw stale();
  return toProfile(row);
}

/** Public profile of a named author with a visible pledge; undefined for anyone else (docs/product.md, Pledges). */
export async function publicProfile(
  { db }: Context,
  uid: string,
): Promise<PublicProfile | undefined> {
  if (!isRecordId(uid)) return undefined;
  const visible = db
    .select({ one: sql`1` })
    .from(pledges)
    .where(and(eq(pledges.uid, users.uid), eq(pledges.state, 'published')));
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.uid, uid), exists(visible)));
  if (!row || isNameless(row.profileName)) return undefined;
  return {
    uid: row.uid,
    name: publicName(row.profileName),
    text: row.profileText,
    snsAccounts: snsOf(row),
    image: imagePath(row.imageId),
    bannerImage: imagePath(row.bannerImageId),
    since: toTimestamp(row.createdAt),
  };
}
