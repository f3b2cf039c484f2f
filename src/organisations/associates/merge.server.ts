import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import {
  type Database,
  type Transaction,
  transaction,
  withTimeout,
} from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { currentAccount, toAccount } from '#money/bank-accounts/bank-accounts.server.ts';
import { moveOwed } from '#money/ledger/owed-items.server.ts';
import type { AskedApproval } from '#people/approvals/approval.ts';
import type { Effects } from '#people/approvals/approval-kinds.server.ts';
import { askForApproval, waitingApproval } from '#people/approvals/ask.server.ts';
import type { MergeOrder, MergePreview } from './admin-associate.ts';
import { lockAssociate, noAssociate } from './associate-row.server.ts';
import { associates } from './associate-tables.server.ts';
import { writeAssociateState } from './standing.server.ts';

type Source = Database | Transaction;
type Counts = Omit<MergePreview, 'from' | 'into' | 'blockers'>;
type Pair = { from: string; into: string };

const movedAtOnce = 2_000;

const changedMessage =
  'ご依頼のあとに、団体の名称か統合先の振込先の口座が変わりました。見送って、改めて依頼してもらってください。';
const waitingMessage = 'この団体の統合は、すでに承認を待っています。';

/** Merges two records of the same organisation, once a second person has approved it. */
export const merging = (dependencies: Context) => {
  // Counting years of donations takes longer than ordinary statements.
  const db = withTimeout(dependencies.db);
  return {
    /** Rows that a merge would move, and its blockers. */
    previewMerge: (from: string, into: string): Promise<MergePreview> =>
      transaction(db, async (tx) => {
        const found = await preview(tx, { from, into });
        const waiting = await waitingApproval(tx, 'associate-merge', from);
        return waiting ? { ...found, blockers: [...found.blockers, waitingMessage] } : found;
      }),

    /** Requests approval of a merge. Refuses while a blocker exists. */
    askForMerge: (
      operator: Person,
      from: string,
      { into, confirmation }: MergeOrder,
    ): Promise<AskedApproval> =>
      transaction(db, async (tx) => {
        const found = await lockedPreview(tx, { from, into });
        if (confirmation.normalize('NFKC') !== found.from.name.normalize('NFKC')) {
          const message = `確認のため、「${found.from.name}」と入力してください。`;
          throw refuse('ValidationError', message, { errors: [{ path: 'confirmation', message }] });
        }
        const account = await currentAccount(tx, into);
        const { rows } = await tx.execute<{ yen: number }>(sql`
          select coalesce(sum(amount_yen), 0)::float8 as yen from owed_items
          where associate_id = ${from} and remittance_id is null and cancelled_at is null`);
        return askForApproval(dependencies, tx, operator, {
          kind: 'associate-merge',
          subjectId: from,
          change: {
            from: found.from,
            into: found.into,
            accountId: account?.id ?? null,
            account: account ? toAccount(account) : null,
            donations: found.donations,
            donationYen: found.donationYen,
            owedYen: rows[0]?.yen ?? 0,
          },
          reason: '',
        });
      }),
  };
};

/**
 * Moves everything from one organisation to another, to whose page the old URL then redirects. Issued receipts and
 * versions stay as they are. Refuses if names or the account differ from what was approved.
 */
export const associateMergeEffect =
  ({ clock }: Context): Effects['associate-merge'] =>
  async (tx, { change }, actor) => {
    const [from, into] = [change.from.id, change.into.id];
    const found = await lockedPreview(tx, { from, into });
    const account = await currentAccount(tx, into);
    const isSame =
      found.from.name === change.from.name &&
      found.into.name === change.into.name &&
      (account?.id ?? null) === change.accountId;
    if (!isSame) throw refuse('Conflict', changedMessage);
    const at = clock();
    await moveOwed(tx, { from, into, mergeId: randomUUID() }, at);
    await moveGifts(tx, { from, into });
    await moveRest(tx, { from, into }, at);
    await tx.update(associates).set({ mergedInto: into }).where(eq(associates.mergedInto, from));
    await writeAssociateState(tx, from, { state: 'ended', endedOn: jstDay(at), mergedInto: into });
    const { from: _, into: __, blockers: ___, ...moved } = found;
    await audit(tx, actor, 'associates.merge', ['associate', from], { at, to: into, ...moved });
  };

/** Preview of an allowed merge, with both records locked. */
async function lockedPreview(tx: Transaction, { from, into }: Pair): Promise<MergePreview> {
  // In a fixed order, so that concurrent merges do not deadlock.
  for (const id of [from, into].toSorted()) await lockAssociate(tx, id);
  const found = await preview(tx, { from, into });
  const [blocker] = found.blockers;
  if (blocker) throw refuse('Conflict', blocker);
  return found;
}

async function preview(source: Source, { from, into }: Pair): Promise<MergePreview> {
  const gone = await rowOf(source, from);
  const left = await rowOf(source, into);
  const counts = await countsOf(source, { from, into });
  return {
    from: { id: gone.id, name: gone.name },
    into: { id: left.id, name: left.name },
    ...counts,
    blockers: await blockersOf(source, gone, left),
  };
}

async function rowOf(source: Source, id: string) {
  const [row] = await source.select().from(associates).where(eq(associates.id, id));
  if (!row) throw noAssociate();
  return row;
}

