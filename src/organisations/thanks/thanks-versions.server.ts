import { and, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { giftNumber } from '#giving/donations/gift-sums.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import {
  type PublishedChange,
  type VersionedKind,
  versionsOf,
} from '#kit/versions/versions.server.ts';
import {
  associateThanks,
  thanksDeliveries,
} from '#organisations/associates/associate-tables.server.ts';
import { parseRoomKey } from '#organisations/room/memberships.server.ts';
import {
  demandOwnId,
  demandOwnPicture,
  demandRoomForDraft,
} from '#organisations/room/room-drafts.server.ts';
import { countAimed } from './aimed-donations.server.ts';
import { type ThanksScope, thanksGap } from './thanks.ts';
import { forItsReaders, ThanksContent } from './thanks-schema.ts';

type Source = Database | Transaction;

/** Drafts and versions of messages of thanks, by the key `organisation:message`. */
export const thanksVersions = (dependencies: Pick<Dependencies, 'db' | 'clock'>) =>
  versionsOf(dependencies, thanksKind(dependencies));

const thanksKind = ({ clock }: Pick<Dependencies, 'clock'>): VersionedKind<ThanksContent> => ({
  kind: 'thanks',
  schema: ThanksContent,
  isLive: true,
  asDelivered: readContent,
  async check(source, key, typed) {
    const content = forItsReaders(typed);
    await demandRoomForDraft(source, 'thanks', key);
    await demandOwnId(source, associateThanks, key);
    const { associateId } = parseRoomKey(key);
    const published = await findThanks(source, key);
    await demandOwnPicture(source, associateId, content.imageId, published?.imageId);
    if (published?.withdrawnAt) {
      throw refuse('Conflict', 'このお礼は取り下げられています。新しいお礼をお書きください。');
    }
    if (published) return demandSameReaders(toContent(published), content);
    await demandPossible(source, associateId, content, jstDay(clock()));
  },
  demandFinished({ body }) {
    if (!body.includes(thanksGap)) return;
    throw wrong('body', `「${thanksGap}」が残っています。書き換えるか、消してください。`);
  },
  publish: publishThanks,
});

async function findThanks(source: Source, key: string) {
  const { associateId, id } = parseRoomKey(key);
  const [row] = await source
    .select({ ...getTableColumns(associateThanks), giftNumber: giftOfThanks })
    .from(associateThanks)
    .where(and(eq(associateThanks.associateId, associateId), eq(associateThanks.id, id)));
  return row;
}

async function readContent(source: Source, key: string): Promise<ThanksContent | undefined> {
  const row = await findThanks(source, key);
  return row && toContent(row);
}

/** Number by which the organisation knows the gift, not the one the thanks are stored under. */
export const giftOfThanks = sql<string | null>`(
  select ${giftNumber(sql`gift.id`)} from ${donations} gift
  where gift.appraisal_id = associate_thanks.appraisal_id and gift.reversed_at is null)`;

type ThanksRow = typeof associateThanks.$inferSelect & { giftNumber: string | null };

const toContent = (row: ThanksRow): ThanksContent => ({
  title: row.title,
  body: row.body,
  imageId: row.imageId ?? '',
  scope: row.scope as ThanksScope,
  appraisalId: row.giftNumber ?? '',
  periodFrom: row.periodFrom ?? '',
  periodTo: row.periodTo ?? '',
  isStanding: row.isStanding,
  isPublic: row.isPublic,
});

const wrong = (path: string, message: string) =>
  refuse('ValidationError', message, { errors: [{ path, message }] });

/** Published thanks keep their recipients; only the text may change. */
function demandSameReaders(before: ThanksContent, after: ThanksContent): void {
  const isSame =
    before.scope === after.scope &&
    before.appraisalId === after.appraisalId &&
    before.periodFrom === after.periodFrom &&
    before.periodTo === after.periodTo;
  if (!isSame) {
    throw wrong(
      'scope',
      'すでに公開したお礼は、お届けする相手を変えられません。新しいお礼をお書きください。',
    );
  }
  if (after.isStanding && !before.isStanding) {
    throw wrong(
      'isStanding',
      'すでに公開したお礼を、これからのご寄付に届けるようには変えられません。新しいお礼をお書きください。',
    );
  }
}

async function demandPossible(
  source: Source,
  associateId: string,
  { scope, appraisalId, periodTo }: ThanksContent,
  today: string,
): Promise<void> {
  if (scope === 'period' && periodTo > today) {
    throw wrong('periodTo', '終わりの日は、今日までの日を選んでください。');
  }
  if (scope !== 'donation') return;
  await findGift(source, associateId, appraisalId);
}

/** 申込番号 of the gift that the organisation knows by this number. Refuses gifts to others. */
async function findGift(source: Source, associateId: string, number: string): Promise<string> {
  const [donation] = await source
    .select({ appraisalId: donations.appraisalId })
    .from(donations)
    .where(
      and(
        sql`${giftNumber(donations.id)} = ${number}`,
        eq(donations.associateId, associateId),
        isNull(donations.reversedAt),
      ),
    );
  if (!donation) {
    throw wrong('appraisalId', 'この寄付番号のご寄付は、団体へのご寄付の中にありません。');
  }
  return donation.appraisalId;
}

/** The first publication starts the delivery; later ones only change the text. */
async function publishThanks(
  tx: Transaction,
  { key, content: typed, actor, at }: PublishedChange<ThanksContent>,
): Promise<void> {
  const content = forItsReaders(typed);
  const { associateId, id } = parseRoomKey(key);
  const { title, body, isPublic, isStanding } = content;
  const words = { title, body, isPublic, isStanding, imageId: content.imageId || null };
  if (isStanding) {
    // Ends the previous standing thanks, so that no donation gets two.
    await tx
      .update(associateThanks)
      .set({ isStanding: false })
      .where(
        and(
          eq(associateThanks.associateId, associateId),
          eq(associateThanks.isStanding, true),
          ne(associateThanks.id, id),
        ),
      );
  }
  if (await findThanks(tx, key)) {
    await tx.update(associateThanks).set(words).where(eq(associateThanks.id, id));
    return;
  }
  const appraisalId = content.appraisalId
    ? await findGift(tx, associateId, content.appraisalId)
    : null;
  await tx.insert(associateThanks).values({
    id,
    associateId,
    ...words,
    scope: content.scope,
    appraisalId,
    periodFrom: content.periodFrom || null,
    periodTo: content.periodTo || null,
    isDelivered: true,
    createdBy: actor.uid,
    publishedAt: at,
  });
  const aimedCount = await countAimed(tx, associateId, { ...content, appraisalId }, at);
  await tx.insert(thanksDeliveries).values({ thanksId: id, aimedCount });
}
