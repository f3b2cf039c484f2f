import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { ledgerLines, postingNotes } from '#money/ledger/ledger-tables.server.ts';
import { type BoxBooks, maxBoxPostings, maxPostingLines, type Posting } from './book-rows.ts';
import { goodsSales } from './book-tables.server.ts';
import { linesOfPosting, toLines } from './line-list.server.ts';
import { type Source, textRows } from './month-sums.server.ts';
import { postingKindOf } from './posting-kind.ts';

type Known = { postingId: string; at: Date };

/** Existing ones of these postings, with their times. */
async function known(db: Source, postingIds: readonly string[]): Promise<Known[]> {
  return db
    .select({
      postingId: ledgerLines.postingId,
      at: sql<Date>`min(${ledgerLines.at})`.mapWith(ledgerLines.at),
    })
    .from(ledgerLines)
    .where(inArray(ledgerLines.postingId, [...postingIds]))
    .groupBy(ledgerLines.postingId);
}
const toRelated = ({ postingId, at }: Known) => ({ postingId, at: toTimestamp(at) });

/** Postings of an application's gifts, of the remittances that took them, and of its sales. */
async function postingsOfBox(db: Source, appraisalId: string): Promise<Known[]> {
  // Found through its results: a reversed gift is in no index by application.
  const { rows } = await db.execute<{ postingId: string; at: string }>(sql`
    with gifts as (
      select d.id from appraisals r join donations d on d.appraisal_row_id = r.id where r.appraisal_id = ${appraisalId}
    )
    select posting_id as "postingId", min(at) as at from (
      select posting_id, at from ledger_lines where donation_id in (select id from gifts)
      union all
      select l.posting_id, l.at from owed_items i join ledger_lines l on l.remittance_id = i.remittance_id
      where i.appraisal_id = ${appraisalId}
      union all
      select l.posting_id, l.at from goods_sales s
      join ledger_lines l on l.posting_id in (s.posting_id, 'sale-reversed:' || s.id) where s.appraisal_id = ${appraisalId}
    ) as all_of_it group by posting_id order by min(at), posting_id limit ${maxBoxPostings}`);
  return rows.map(({ postingId, at }) => ({ postingId, at: new Date(at) }));
}

/** Postings that may correct one: those about the same gift, box or remittance, and its counter-entry. */
async function correctionsOf(
  db: Source,
  postingId: string,
  { appraisalId, remittanceId }: { appraisalId: string; remittanceId: string },
): Promise<Known[]> {
  const ofBox = appraisalId === '' ? [] : await postingsOfBox(db, appraisalId);
  const ofRemittance =
    remittanceId === ''
      ? []
      : await db
          .selectDistinct({ postingId: ledgerLines.postingId })
          .from(ledgerLines)
          .where(eq(ledgerLines.remittanceId, remittanceId));
  const kind = postingKindOf(postingId);
  const rest = postingId.slice(postingId.indexOf(':') + 1);
  const opposite = { donation: 'reversal', sale: 'sale-reversed', payout: 'payout-withdrawn' }[
    kind
  ];
  const possible = [...ofBox, ...ofRemittance].map((one) => one.postingId);
  if (opposite) possible.push(`${opposite}:${rest}`);
  const noted = await db
    .select({ postingId: postingNotes.postingId })
    .from(postingNotes)
    .where(and(inArray(postingNotes.postingId, possible), eq(postingNotes.corrects, postingId)));
  const ids = new Set(noted.map((one) => one.postingId));
  if (opposite) ids.add(`${opposite}:${rest}`);
  ids.delete(postingId);
  return known(db, [...ids]);
}

