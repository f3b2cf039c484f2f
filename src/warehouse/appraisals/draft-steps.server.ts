import { eq } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { someOf } from '#kit/values/text/some-of.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import {
  addTabletResult,
  type TabletResult,
} from '#warehouse/results/waiting/add-tablet-result.server.ts';
import { appraisalDrafts as table } from './appraisal-tables.server.ts';
import { bonusFor } from './bonus-rules.server.ts';
import {
  changeDraft,
  type DraftContext,
  type DraftStep,
  demandOpen,
  demandSeen,
} from './change-draft.server.ts';
import { maxItemYen, missingOf } from './draft-item.ts';
import { contentOf, type DraftRow, findFlags, readItems } from './draft-rows.server.ts';
import { receivedBoxes, receivedDay } from './receiving.server.ts';
import { resultOf } from './tablet-result.server.ts';
import { outcomeOf, totalsOf } from './totals.ts';

type DraftChange = Partial<
  Pick<
    DraftRow,
    | 'state'
    | 'finishedBoxes'
    | 'outcome'
    | 'bonusYen'
    | 'note'
    | 'overrideReason'
    | 'sentBackNote'
    | 'finishedBy'
    | 'finishedAt'
    | 'reviewedBy'
    | 'reviewedAt'
  >
>;

/** A step on the version seen; `work` carries it out. */
const takeDraftStep = (
  ctx: Context,
  operator: Person,
  { appraisalId, version }: DraftStep,
  verb: string,
  work: (changing: DraftContext) => Promise<DraftChange>,
  details?: Record<string, unknown>,
) =>
  changeDraft(ctx, { operator, appraisalId, verb }, async (changing) => {
    await demandSeen(changing.tx, changing.draft, version);
    const change = await work(changing);
    await changing.tx.update(table).set(change).where(eq(table.appraisalId, appraisalId));
    return { result: undefined, ...(details && { details }) };
  });

/** Marks a box's goods as all entered, or reopens the box. */
export const finishBox = (
  ctx: Context,
  operator: Person,
  seen: DraftStep,
  { boxNumber, isFinished }: { boxNumber: number; isFinished: boolean },
) =>
  takeDraftStep(
    ctx,
    operator,
    seen,
    isFinished ? 'finish-box' : 'continue-box',
    async (changing) => {
      demandOpen(changing.draft);
      const { finishedBoxes } = changing.draft;
      const others = finishedBoxes.filter((box) => box !== boxNumber);
      if (!isFinished) return { finishedBoxes: others };
      await demandWholeItems(changing, boxNumber);
      return { finishedBoxes: [...others, boxNumber].toSorted((one, other) => one - other) };
    },
    { box: boxNumber },
  );

/** Requests the second check once all boxes are finished; implausible values need a reason. */
export const askReview = (
  ctx: Context,
  operator: Person,
  seen: DraftStep,
  { note, overrideReason }: { note: string; overrideReason: string },
) =>
  takeDraftStep(ctx, operator, seen, 'ask-review', async (changing) => {
    demandOpen(changing.draft);
    await demandAllBoxes(changing);
    const result = await resultNow({
      ...changing,
      draft: { ...changing.draft, note, overrideReason, finishedAt: changing.at },
    });
    if (result.items.length === 0) throw refuse('Conflict', nothingEntered);
    if (result.appraisedYen > maxItemYen) throw refuse('Conflict', tooMuch);
    await demandReason(ctx, changing, result);
    return {
      state: 'review',
      outcome: result.outcome,
      bonusYen: result.bonusYen,
      note,
      overrideReason,
      sentBackNote: '',
      finishedBy: operator.uid,
      finishedAt: changing.at,
    };
  });

/** The second check sends the draft back, with instructions. */
export const sendBack = (
  ctx: Context,
  operator: Person,
  seen: DraftStep,
  { note }: { note: string },
) =>
  takeDraftStep(ctx, operator, seen, 'return', async ({ draft }) => {
    if (draft.state !== 'review') throw notInReview();
    return { state: 'open', finishedBoxes: [], sentBackNote: note };
  });

