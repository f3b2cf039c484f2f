import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { lockDonation, lockPerson } from '#giving/donations/lock-donations.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { earlierOutcome, withIdempotencyKey } from '#kit/db/idempotency.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { images } from '#kit/images/images.server.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { loggedError } from '#kit/observing/logged-error.server.ts';
import { isRecordId } from '#kit/values/record-id.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import { emptyWords, type PledgeDraft, wordsOf } from './pledge-draft.ts';
import { pledgeItems, pledges } from './pledge-tables.server.ts';
import type { VersionedPledge } from './pledges.server.ts';
import { readStoredPledges } from './read-pledges.server.ts';

/** A submitted pledge: draft, new pictures, version it was edited from, and idempotency key. */
export type SentPledge = {
  draft: PledgeDraft;
  pictures: readonly Buffer[];
  version: number | undefined;
  key: string | undefined;
};

const noDonation = () =>
  refuse('NotFound', '寄付が見つかりませんでした。寄付の履歴からお選びください。');
const wrongItems = () =>
  refuse('ValidationError', '写真が見つかりませんでした。画面を読み込み直してください。');

/** Also for a pledge its author removed: only the operator can restore it. */
const withheld = () =>
  refuse(
    'Conflict',
    'この#mypledgeは、運営者が公開を止めています。内容を直して公開したいときは、お問い合わせください。',
  );

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url');

/**
 * Creates a pledge (id '') or changes one, once per key. Refuses another donor's donation, one not completed, a
 * second pledge on it, a stale `version`, and what images.keep refuses.
 */
export async function savePledge(
  context: Context,
  { uid }: Pick<Person, 'uid'>,
  { draft, pictures, version, key }: SentPledge,
): Promise<VersionedPledge> {
  const { db, clock } = context;
  const newItems = draft.items.filter(({ id }) => id === '');
  if (newItems.length !== pictures.length) throw wrongItems();
  const body = { draft, version: version ?? null, pictures: pictures.map(hashOf) };
  const attempt = { actor: uid, key, route: 'POST /api/my-pledges', body };
  // A retry costs neither a try nor the work on its pictures.
  const earlier = await earlierOutcome<VersionedPledge>(db, attempt);
  if (earlier) return earlier;
  // Before any work on pictures, so that refused pledges cause none.
  await donationOf(db, uid, draft.appraisalId);
  if (pictures.length > 0) await countTry(attempts(context), [['pledges by donor', uid]]);
  const kept: string[] = [];
  let dropped: string[] = [];
  let isReplay = true;
  try {
    for (const bytes of pictures) {
      kept.push((await images(context).keep(bytes, { kind: 'pledge', ownerUid: uid })).id);
    }
    const saved = await withIdempotencyKey(db, attempt, clock(), async (tx) => {
      isReplay = false;
      const written = await write(tx, { uid, draft, version, imageIds: kept, now: clock() });
      dropped = written.dropped;
      return readOne(tx, written.id);
    });
    await forgetOrWarn(context, isReplay ? kept : dropped);
    return saved;
  } catch (error) {
    await forgetOrWarn(context, kept);
    throw error;
  }
}

/** Removes a pledge with its text and pictures. Refuses another donor's and a stale version. */
export async function removePledge(
  context: Context,
  { uid }: Pick<Person, 'uid'>,
  id: string,
  version?: number,
): Promise<void> {
  const { db, clock } = context;
  if (!isRecordId(id)) throw notFound('#mypledge');
  const dropped = await transaction(db, async (tx) => {
    const [row] = await tx
      .select({ version: pledges.version })
      .from(pledges)
      .where(and(eq(pledges.id, id), eq(pledges.uid, uid), ne(pledges.state, 'removed')))
      .for('update');
    if (!row) throw notFound('#mypledge');
    if (version !== undefined && version !== row.version) throw stale();
    const items = await tx
      .delete(pledgeItems)
      .where(eq(pledgeItems.pledgeId, id))
      .returning({ imageId: pledgeItems.imageId });
    await tx
      .update(pledges)
      .set({
        state: 'removed',
        ...emptyWords,
        reply: '',
        repliedAt: null,
        updatedAt: clock(),
        version: sql`${pledges.version} + 1`,
      })
      .where(eq(pledges.id, id));
    return items.map(({ imageId }) => imageId);
  });
  await forgetOrWarn(context, dropped);
}