/** One posting with its details, or undefined. */
export async function readPosting(db: Source, postingId: string): Promise<Posting | undefined> {
  const rows = await linesOfPosting(db, postingId, maxPostingLines);
  const lines = await toLines(db, rows);
  const [first] = lines;
  if (!first) return undefined;
  const { at, reason, by, runId, runNumber, remittanceId } = first;
  const kind = postingKindOf(postingId);
  const ofKind = (...kinds: string[]) =>
    kinds.includes(kind) ? postingId.slice(postingId.indexOf(':') + 1) : '';
  const saleId = ofKind('sale', 'sale-reversed');
  const [sale] =
    saleId === ''
      ? []
      : await db
          .select({ appraisalId: goodsSales.appraisalId })
          .from(goodsSales)
          .where(eq(goodsSales.id, saleId));
  const appraisalId =
    sale?.appraisalId ?? lines.map((line) => line.appraisalId).find((id) => id !== '') ?? '';
  const [note] = await db
    .select({ corrects: postingNotes.corrects })
    .from(postingNotes)
    .where(eq(postingNotes.postingId, postingId));
  // A counter-entry also contains the id of what it undoes.
  const undone = { reversal: 'donation', 'sale-reversed': 'sale', 'payout-withdrawn': 'payout' }[
    kind
  ];
  const corrects = note?.corrects ?? (undone ? `${undone}:${ofKind(kind)}` : undefined);
  const [corrected] = corrects === undefined ? [] : await known(db, [corrects]);
  const corrections = await correctionsOf(db, postingId, { appraisalId, remittanceId });
  return {
    postingId,
    at,
    lines,
    reason,
    by,
    corrects: corrected ? toRelated(corrected) : null,
    correctedBy: corrections
      .filter((one) => one.postingId !== corrected?.postingId)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .map(toRelated),
    appraisalId,
    remittanceId,
    runId,
    runNumber,
    payoutId: ofKind('payout', 'payout-withdrawn'),
    saleId,
  };
}

/** The remittance that took an application's gift; after a return the one that took it again. */
async function remittanceOf(db: Source, appraisalId: string): Promise<BoxBooks['remittance']> {
  const { rows } = await db.execute<NonNullable<BoxBooks['remittance']>>(sql`
    with recursive chain as (
      select i.remittance_id as id, 1 as nth from owed_items i
      where i.appraisal_id = ${appraisalId} and i.kind = 'gift' and i.cancelled_at is null
      union
      select n.remittance_id, c.nth + 1 from chain c
      join owed_items n on n.returned_id = c.id and n.cancelled_at is null and n.remittance_id is not null
    )
    select coalesce(r.run_id, '') as "runId", coalesce(run.number, '') as "runNumber", r.state, r.received_on::text as "receivedOn"
    from chain c join remittances r using (id) left join remittance_runs run on run.id = r.run_id
    order by c.nth desc limit 1`);
  return rows[0] ?? null;
}

/** An application's totals in the books, in yen, and its postings. */
export async function readBoxBooks(db: Source, appraisalId: string): Promise<BoxBooks> {
  const postings = await postingsOfBox(db, appraisalId);
  const ids = postings.map(({ postingId }) => postingId);
  const { rows } = await db.execute<{ code: string; yen: number }>(sql`
    select ledger_code(l.account) as code, sum(l.amount_yen)::float8 as yen
    from appraisals r join donations d on d.appraisal_row_id = r.id join ledger_lines l on l.donation_id = d.id
    where r.appraisal_id = ${appraisalId} and l.posting_id in (select * from ${textRows(ids)})
      and l.posting_id not like 'sale%' group by 1`);
  const yenOn = (...codes: string[]) =>
    rows.reduce((sum, { code, yen }) => (codes.includes(code) ? sum + yen : sum), 0);
  const notes = await db
    .select({ postingId: postingNotes.postingId, reason: postingNotes.reason })
    .from(postingNotes)
    .where(inArray(postingNotes.postingId, ids))
    .orderBy(asc(postingNotes.postingId));
  const reasons = new Map(notes.map(({ postingId, reason }) => [postingId, reason]));
  return {
    appraisedYen: yenOn('proceeds'),
    bonusYen: yenOn('bonus'),
    giftYen: yenOn('proceeds', 'bonus'),
    // Avoids -0, which JSON lacks.
    feeYen: 0 - yenOn('service-fee'),
    handlingYen: 0 - yenOn('handling'),
    passedOnYen: 0 - yenOn('owed:associate', 'owed:fund', 'overpaid'),
    remittance: await remittanceOf(db, appraisalId),
    postings: postings.map((one) => ({
      ...toRelated(one),
      reason: reasons.get(one.postingId) ?? '',
    })),
  };
}
