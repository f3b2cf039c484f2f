import { and, desc, eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { lock, lockShared } from '#kit/db/locks/lock.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { monthInWords } from '#kit/values/days/month.ts';
import { someOf } from '#kit/values/text/some-of.ts';
import { addDays, addMonths, jstDay, jstMonth, toTimestamp } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { TypedBalance } from '#money/bank-lines/bank-line.ts';
import { closedMonths } from '#money/books/book-tables.server.ts';
import { bankBalances } from '#money/remittances/transfer-tables.server.ts';
import { owedDifferences } from '#money/sums/check-owed.server.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import type { AskedApproval } from '#people/approvals/approval.ts';
import type { Effects } from '#people/approvals/approval-kinds.server.ts';
import { askForApproval } from '#people/approvals/ask.server.ts';
import { approvals as approvalsTable } from '#people/roles/role-tables.server.ts';
import { checkBank, readStated } from './check-bank.server.ts';
import {
  checkBalance,
  checkCounters,
  checkHeld,
  checkRuns,
  checkSales,
  readHeld,
} from './close-checks.server.ts';
import {
  type CloseCheck,
  ClosedFigures,
  type CloseRequest,
  type CloseReview,
  type Explanation,
  type ListedMonth,
  maxListedMonths,
  maxShownItems,
} from './month-close.ts';
import { digestOf, firstBookedMonth, monthsBetween, readFigures } from './month-figures.server.ts';

/**
 * Time to book a posting at: `wanted` if its month in Asia/Tokyo is open, else `now`. Valid until the transaction
 * ends, since a close waits for it.
 */
export async function bookingTime(tx: Transaction, wanted: Date, now: Date): Promise<Date> {
  await lockShared(tx, 'books');
  // Months are closed in order, so every month before a closed one is closed too.
  const { rows } = await tx.execute<{ isClosed: boolean }>(sql`
    select exists (select from closed_months where month >= ${`${jstMonth(wanted)}-01`}::date) as "isClosed"`);
  return rows[0]?.isClosed || wanted > now ? now : wanted;
}

/** Checks that the books owe each organisation and fund what its open items say. */
export async function checkOpenItems(db: Database | Transaction): Promise<CloseCheck> {
  const differences = await owedDifferences(db);
  const check = { key: 'open-items', path: '/admin/remittances' } as const;
  if (differences.length === 0) {
    const message = '団体と基金ごとの未送金の明細は、帳簿の残高と一致しています。';
    return { ...check, state: 'ok', message, items: [] };
  }
  return {
    ...check,
    state: 'to-mend',
    message: `${differences.length}か所で、未送金の明細と帳簿の残高が違っています。`,
    items: differences
      .slice(0, maxShownItems)
      .map(
        ({ name, booked, open }) =>
          `${name}：帳簿 ${formatYen(booked)}円、明細 ${formatYen(open)}円`,
      ),
  };
}

type Source = Database | Transaction;

const monthOf = (day: string) => day.slice(0, 7);
const notItsTurn = (month: string) =>
  refuse(
    'Conflict',
    `${monthInWords(month)}は、いまは締められません。終わった月を、古い順に締めてください。`,
  );
const movedMessage =
  '確認のあとに、この月の帳簿が動きました。もう一度確認リストをご覧になり、改めてご依頼ください。';

/** Oldest open month, YYYY-MM; undefined while nothing is booked. */
/** First month that is not closed; undefined without a posting. */
export async function oldestOpenMonth(db: Source): Promise<string | undefined> {
  const [last] = await db
    .select({ month: closedMonths.month })
    .from(closedMonths)
    .orderBy(desc(closedMonths.month))
    .limit(1);
  return last ? addMonths(monthOf(last.month), 1) : firstBookedMonth(db);
}

async function reviewMonth(db: Source, month: string, now: Date): Promise<CloseReview> {
  const figures = await readFigures(db, month);
  const held = await readHeld(db, month);
  const stated = await readStated(db, month);
  const checks = [
    checkHeld(held),
    await checkRuns(db, month),
    checkBalance(figures),
    await checkCounters(db, month),
    await checkOpenItems(db),
    await checkBank(db, month, figures, stated),
    await checkSales(db, month, figures),
  ];
  return {
    month,
    mayClose: month === (await oldestOpenMonth(db)) && month < jstMonth(now),
    checks,
    held,
    stated,
    figures,
    digest: digestOf(month, figures, stated),
  };
}

/** Refuses to close a month out of order, with changed books, open faults or unexplained differences. */
function demandClosable(
  review: CloseReview,
  {
    digest,
    explanations,
    bankReason = '',
  }: Omit<CloseRequest, 'explanations'> & { explanations: readonly Explanation[] },
): void {
  if (!review.mayClose) throw notItsTurn(review.month);
  const broken = review.checks.find(({ state }) => state === 'to-mend');
  if (broken) throw refuse('Conflict', `締められません。${broken.message}`);
  if (review.digest !== digest) throw refuse('Conflict', movedMessage);
  const explained = new Set(explanations.map(({ appraisalId }) => appraisalId));
  const withoutExplanation = review.held.filter(({ appraisalId }) => !explained.has(appraisalId));
  if (withoutExplanation.length > 0) {
    throw refuse(
      'Conflict',
      `保留の説明がないお申し込みがあります（${someOf(withoutExplanation.map(({ appraisalId }) => appraisalId))}）。`,
    );
  }
  const bank = review.checks.find(({ key }) => key === 'bank');
  if (bank?.state === 'to-explain' && bankReason === '') throw refuse('Conflict', bank.message);
}

/** Closes a month approved by a second person, if the check list is unchanged. Blocks postings meanwhile. */
export const monthCloseEffect =
  ({ clock }: Context): Effects['month-close'] =>
  async (tx, { askedBy, change }, actor) => {
    await lock(tx, 'books');
    const at = clock();
    const review = await reviewMonth(tx, change.month, at);
    demandClosable(review, change);
    const textOf = new Map(change.explanations.map((one) => [one.appraisalId, one.text]));
    const figures: ClosedFigures = {
      ...review.figures,
      checks: review.checks,
      held: review.held.map((one) => ({
        ...one,
        explanation: textOf.get(one.appraisalId) ?? '',
      })),
      bankReason: change.bankReason ?? '',
    };
    await tx.insert(closedMonths).values({
      month: `${change.month}-01`,
      figures,
      askedBy,
      closedBy: actor.uid,
      closedAt: at,
    });
    await audit(tx, actor, 'month-close.close', ['month', change.month], {
      at,
      rows: review.figures.lines,
    });
  };

/** Months of the books, from the current one back to the first one with a posting. */
export async function listMonths({ db, clock }: Context): Promise<ListedMonth[]> {
  const now = jstMonth(clock());
  const first = (await firstBookedMonth(db)) ?? now;
  const closed = await db
    .select({
      month: closedMonths.month,
      askedBy: personName(sql`${closedMonths.askedBy}`),
      closedBy: personName(sql`${closedMonths.closedBy}`),
      closedAt: closedMonths.closedAt,
    })
    .from(closedMonths)
    .orderBy(desc(closedMonths.month))
    .limit(maxListedMonths);
  const waiting = await db
    .select({
      month: approvalsTable.subjectId,
      askedBy: personName(sql`${approvalsTable.askedBy}`),
    })
    .from(approvalsTable)
    .where(and(eq(approvalsTable.kind, 'month-close'), eq(approvalsTable.state, 'waiting')));
  const closedOf = new Map(closed.map((row) => [monthOf(row.month), row]));
  const waitingOf = new Map(waiting.map((row) => [row.month, row]));
  const next = await oldestOpenMonth(db);
  return monthsBetween(first, now)
    .toReversed()
    .slice(0, maxListedMonths)
    .map((month) => {
      const closedRow = closedOf.get(month);
      const waitingRequest = waitingOf.get(month);
      return {
        month,
        state: closedRow ? 'closed' : waitingRequest ? 'waiting' : 'open',
        mayClose: month === next && month < now,
        askedBy: closedRow?.askedBy ?? waitingRequest?.askedBy ?? '',
        closedBy: closedRow?.closedBy ?? '',
        closedAt: closedRow ? toTimestamp(closedRow.closedAt) : null,
      };
    });
}

/** Current check list of a month. */
export const reviewClose = ({ db, clock }: Context, month: string): Promise<CloseReview> =>
  transaction(db, (tx) => reviewMonth(tx, month, clock()));

/** Figures stored with a closed month; undefined for an open one. */
export async function closedFigures(
  { db }: Context,
  month: string,
): Promise<ClosedFigures | undefined> {
  const [row] = await db
    .select({ figures: closedMonths.figures })
    .from(closedMonths)
    .where(eq(closedMonths.month, `${month}-01`));
  return row && ClosedFigures.parse(row.figures);
}

/** Records a month-end statement balance entered by hand. */
export async function stateBalance(
  { db, clock }: Context,
  actor: Person,
  month: string,
  { balanceYen }: TypedBalance,
): Promise<CloseReview> {
  return transaction(db, async (tx) => {
    const at = clock();
    const day = addDays(`${addMonths(month, 1)}-01`, -1);
    if (day > jstDay(at)) {
      throw refuse('ValidationError', '月末の残高は、その月が終わってから入力してください。');
    }
    const source = 'typed';
    await tx.insert(bankBalances).values({ day, balanceYen, source, actorUid: actor.uid, at });
    await audit(tx, actor, 'month-close.state-balance', ['month', month], { at });
    return reviewMonth(tx, month, at);
  });
}

/**
 * Requests approval to close the month. Refuses (Conflict) if the check list does not allow it or the books changed.
 */
export async function askForClose(
  ctx: Context,
  actor: Person,
  month: string,
  { digest, explanations, bankReason }: CloseRequest,
): Promise<AskedApproval> {
  return transaction(ctx.db, async (tx) => {
    const review = await reviewMonth(tx, month, ctx.clock());
    demandClosable(review, { digest, explanations, bankReason });
    const { postings, debitYen } = review.figures;
    return askForApproval(ctx, tx, actor, {
      kind: 'month-close',
      subjectId: month,
      change: { month, digest, postings, debitYen, explanations, bankReason },
      reason: '',
    });
  });
}