/** The second check confirms the draft: the result waits for release. */
export const confirmDraft = (ctx: Context, operator: Person, seen: DraftStep) =>
  takeDraftStep(ctx, operator, seen, 'confirm', async (changing) => {
    if (changing.draft.state !== 'review') throw notInReview();
    await demandAllBoxes(changing);
    await addTabletResult(changing.tx, operator, await resultNow(changing), ctx);
    return { state: 'reviewed', reviewedBy: operator.uid, reviewedAt: changing.at };
  });

/** Reopens a finished draft, unless its result waits for release. */
export const continueDraft = (ctx: Context, operator: Person, seen: DraftStep) =>
  takeDraftStep(ctx, operator, seen, 'continue', async ({ draft }) => {
    if (draft.state === 'open') throw refuse('Conflict', 'この査定は、もう再開されています。');
    return { state: 'open', reviewedBy: null, reviewedAt: null };
  });

async function demandReason(
  ctx: Context,
  { tx }: DraftContext,
  result: TabletResult,
): Promise<void> {
  const flags = await findFlags(tx, result, ctx);
  if (flags.length === 0 || result.overrideReason !== '') return;
  const message = '気になる点があります。このまま進めるときは、理由を入力してください。';
  throw refuse('ValidationError', message, { errors: [{ path: 'overrideReason', message }] });
}

const nothingEntered = 'お品物がまだ1点も入力されていません。箱の中身を入力してください。';
const tooMuch = `査定金額の合計が${formatYen(maxItemYen)}円を超えています。お品物の金額をご確認ください。`;
const notInReview = () =>
  refuse('Conflict', 'この査定は確認を待っていません。画面の新しい内容をご確認ください。');

async function itemsOf({ tx, draft }: DraftContext) {
  return (await readItems(tx, draft.appraisalId)).map(({ item }) => item);
}

/** Result of the draft, by the rules of the day on which its appraisal ended. */
async function resultNow(changing: DraftContext): Promise<TabletResult> {
  const { tx, application, draft, at } = changing;
  const items = await itemsOf(changing);
  const day = jstDay(draft.finishedAt ?? at);
  const contents = items.map(contentOf);
  const { appraisedYen } = totalsOf(contents);
  const bonus =
    outcomeOf(contents) === 'completed'
      ? await bonusFor(tx, application, { appraisedYen, day })
      : { yen: 0 };
  const receivedOn = await receivedDay(tx, application);
  return resultOf({ application, draft, items }, { receivedOn, day, bonusYen: bonus.yen });
}

async function demandAllBoxes({ tx, application, draft }: DraftContext): Promise<void> {
  const open = (await receivedBoxes(tx, application)).filter(
    (box) => !draft.finishedBoxes.includes(box),
  );
  if (open.length === 0) return;
  throw refuse('Conflict', `${open.join('・')}箱目の査定がまだ終わっていません。`);
}

/** Refuses a box that was not received, or that has incomplete items. */
async function demandWholeItems(changing: DraftContext, boxNumber: number): Promise<void> {
  if (!(await receivedBoxes(changing.tx, changing.application)).includes(boxNumber)) {
    throw refuse('ValidationError', `${boxNumber}箱目は、まだ届いていません。`);
  }
  const incompleteItems = (await itemsOf(changing))
    .filter((item) => item.boxNumber === boxNumber)
    .flatMap((item, index) => {
      const missing = missingOf(contentOf(item));
      return missing.length > 0 ? [`${index + 1}行目（${missing.join('・')}）`] : [];
    });
  if (incompleteItems.length === 0) return;
  const shown = someOf(incompleteItems, (count) => ` ほか${count}行`);
  throw refuse('Conflict', `まだ足りない内容があります：${shown}`);
}
