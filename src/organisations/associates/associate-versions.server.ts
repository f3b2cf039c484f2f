import { asc, eq, inArray } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { images } from '#kit/images/image-tables.server.ts';
import { type VersionedKind, versionsOf } from '#kit/versions/versions.server.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import { AssociateContent, missingForPublishing } from './associate-content.ts';
import { associateChallenges, associates, associateVisions } from './associate-tables.server.ts';
import type { Classification } from './classification.ts';

type Source = Database | Transaction;

/** Drafts and versions of organisations' pages; the key is the organisation's id. */
export const associateVersions = (dependencies: Pick<Dependencies, 'db' | 'clock'>) =>
  versionsOf(dependencies, associateKind);

const associateKind: VersionedKind<AssociateContent> = {
  kind: 'associate',
  schema: AssociateContent,
  isLive: true,
  asDelivered: readAssociateContent,
  check: demandOwnPictures,
  async publish(tx, { key, content, at }) {
    const [row] = await tx
      .select({ state: associates.state })
      .from(associates)
      .where(eq(associates.id, key))
      .for('update');
    // A draft organisation is not public; completeness is checked on publication.
    if (row?.state !== 'draft') demandComplete(content);
    await writeAssociateContent(tx, key, content, at);
  },
};

/** Refuses content that is incomplete for a published page. */
export function demandComplete(content: AssociateContent): void {
  const missing = missingForPublishing(content);
  if (missing.length === 0) return;
  const errors = missing.map(({ path, label }) => ({
    path,
    message: `公開するには、${label}が必要です。`,
  }));
  throw refuse('ValidationError', errors[0]?.message ?? '', { errors });
}

/** Current content of an organisation's page; undefined for an unknown id. */
export async function readAssociateContent(
  source: Source,
  id: string,
): Promise<AssociateContent | undefined> {
  return (await readAssociateContents(source, [id])).get(id);
}

/** Current content of these organisations' pages, by id. */
export async function readAssociateContents(
  source: Source,
  ids: readonly string[],
): Promise<Map<string, AssociateContent>> {
  if (ids.length === 0) return new Map();
  const rows = await source
    .select({ associate: associates, vision: associateVisions })
    .from(associates)
    .leftJoin(associateVisions, eq(associateVisions.associateId, associates.id))
    .where(inArray(associates.id, [...ids]));
  const challenges = await source
    .select({ of: associateChallenges.associateId, id: associateChallenges.socialChallengeId })
    .from(associateChallenges)
    .where(inArray(associateChallenges.associateId, [...ids]))
    .orderBy(asc(associateChallenges.associateId), asc(associateChallenges.position));
  const challengesOf = Map.groupBy(challenges, ({ of }) => of);
  return new Map(
    rows.map(({ associate, vision }) => [
      associate.id,
      {
        name: associate.name,
        nameKana: associate.nameKana,
        summary: associate.summary,
        description: associate.description,
        classification: associate.classification as Classification,
        socialChallenges: (challengesOf.get(associate.id) ?? []).map(
          (one) => one.id as SocialChallengeId,
        ),
        locations: associate.locations,
        address: associate.address,
        representative: associate.representative,
        websiteUrl: associate.websiteUrl,
        foundedYear: associate.foundedYear,
        coverImageId: associate.coverImageId ?? '',
        vision: {
          title: vision?.title ?? '',
          body: vision?.body ?? '',
          goal: vision?.goal ?? '',
          useOfDonations: vision?.useOfDonations ?? '',
          imageId: vision?.imageId ?? '',
        },
      },
    ]),
  );
}

/** Writes a page's content into the tables of the public pages. */
export async function writeAssociateContent(
  tx: Transaction,
  id: string,
  { socialChallenges, vision, coverImageId, ...facts }: AssociateContent,
  at: Date,
): Promise<void> {
  await tx
    .update(associates)
    .set({ ...facts, coverImageId: coverImageId || null })
    .where(eq(associates.id, id));
  await tx.delete(associateChallenges).where(eq(associateChallenges.associateId, id));
  if (socialChallenges.length > 0) {
    await tx.insert(associateChallenges).values(
      socialChallenges.map((socialChallengeId, position) => ({
        associateId: id,
        socialChallengeId,
        position,
      })),
    );
  }
  const written = { ...vision, imageId: vision.imageId || null, updatedAt: at };
  await tx
    .insert(associateVisions)
    .values({ associateId: id, ...written })
    .onConflictDoUpdate({ target: associateVisions.associateId, set: written });
}

/** Refuses pictures not uploaded for this organisation; those already on its page stay allowed. */
async function demandOwnPictures(source: Source, id: string, content: AssociateContent) {
  const named = [content.coverImageId, content.vision.imageId].filter((one) => one !== '');
  if (named.length === 0) return;
  const rows = await source
    .select({ id: images.id, associateId: images.associateId })
    .from(images)
    .where(inArray(images.id, named));
  const shown = await readAssociateContent(source, id);
  const isOwn = (one: string) =>
    one === shown?.coverImageId ||
    one === shown?.vision.imageId ||
    rows.some((row) => row.id === one && row.associateId === id);
  if (!named.every(isOwn)) {
    throw refuse('ValidationError', '画像が見つかりませんでした。もう一度、画像を選んでください。');
  }
}
