import { and, asc, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { selectApplications, toRow } from '#giving/applications/application-row.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { issueTokens } from '#giving/applications/application-tokens.server.ts';
import { envelope } from '#giving/applications/donor-mails.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { tryLock } from '#kit/db/locks/lock.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { goodsSales } from '#money/books/book-tables.server.ts';
import { standingSales } from '#money/sales/gift-sales.server.ts';
import { writeMails } from '#people/mail/outbox.server.ts';
import { soldNotices } from './trace-tables.server.ts';

const onceOnly = sql`on conflict (appraisal_id) do nothing`;
/** Mails per transaction. */
const mailsAtOnce = 200;

type MailingDeps = Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret' | 'mailDelayMinutes'>;

/** Marks applications as sold out; those already marked stay as they are. */
export async function noteSold(
  tx: Transaction,
  appraisalIds: readonly string[],
  at: Date,
): Promise<void> {
  const rows = [...new Set(appraisalIds)].map((appraisalId) => ({ appraisalId, dueAt: at }));
  await insertAll(tx, soldNotices, rows, onceOnly);
}

/** Mails donors once when the last of their goods was sold, in batches. */
export const soldMails = (dependencies: MailingDeps) => {
  const { db, clock } = dependencies;

  /** Writes some of the due mails; false if none is left or another process is at it. */
  const writeNext = (): Promise<boolean> =>
    transaction(db, async (tx) => {
      if (!(await tryLock(tx, 'sold-mails'))) return false;
      const due = await tx
        .select({ appraisalId: soldNotices.appraisalId })
        .from(soldNotices)
        .where(and(isNotNull(soldNotices.dueAt), lte(soldNotices.dueAt, clock())))
        .orderBy(asc(soldNotices.dueAt), asc(soldNotices.appraisalId))
        .limit(mailsAtOnce);
      if (due.length === 0) return false;
      await mailSold(
        tx,
        due.map(({ appraisalId }) => appraisalId),
        dependencies,
      );
      return true;
    });

  return {
    async write(): Promise<void> {
      while (await writeNext());
    },
  };
};

/** Mails about these applications. One whose last sale was reversed meanwhile is forgotten until it is sold again. */
async function mailSold(
  tx: Transaction,
  appraisalIds: string[],
  dependencies: MailingDeps,
): Promise<void> {
  const sales = await tx
    .select()
    .from(goodsSales)
    .where(and(inArray(goodsSales.appraisalId, appraisalIds), standingSales))
    .orderBy(asc(goodsSales.soldOn), asc(goodsSales.id));
  const salesOf = Map.groupBy(sales, ({ appraisalId }) => appraisalId);
  const isSold = (appraisalId: string) =>
    salesOf.get(appraisalId)?.some(({ isLast }) => isLast) ?? false;
  const sold = appraisalIds.filter(isSold);
  const unsold = appraisalIds.filter((appraisalId) => !isSold(appraisalId));
  if (unsold.length > 0) {
    await tx.delete(soldNotices).where(inArray(soldNotices.appraisalId, unsold));
  }
  if (sold.length === 0) return;
  const found = await selectApplications(tx, inArray(applications.appraisalId, sold));
  const rows = found.map(toRow);
  await issueTokens(tx, dependencies, 'status', rows);
  await writeMails(
    tx,
    rows.map((row) => {
      const { data, ...to } = envelope(row, dependencies);
      const own = salesOf.get(row.appraisalId) ?? [];
      return {
        ...to,
        kind: 'goods-sold' as const,
        dedupeKey: `goods-sold:${row.appraisalId}`,
        data: {
          ...data,
          soldOn: own.at(-1)?.soldOn ?? '',
          soldYen: own.reduce((sum, { amountYen }) => sum + amountYen, 0),
        },
        waitsMinutes: dependencies.mailDelayMinutes,
      };
    }),
    dependencies,
  );
  await tx.update(soldNotices).set({ dueAt: null }).where(inArray(soldNotices.appraisalId, sold));
}
