import { eq } from 'drizzle-orm';
import {
  type ApplicationState,
  applicationStateFacts,
} from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { mailUndoneStep } from '#giving/applications/donor-mails.server.ts';
import type {
  SeenApplication,
  StepOutcome,
  TakeBackRequest,
} from '#giving/applications/step-changes.ts';
import { takeBackMinutes, takeBackUntil } from '#giving/applications/take-back.ts';
import type { Person } from '#kit/actor.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { readLastStep, toEntered } from './last-step.server.ts';
import { absent, failedOutcome, staleOutcome } from './step-outcomes.server.ts';
import { lockApplications } from './take-step.server.ts';
import { undoBlocker, undoStep } from './undo-step.server.ts';

const nothingByHand = '取り消せる操作がありません。';
const over = `${takeBackMinutes}分を過ぎたため、取り消せません。お申し込みの画面の「状態を直す」をお使いください。`;

const takeOneBack = (ctx: Context, operator: Person, seen: SeenApplication) =>
  transaction(ctx.db, async (tx): Promise<StepOutcome> => {
    const { appraisalId } = seen;
    const [row] = await lockApplications(tx, eq(applications.appraisalId, appraisalId));
    if (!row) return absent(appraisalId);
    const at = ctx.clock();
    if (row.version !== seen.version) return staleOutcome(tx, row, seen, at);
    const step = await readLastStep(tx, row);
    const until = step && takeBackUntil(toEntered(step.last));
    if (!step || until === undefined) return failedOutcome(row, nothingByHand);
    if (at.getTime() > until) return failedOutcome(row, over);
    const blocker = await undoBlocker(tx, row, step.last);
    if (blocker) return failedOutcome(row, blocker);
    const undoing = { ...step, actorUid: operator.uid, note: '', at };
    const undone = await undoStep(tx, row, undoing);
    if (!undone) return failedOutcome(row, nothingByHand);
    if (undone.isKnown) await mailUndoneStep(tx, undone.row, ctx);
    const state = undone.row.state as ApplicationState;
    const told = undone.isKnown ? '寄付者にも、メールでお知らせします。' : '';
    return {
      appraisalId,
      isDone: true,
      state,
      version: undone.row.version,
      message: `取り消して、「${applicationStateFacts[state].admin}」に戻しました。${told}`,
    };
  });

/** One by one in its own transaction, like steps. Idempotent. */
export async function takeBackSteps(
  ctx: Context,
  operator: Person,
  { applications: seen }: TakeBackRequest,
): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = [];
  for (const one of new Map(seen.map((each) => [each.appraisalId, each])).values()) {
    outcomes.push(await takeOneBack(ctx, operator, one));
  }
  return outcomes;
}
