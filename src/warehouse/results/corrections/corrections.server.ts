import { desc, eq } from 'drizzle-orm';
import { applicationEvents, applications } from '#giving/applications/application-tables.server.ts';
import { staleWithChanges } from '#giving/applications/steps/since-then.server.ts';
import { lockPerson } from '#giving/donations/lock-donations.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { formatDateTime, jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { findApplications } from '#warehouse/results/check-rows.server.ts';
import { isOfSum } from '#warehouse/results/plausibility.ts';
import type { ResultCorrection, ResultHistory } from '#warehouse/results/result-correction.ts';
import { deleteUntrueMails } from '#warehouse/results/result-mails.server.ts';
import { takenBackReason } from '#warehouse/results/result-words.ts';
import { flagsOfRows, readUsualBoxes } from '#warehouse/results/waiting/usual-sums.server.ts';
import { mailCorrection } from './correction-mails.server.ts';
import { itemsOf, type NextResult, type Result, replaceResult } from './replace-result.server.ts';
import {
  blockerOf,
  findResults,
  namesOf,
  resultHistory,
  undoUntilOf,
} from './result-history.server.ts';

type CheckedSumInput = {
  application: Awaited<ReturnType<typeof findApplications>>[number];
  standing: Result;
  next: NextResult;
  /** Sum confirmed by the operator. */
  checkedYen: number | undefined;
};

/**
 * Refuses a changed sum that looks unlikely, by the rules of waiting results, until exactly that sum is confirmed.
 * Days and boxes are unchanged.
 */
async function demandCheckedSum(
  tx: Transaction,
  { application, standing, next, checkedYen }: CheckedSumInput,
  at: Date,
): Promise<void> {
  const nextYen = next.appraisedYen + next.bonusYen;
  if (nextYen === standing.donationYen || nextYen === checkedYen) return;
  const result = { ...standing, ...next };
  const [flags = []] = await flagsOfRows(tx, [{ result, items: next.items, application }], {
    usualBoxes: await readUsualBoxes(tx),
    today: jstDay(at),
  });
  const unlikelyMessages = flags.filter(isOfSum).map(({ message }) => `${message}。`);
  if (unlikelyMessages.length === 0) return;
  const message = `${unlikelyMessages.join('')}正しければ、「金額を確かめました（${formatYen(nextYen)}円）」を選んでから、もう一度お進みください。`;
  throw refuse('ValidationError', message, { errors: [{ path: 'checkedYen', message }] });
}

/** Result of an application with its earlier ones; undefined if there is none. */
export const correctionsOf = (
  { db, clock }: Context,
  appraisalId: string,
): Promise<ResultHistory | undefined> => resultHistory(db, appraisalId, clock());

async function answer(
  { clock }: Context,
  tx: Transaction,
  appraisalId: string,
): Promise<ResultHistory> {
  const found = await resultHistory(tx, appraisalId, clock());
  if (!found) throw notFound('査定結果');
  return found;
}

async function replace(
  ctx: Context,
  tx: Transaction,
  operator: Person,
  held: LockedResult,
  { next, reason, action }: { next: NextResult; reason: string; action: string },
): Promise<ResultHistory> {
  const { clock } = ctx;
  const { application, standing, earlier } = held;
  const { appraisalId } = application;
  const at = clock();
  const printing = ctx;
  const facts = { operator, application, standing, earlier, next, reason, at, printing };
  const replacement = await replaceResult(tx, facts);
  await deleteUntrueMails(tx, [appraisalId]);
  const results = await findResults(tx, appraisalId);
  await mailCorrection(tx, { application, results, replacement, reason }, ctx);
  await audit(tx, operator, action, ['application', appraisalId], {
    at,
    before: standing.donationYen,
    after: next.appraisedYen + next.bonusYen,
    outcome: next.outcome,
    receipts: replacement.endedPapers,
  });
  return answer(ctx, tx, appraisalId);
}

/**
 * Replaces the standing result, with a reason. Refuses a stale version or money already sent on (Conflict), and
 * an unlikely sum until confirmed (ValidationError). Idempotent.
 */
export const correctResult = (
  ctx: Context,
  operator: Person,
  appraisalId: string,
  correction: ResultCorrection,
): Promise<ResultHistory> =>
  transaction(ctx.db, async (tx) => {
    const held = await holdResult(tx, appraisalId);
    const next = await nextOf(tx, held.standing, correction);
    if (isDone(held, operator, correction)) return answer(ctx, tx, appraisalId);
    if (correction.version !== held.application.version) {
      throw await staleBy(tx, held, correction.version, ctx.clock());
    }
    demandUnblocked(held);
    const { reason, checkedYen } = correction;
    await demandCheckedSum(tx, { ...held, next, checkedYen }, ctx.clock());
    return replace(ctx, tx, operator, held, { next, reason, action: 'results.correct' });
  });