export async function countsOf(source: Source, { from, into }: Pair): Promise<Counts> {
  const { rows } = await source.execute<Counts>(sql`
    select
      (select count(*)::int from donations where associate_id = ${from} and reversed_at is null) as donations,
      (select coalesce(sum(amount_yen), 0)::float8 from donations
        where associate_id = ${from} and reversed_at is null) as "donationYen",
      (select count(*)::int from applications where associate_id = ${from}) as applications,
      (select count(*)::int from pledges where associate_id = ${from}) as pledges,
      (select count(*)::int from staff_memberships where associate_id = ${from}) as people,
      (select count(*)::int from associate_activities where associate_id = ${from}) as activities,
      (select count(*)::int from associate_thanks where associate_id = ${from}) as thanks,
      (select count(*)::int from receipts r where r.kind = 'year' and r.associate_id in (${from}, ${into})
        and exists (select from donations d where d.uid = r.uid and d.reversed_at is null
          and d.associate_id in (${from}, ${into}) and d.associate_id <> r.associate_id
          and extract(year from d.received_on) = r.year)) as "voidedReceipts"`);
  const [counts] = rows;
  if (!counts) throw new Error('counts without a row');
  return counts;
}

type Row = typeof associates.$inferSelect;

async function blockersOf(source: Source, gone: Row, left: Row): Promise<string[]> {
  const blockers: string[] = [];
  if (gone.id === left.id) blockers.push('同じ団体には統合できません。');
  if (gone.mergedInto !== null) blockers.push('この団体は、すでに統合されています。');
  if (left.mergedInto !== null || left.state === 'ended') {
    blockers.push('統合先の団体は終了しています。ほかの団体を選んでください。');
  }
  const { rows } = await source.execute<{ unsent: number; certifications: number }>(sql`
    select
      (select count(*)::int from remittances where associate_id = ${gone.id} and state in ('prepared', 'sent')) as unsent,
      (select count(*)::int from associate_certifications c
        where c.associate_id = ${gone.id} and c.withdrawn_at is null and not exists (
          select from associate_certifications o where o.associate_id = ${left.id} and o.withdrawn_at is null
          and o.number = c.number and o.certified_on <= c.certified_on and o.expires_on >= c.expires_on
        )) as certifications`);
  if (rows[0]?.unsent) blockers.push('送金の途中です。送金の記録が済んでから統合してください。');
  if (rows[0]?.certifications) {
    blockers.push(
      'この団体の認定が、統合先に記録されていません。受領証明書に載る大切な記録です。先に統合先に同じ認定を記録してください。',
    );
  }
  return blockers;
}

/** Moves donations: triggers move kept sums with the rows; months have a table of their own. */
async function moveGifts(tx: Transaction, { from, into }: Pair): Promise<void> {
  await tx.execute(sql`
    insert into associate_months (associate_id, month, donation_count, amount_yen)
    select ${into}, month, donation_count, amount_yen from associate_months where associate_id = ${from}
    on conflict (associate_id, month) do update set
      donation_count = associate_months.donation_count + excluded.donation_count,
      amount_yen = associate_months.amount_yen + excluded.amount_yen`);
  await tx.execute(sql`delete from associate_months where associate_id = ${from}`);
  await moveRows(tx, { from, into }, 'applications', 'appraisal_id');
  await moveRows(tx, { from, into }, 'donations', 'id');
  await moveRows(tx, { from, into }, 'pledges', 'id');
  await moveRows(tx, { from, into }, 'receipts', 'number');
}

/** In batches, to stay within the statement timeout. */
async function moveRows(tx: Transaction, { from, into }: Pair, table: string, key: string) {
  for (let moved: number | null = movedAtOnce; moved === movedAtOnce; ) {
    const { rowCount }: { rowCount: number | null } = await tx.execute(sql`
      update ${sql.identifier(table)} set associate_id = ${into} where ${sql.identifier(key)} = any(array(
        select ${sql.identifier(key)} from ${sql.identifier(table)} where associate_id = ${from} limit ${movedAtOnce}))`);
    moved = rowCount;
  }
}

/** Moves its people, news, pictures and receipts; ends picks and invitations. */
async function moveRest(tx: Transaction, { from, into }: Pair, at: Date): Promise<void> {
  // An organisation has at most one standing message of thanks; that of the remaining record is kept.
  await tx.execute(sql`
    update associate_thanks set is_standing = false
    where associate_id = ${from} and is_standing and exists (
      select from associate_thanks o where o.associate_id = ${into} and o.is_standing and o.withdrawn_at is null)`);
  for (const table of [
    'associate_activities',
    'associate_thanks',
    'use_reports',
    'listing_applications',
    'images',
  ]) {
    await tx.execute(sql`
      update ${sql.identifier(table)} set associate_id = ${into} where associate_id = ${from}`);
  }
  await tx.execute(sql`
    insert into staff_memberships (uid, associate_id, role, created_at)
    select uid, ${into}, role, created_at from staff_memberships where associate_id = ${from}
    on conflict do nothing`);
  for (const table of ['staff_memberships', 'category_associates', 'campaign_associates']) {
    await tx.execute(sql`delete from ${sql.identifier(table)} where associate_id = ${from}`);
  }
  await tx.execute(sql`
    update invitations set withdrawn_at = ${at.toISOString()}::timestamptz
    where associate_id = ${from} and accepted_at is null and withdrawn_at is null`);
  // Reports and thanks keep their drafts and history, whose keys contain the organisation.
  await tx.execute(sql`
    update content_versions set key = ${`${into}:`} || split_part(key, ':', 2)
    where kind in ('activity', 'thanks', 'use-report') and split_part(key, ':', 1) = ${from}`);
  await tx
    .update(contentVersions)
    .set({ state: 'discarded' })
    .where(
      and(
        eq(contentVersions.kind, 'associate'),
        eq(contentVersions.key, from),
        sql`${contentVersions.state} in ('draft', 'waiting')`,
      ),
    );
}
