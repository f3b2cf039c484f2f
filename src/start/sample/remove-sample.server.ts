import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { forgetSample, sampleRecord } from '#kit/db/sample-state.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { recordFileRemovals, removeFiles } from '#kit/files/file-removals.server.ts';
import { type FileStore, imageFiles } from '#kit/files/files.server.ts';
import { touchAllTopics } from '#kit/topics/changes.server.ts';
import { forgetLog } from '#money/public-log/forget-log.server.ts';
import { repairSums } from '#money/sums/check-sums.server.ts';
import { compactSums } from '#money/sums/kept-sums.server.ts';
import { alone } from './alone.server.ts';
import { removeMoney, removeRuns, samplePeople } from './money/remove-money.server.ts';
import { forgetBook } from './sample-book.server.ts';
import { recreateIndexes } from './set-aside.server.ts';

/** Sample organisations that real boxes name: kept, but unlisted. */
export type Removal = { keptAssociates: number };

/**
 * Removes the sample, its sign-ins and what they did; nothing else. What real people did stays: an organisation with
 * real gifts is only unlisted, and a box remitted together with real gifts stays in the books. After a crash, run it
 * again: the record of the sample goes last. `db` is for work.
 */
export async function removeSample({ db, files }: RemovalDeps): Promise<Removal> {
  return alone(db, async () => {
    await recreateIndexes(db);
    // An unfinished loading keeps no sums, and removal subtracts from them.
    if ((await sampleRecord(db))?.unfinished) await repairSums(db);
    return remove(db, files);
  });
}

type RemovalDeps = Pick<Dependencies, 'db'> & { files: FileStore };

async function remove(db: Database, files: FileStore): Promise<Removal> {
  await step(db, removeGifts);
  // Foreign keys are checked by scanning the rest of these tables: dead rows would slow it down.
  await db.execute(sql`vacuum donations, ledger_lines, owed_items, pledges`);
  await step(db, removeResults);
  await db.execute(sql`vacuum appraisals, remittances`);
  const papers = await step(db, removeBoxes);
  await db.execute(sql`vacuum applications, application_events`);
  await removeFiles({ db, files }, papers);
  await removeFiles({ db, files }, await step(db, removePeople));
  const { keptAssociates, published } = await step(db, removeOrganisations);
  await removeFiles({ db, files }, published);
  // Removes rows of zero sums.
  await compactSums(db);
  return { keptAssociates };
}

/**
 * One part of the work in one transaction, with the boxes to remove in the table `going`, and remittances that include
 * real money in `staying`.
 */
function step<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return transaction(db, async (tx) => {
    const run = (statement: SQL) => tx.execute(statement);
    await run(sql`
      create temporary table staying on commit drop as
      with recursive judged as (
        select a.appraisal_id, a.is_sample or coalesce(u.is_sample, false) as is_sample
        from applications a left join users u on u.uid = a.uid
      ), carried as (
        select d.appraisal_id, d.remittance_id from donations d where d.remittance_id is not null
        union all
        select i.appraisal_id, i.remittance_id from owed_items i
        where i.remittance_id is not null and i.appraisal_id is not null
      ), shared as (
        -- What carries somebody else's money, and what came back and is in it again.
        select c.remittance_id from carried c join judged j using (appraisal_id) where not j.is_sample
        union
        select i.returned_id from shared s join owed_items i on i.remittance_id = s.remittance_id
        where i.returned_id is not null
      )
      select distinct remittance_id as id from shared`);
    await run(sql`
      create temporary table going on commit drop as
      select a.appraisal_id from applications a left join users u on u.uid = a.uid
      where (a.is_sample or u.is_sample) and not exists (
        select from donations d join staying s on s.id = d.remittance_id where d.appraisal_id = a.appraisal_id
      ) and not exists (
        select from owed_items i join staying s on s.id = i.remittance_id where i.appraisal_id = a.appraisal_id
      )`);
    await run(sql`create unique index on going (appraisal_id)`);
    await run(sql`analyze going`);
    return work(tx);
  });
}