/** `images.forgetUnused` retries what cannot be removed now. */
const forgetOrWarn = (context: Context, ids: readonly string[]) =>
  images(context)
    .forget(ids)
    .catch((error) => console.warn('pictures stay for now:', loggedError(error).message));

/** Refuses a donation that is not this donor's or was reversed. */
async function donationOf(db: Database, uid: string, appraisalId: string): Promise<void> {
  const [row] = await db
    .select({ id: donations.id })
    .from(donations)
    .where(
      and(
        eq(donations.appraisalId, appraisalId),
        eq(donations.uid, uid),
        isNull(donations.reversedAt),
      ),
    );
  if (!row) throw noDonation();
}

type PledgeInput = {
  uid: string;
  draft: PledgeDraft;
  version: number | undefined;
  /** Ids of the new pictures, in order. */
  imageIds: readonly string[];
  now: Date;
};

/** Writes a pledge with its items; returns pictures no longer used. */
async function write(
  tx: Transaction,
  { uid, draft, version, imageIds, now }: PledgeInput,
): Promise<{ id: string; dropped: string[] }> {
  const { appraisalId, state } = draft;
  // Locked, so that of two concurrent first pledges the second finds the first.
  await lockPerson(tx, uid);
  const donation = await lockDonation(tx, appraisalId);
  if (donation?.uid !== uid) throw noDonation();
  const [row] = await tx
    .select({
      id: pledges.id,
      uid: pledges.uid,
      state: pledges.state,
      version: pledges.version,
      pledgedAt: pledges.pledgedAt,
      withheldAt: pledges.withheldAt,
    })
    .from(pledges)
    .where(eq(pledges.appraisalId, appraisalId))
    .for('update');
  const isThere = row !== undefined && row.uid === uid && row.state !== 'removed';
  if (draft.id !== '' && (!isThere || row.id !== draft.id)) throw notFound('#mypledge');
  if (draft.id === '' && isThere) {
    throw refuse(
      'Conflict',
      'この寄付の#mypledgeは、もう書かれています。マイページの#mypledgeからお開きください。',
    );
  }
  if (row?.uid === uid && row.withheldAt) throw withheld();
  if (isThere && version !== undefined && version !== row.version) throw stale();
  // Dated by its first publication, since a draft can wait for long.
  const wasPublic = isThere && row.state !== 'draft';
  const pledgedAt = isThere && (wasPublic || state === 'draft') ? row.pledgedAt : now;
  const values = { uid, state, ...wordsOf(draft), pledgedAt, updatedAt: now };
  const id = row?.id ?? randomUUID();
  // A removed pledge leaves its row, which the new one reuses: one row per donation.
  if (row) {
    await tx
      .update(pledges)
      .set({ ...values, version: sql`${pledges.version} + 1` })
      .where(eq(pledges.id, id));
  } else await tx.insert(pledges).values({ id, appraisalId, ...values });
  return { id, dropped: await writeItems(tx, { id, draft, imageIds }) };
}

async function writeItems(
  tx: Transaction,
  { id: pledgeId, draft, imageIds }: Pick<PledgeInput, 'draft' | 'imageIds'> & { id: string },
): Promise<string[]> {
  const before = await tx
    .delete(pledgeItems)
    .where(eq(pledgeItems.pledgeId, pledgeId))
    .returning({ id: pledgeItems.id, imageId: pledgeItems.imageId });
  const imageOf = new Map(before.map(({ id, imageId }) => [id, imageId]));
  const coming = [...imageIds];
  const rows = draft.items.map(({ id, name, comment }, position) => {
    const imageId = id === '' ? coming.shift() : imageOf.get(id);
    // Each is used once: one named twice, or another pledge's, is refused.
    if (imageId === undefined) throw wrongItems();
    imageOf.delete(id);
    return { id: id === '' ? randomUUID() : id, pledgeId, position, imageId, name, comment };
  });
  if (rows.length > 0) await tx.insert(pledgeItems).values(rows);
  return [...imageOf.values()];
}

async function readOne(tx: Transaction, id: string): Promise<VersionedPledge> {
  const [found] = await readStoredPledges(tx, eq(pledges.id, id));
  if (!found) throw new Error('a pledge that was just written is not there');
  return { pledge: found.own, version: found.version };
}
