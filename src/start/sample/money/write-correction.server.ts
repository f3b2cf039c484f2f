import { eq, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { ProductKind } from '#giving/applications/goods.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { accountOf, owedAccount } from '#money/ledger/accounts.ts';
import {
  donationAmounts,
  donationLines,
  type Posting,
  postingOf,
} from '#money/ledger/ledger.server.ts';
import { postingNotes } from '#money/ledger/ledger-tables.server.ts';
import { appraisalIdOf } from '#start/sample/box-rows.server.ts';
import { randomOf } from '#start/sample/random.server.ts';
import { sampleUids } from '#start/sample/sign-ins.server.ts';
import { drawItems } from '#start/sample/words/box-goods.server.ts';
import { countBatchYen } from '#warehouse/results/batches.server.ts';
import { appraisalItems, appraisals } from '#warehouse/results/result-tables.server.ts';
import { type CorrectedBox, correctedId } from './correction.server.ts';
import { feesOfBox } from './sample-terms.server.ts';

const reason = '一部の品物が偽造品とわかったため（見本）';

/**
 * Corrects a result after its money was sent, like src/giving/donations/replace-donation.server.ts; returns its postings. The
 * overpaid sum is an item of its own (money/plan.ts).
 */
export async function writeCorrection(
  tx: Transaction,
  seed: number,
  { placed: { box, index }, amountYen, at }: CorrectedBox,
): Promise<Posting[]> {
  const appraisalId = appraisalIdOf(seed, index);
  const [before] = await tx.select().from(donations).where(eq(donations.appraisalId, appraisalId));
  if (!before) throw new Error('a correction without its donation');
  const [result] = await tx
    .select()
    .from(appraisals)
    .where(eq(appraisals.id, before.appraisalRowId));
  const [application] = await tx
    .select()
    .from(applications)
    .where(eq(applications.appraisalId, appraisalId));
  if (!result || !application) throw new Error('a correction without its result');
  const id = `${result.id}-corrected`;
  const appraisedYen = amountYen - result.bonusYen;
  await tx.update(appraisals).set({ reversedAt: at }).where(eq(appraisals.id, result.id));
  await tx.insert(appraisals).values({
    ...result,
    ...{ id, appraisedYen, donationYen: amountYen, correctsId: result.id, createdAt: at },
    correctionReason: reason,
    correctedBy: sampleUids.operator,
  });
  const isListed = await tx.$count(appraisalItems, eq(appraisalItems.appraisalRowId, result.id));
  const items = isListed
    ? drawItems(randomOf(seed, `correction ${index}`), application.products as ProductKind[], {
        ...result,
        appraisedYen,
      })
    : [];
  await insertAll(
    tx,
    appraisalItems,
    items.map(({ appraisalId: _, ...item }, place) => ({
      ...item,
      appraisalRowId: id,
      position: place + 1,
      addedAt: at,
    })),
  );
  await noteCorrection(tx, appraisalId, result.batchId, at);

  const { feeYen, handlingYen, netYen } = feesOfBox({ ...box, amountYen }, index);
  await tx.update(donations).set({ reversedAt: at }).where(eq(donations.id, before.id));
  const donationId = correctedId(index);
  await tx.insert(donations).values({
    ...before,
    ...{ id: donationId, appraisalRowId: id, amountYen, feeYen, handlingYen, reversedAt: null },
  });
  await countBatchYen(tx, result.batchId);
  await tx.insert(postingNotes).values({
    postingId: `donation:${donationId}`,
    reason,
    corrects: `donation:${before.id}`,
    actorUid: sampleUids.operator,
    at,
  });
  const paidYen = before.amountYen - before.feeYen - before.handlingYen;
  const opposite = donationAmounts({ ...before, ...result }).map((line) => ({
    ...line,
    amountYen: -line.amountYen,
  }));
  return [
    postingOf(`reversal:${before.id}`, opposite, { donationId: before.id, at }),
    donationLines(
      {
        ...before,
        ...{ donationId, appraisedYen, bonusYen: result.bonusYen, feeYen, handlingYen },
      },
      at,
      [
        { account: owedAccount(before), amountYen: netYen - paidYen },
        { account: accountOf('overpaid', before), amountYen: paidYen - netYen },
      ],
    ),
  ];
}

/** The step in the application's history that marks a correction. */
async function noteCorrection(
  tx: Transaction,
  appraisalId: string,
  batchId: string,
  at: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into application_events (appraisal_id, from_state, to_state, done_by, actor_uid, note, batch_id, undoes, at)
    select a.appraisal_id, a.state, a.state, 'operator', ${sampleUids.operator}, ${reason}, ${batchId},
      (select max(e.id) from application_events e where e.appraisal_id = a.appraisal_id and e.batch_id = ${batchId}),
      ${at.toISOString()}::timestamptz
    from applications a where a.appraisal_id = ${appraisalId}`);
  await tx.execute(sql`
    update applications set version = version + 1 where appraisal_id = ${appraisalId}`);
}
