import { and, eq, exists, sql } from 'drizzle-orm';
import type { Gender, Profile, ProfileDraft, PublicProfile } from '#domain/accounts/account.ts';
import { refuse } from '#domain/errors/refusal.ts';
import { imagePath } from '#domain/images/image.ts';
import { jstDay, toTimestamp } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { users } from '#server/db/schema/accounts.ts';
import { pledges } from '#server/db/schema/pledges.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { stale } from '#server/http/versions.ts';

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

const futureBirthMessage = '生年月日は、きょうより前の日付を入力してください。';
/** People type their handle with the @ as often as without. */
const bare = (handle: string) => handle.replace(/^@/, '');

/** What donors write about themselves. */
export const profiles = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /** The person's own profile and its version. */
  async find({ uid }: Person): Promise<VersionedProfile | undefined> {
    const [row] = await db.select().from(users).where(eq(users.uid, uid));
    return row && toProfile(row);
  },

  /** Changes the profile; pictures are changed elsewhere. Refuses a stale `version`, a birth to come. */
  async update(
    { uid }: Person,
    version: number | undefined,
    { name, text, birth, gender, snsAccounts }: ProfileDraft,
  ): Promise<VersionedProfile> {
    if (birth !== '' && birth >= jstDay(clock())) {
      throw refuse('ValidationError', futureBirthMessage, {
        errors: [{ path: 'birth', message: futureBirthMessage }],
      });
    }
    const [row] = await db
      .update(users)
      .set({
        profileName: name,
        profileText: text,
        birth: birth === '' ? null : birth,
        gender,
        instagram: bare(snsAccounts.instagram),
        facebook: bare(snsAccounts.facebook),
        twitter: bare(snsAccounts.twitter),
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
  },

  /**
   * What everybody may see of an author of a visible pledge; undefined for anybody else (docs/product.md,
   * Pledges).
   */
  async findPublic(uid: string): Promise<PublicProfile | undefined> {
    const visible = db
      .select({ one: sql`1` })
      .from(pledges)
      .where(and(eq(pledges.uid, users.uid), eq(pledges.state, 'published')));
    const [row] = await db
      .select()
      .from(users)
      .where(and(eq(users.uid, uid), exists(visible)));
    return (
      row && {
        uid: row.uid,
        name: row.profileName,
        text: row.profileText,
        snsAccounts: snsOf(row),
        image: imagePath(row.imageId),
        bannerImage: imagePath(row.bannerImageId),
        since: toTimestamp(row.createdAt),
      }
    );
  },
});