/** Undoes the last correction within some minutes: the result before it stands again. */
export const undoCorrection = (
  ctx: Context,
  operator: Person,
  appraisalId: string,
  version: number,
): Promise<ResultHistory> =>
  transaction(ctx.db, async (tx) => {
    const held = await holdResult(tx, appraisalId);
    const { standing, application } = held;
    const [earlier] = held.earlier;
    const isUndone = standing.correctionReason === takenBackReason;
    if (isUndone && standing.correctedBy === operator.uid) return answer(ctx, tx, appraisalId);
    if (version !== application.version) throw await staleBy(tx, held, version, ctx.clock());
    demandUnblocked(held);
    if (!earlier || !undoUntilOf(standing, ctx.clock())) {
      throw refuse(
        'Conflict',
        '訂正を取り消せる10分が過ぎています。「訂正する」から、理由を添えて正してください。',
      );
    }
    const items = await itemsOf(tx, [earlier.id]);
    const next = { ...valuesOf(earlier), items: items.map(withoutPlace) };
    const reason = takenBackReason;
    return replace(ctx, tx, operator, held, { next, reason, action: 'results.undo-correction' });
  });

type LockedResult = Awaited<ReturnType<typeof holdResult>>;

/** Locks the application and its results, in the order of src/giving/donations/lock-donations.server.ts. */
async function holdResult(tx: Transaction, appraisalId: string) {
  const [whose] = await tx
    .select({ uid: applications.uid })
    .from(applications)
    .where(eq(applications.appraisalId, appraisalId));
  if (!whose) throw notFound('査定結果');
  if (whose.uid !== null) await lockPerson(tx, whose.uid);
  const [application] = await findApplications(tx, [appraisalId], true);
  const [standing, ...earlier] = await findResults(tx, appraisalId);
  if (!application || !standing) throw notFound('査定結果');
  return { application, standing, earlier };
}

function demandUnblocked({ application, standing }: LockedResult): void {
  const blocker = blockerOf(standing, application.state);
  if (blocker !== '') throw refuse('Conflict', blocker);
}

const valuesOf = (result: Result): Omit<NextResult, 'items'> => ({
  outcome: result.outcome as NextResult['outcome'],
  itemCount: result.itemCount,
  pricedCount: result.pricedCount,
  appraisedYen: result.appraisedYen,
  bonusYen: result.bonusYen,
  note: result.note,
});

const withoutPlace = ({
  appraisalRowId: _row,
  position: _position,
  addedAt: _at,
  ...item
}: Awaited<ReturnType<typeof itemsOf>>[number]) => item;

/** Whether this same correction was already made: a double tap or a lost response. */
function isDone(
  { application, standing }: LockedResult,
  { uid }: Person,
  correction: ResultCorrection,
): boolean {
  return (
    // A caller who saw the corrected result is making another correction, perhaps only of items.
    correction.version < application.version &&
    standing.correctedBy === uid &&
    standing.correctionReason === correction.reason &&
    Object.entries(valuesOf(standing)).every(
      ([field, value]) => correction[field as keyof ResultCorrection] === value,
    )
  );
}

/** Result requested by a correction. Items are kept if not given and if they still add up. */
async function nextOf(
  tx: Transaction,
  standing: Result,
  correction: ResultCorrection,
): Promise<NextResult> {
  const {
    version: _version,
    reason: _reason,
    checkedYen: _yen,
    items: given,
    ...values
  } = correction;
  const stored = await itemsOf(tx, [standing.id]);
  if (given === undefined) {
    const adds = (of: (item: (typeof stored)[number]) => number) =>
      stored.reduce((all, item) => all + of(item), 0);
    const isWhole =
      stored.length === 0 ||
      (adds(({ quantity }) => quantity) === values.itemCount &&
        adds(({ amountYen }) => amountYen) === values.appraisedYen);
    if (!isWhole) {
      throw refuse(
        'ValidationError',
        'お品物ごとの明細の合計が、新しい点数か金額と合いません。明細もあわせて訂正してください。',
      );
    }
    return { ...values, items: stored.map(withoutPlace) };
  }
  const byPosition = new Map(stored.map((item) => [item.position, item]));
  const items = given.map(({ from, ...item }) => {
    const earlier = from === null ? undefined : byPosition.get(from);
    return { ...blank, ...(earlier && withoutPlace(earlier)), ...item };
  });
  return { ...values, items };
}

const blank = {
  ...{ category: '', brand: '', feature: '', condition: '' },
  boxNumber: null,
  imageIds: [],
};

const mostEvents = 20;

/** Conflict that names who changed the result or application, and the change. */
async function staleBy(
  tx: Transaction,
  { application, standing }: LockedResult,
  seen: number,
  at: Date,
): Promise<Error> {
  const { appraisalId, version } = application;
  const { correctedBy, correctionReason, createdAt, donationYen } = standing;
  const since = await tx
    .select({ at: applicationEvents.at })
    .from(applicationEvents)
    .where(eq(applicationEvents.appraisalId, appraisalId))
    .orderBy(desc(applicationEvents.id))
    .limit(Math.min(mostEvents, Math.max(1, version - seen)));
  const isNewer = since.some((event) => event.at.getTime() === createdAt.getTime());
  if (correctedBy === null || !isNewer) return staleWithChanges(tx, application, seen, at);
  const name = (await namesOf(tx, [correctedBy])).get(correctedBy) ?? '運営の担当者';
  const when = formatDateTime(toTimestamp(createdAt));
  return refuse(
    'Conflict',
    `${name}さんが${when}に、この結果を${formatYen(donationYen)}円に訂正しています（理由：${correctionReason}）。内容を読み込み直してから、もう一度お試しください。`,
  );
}