async function removeGifts(tx: Transaction): Promise<void> {
  const all: SQL[] = [
    sql`delete from outbox_mails where appraisal_id in (select appraisal_id from going)
        or uid in ${samplePeople} or recipient in (select email from users where is_sample)`,
    sql`delete from idempotency_keys where actor in ${samplePeople}`,
    sql`delete from pledges where appraisal_id in (select appraisal_id from going)
        or uid in ${samplePeople}`,
    sql`create temporary table gone on commit drop as
        select d.* from donations d join going using (appraisal_id)`,
    sql`create temporary table papers on commit drop as
        select number from receipts r where is_sample and (uid in ${samplePeople} or exists (
          select from receipt_gifts g join gone on gone.id = g.donation_id where g.receipt_number = r.number))`,
    sql`delete from receipt_doubles where earlier in (select number from papers) or later in (select number from papers)`,
    sql`delete from receipt_events where receipt_number in (select number from papers)`,
    sql`delete from receipt_gifts where receipt_number in (select number from papers)`,
    sql`delete from receipts where number in (select number from papers)`,
    ...subtractMonths('associate_months', 'associate_id'),
    ...subtractMonths('challenge_months', 'social_challenge_id'),
  ];
  for (const statement of all) await tx.execute(statement);
  await removeMoney(tx);
  await tx.execute(sql`delete from donations where id in (select id from gone)`);
}

function subtractMonths(table: string, owner: string): SQL[] {
  const [months, of] = [sql.identifier(table), sql.identifier(owner)];
  return [
    sql`update ${months} m
        set donation_count = m.donation_count - g.count, amount_yen = m.amount_yen - g.yen
        from (
          select ${of}, date_trunc('month', donated_at at time zone 'Asia/Tokyo')::date as month,
                 count(*)::int as count, sum(amount_yen)::bigint as yen
          from gone where reversed_at is null and ${of} is not null group by 1, 2
        ) g
        where m.${of} = g.${of} and m.month = g.month`,
    sql`delete from ${months} where donation_count = 0 and amount_yen = 0`,
  ];
}

async function removeResults(tx: Transaction): Promise<void> {
  await removeRuns(tx);
  await tx.execute(
    sql`delete from appraisals where appraisal_id in (select appraisal_id from going)`,
  );
}

/** Returns the files of the identity papers removed with the boxes. */
async function removeBoxes(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    delete from identity_papers where appraisal_id in (select appraisal_id from going)
    returning file_name as name`);
  await tx.execute(
    sql`delete from applications where appraisal_id in (select appraisal_id from going)`,
  );
  await tx.execute(sql`
    delete from result_batches b where (b.id like 'sample-%' or b.uploaded_by in ${samplePeople})
    and not exists (select from appraisals a where a.batch_id = b.id)`);
  const names = rows.map(({ name }) => name);
  await recordFileRemovals(tx, names);
  return names;
}

/** Returns the files of the pictures removed with the people. */
async function removePeople(tx: Transaction): Promise<string[]> {
  // Pictures shown by others stay.
  const { rows } = await tx.execute<{ id: string; widths: number[] }>(sql`
    delete from images i where (i.id like 'sample-%' or i.owner_uid in ${samplePeople})
    and not exists (select from pledge_items p where p.image_id = i.id)
    and not exists (select from associates a where a.cover_image_id = i.id)
    and not exists (select from associate_visions v where v.image_id = i.id)
    and not exists (select from associate_activities a where a.image_id = i.id)
    and not exists (select from associate_thanks t where t.image_id = i.id)
    and not exists (select from use_report_editions e where e.image_id = i.id)
    returning i.id, i.widths`);
  await tx.execute(sql`delete from auth_users where id in ${samplePeople}`);
  const names = rows.flatMap(({ id, widths }) => imageFiles(id, widths));
  await recordFileRemovals(tx, names);
  return names;
}

/** Also ends the public book and its log; returns the copies of what was published. */
async function removeOrganisations(tx: Transaction) {
  await tx.execute(sql`delete from campaigns where is_sample`);
  await tx.execute(sql`
    delete from associates s where is_sample
    and not exists (select from applications a where a.associate_id = s.id)
    and not exists (select from donations d where d.associate_id = s.id)
    and not exists (select from remittances r where r.associate_id = s.id)
    and not exists (select from owed_items i where i.associate_id = s.id)
    and not exists (select from fund_payouts p where p.associate_id = s.id)
    and not exists (select from receipts r where r.associate_id = s.id)
    and not exists (select from use_reports u where u.associate_id = s.id)
    and not exists (select from transfer_confirmations c where c.associate_id = s.id)`);
  const { rows } = await tx.execute(sql`
    update associates set state = 'ended', ended_on = (now() at time zone 'Asia/Tokyo')::date,
      is_listed = false, is_sample = false
    where is_sample returning id`);
  await forgetBook(tx);
  const published = await forgetLog(tx);
  await forgetSample(tx);
  await touchAllTopics(tx);
  return { keptAssociates: rows.length, published };
}
