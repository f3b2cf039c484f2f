import { eq } from 'drizzle-orm';
import {
  type AdminStep,
  adminStepLabels,
  type StepRequest,
} from '#giving/applications/admin-application.ts';
import type { ApplicationRow } from '#giving/applications/application-row.server.ts';
import {
  type ApplicationState,
  applicationStateFacts,
  transitions,
} from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { mailCorrectedStep, mailUndoneStep } from '#giving/applications/donor-mails.server.ts';
import type {
  SeenApplication,
  SetRightRequest,
  StepOutcome,
  TakeBackRequest,
} from '#giving/applications/step-changes.ts';
import { rightStateOf, takeBackMinutes, takeBackUntil } from '#giving/applications/take-back.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { recordOnBoxes } from './box-flags.server.ts';
import { changesSince, staleWithChanges } from './since-then.server.ts';
import { lockApplications, takeStep } from './take-step.server.ts';
import { readLastStep, toEntered, undoBlocker, undoStep } from './undo-step.server.ts';

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

const impossibleMessage = (state: ApplicationState) =>
  `いまは「${applicationStateFacts[state].admin}」のため、この状態には直せません。査定や寄付のあとの間違いは、査定結果の「訂正」から直してください。`;

export async function setStateRight(
  ctx: Context,
  operator: Person,
  { appraisalId, version, toState, reason, donorWords = '' }: SetRightRequest,
): Promise<StepOutcome> {
  const { db, clock } = ctx;
  return transaction(db, async (tx) => {
    const [row] = await lockApplications(tx, eq(applications.appraisalId, appraisalId));
    if (!row) throw notFound('申込番号のお申し込み');
    const at = clock();
    if (row.version !== version) throw await staleWithChanges(tx, row, version, at);
    const step = await readLastStep(tx, row);
    if (!step || step.last.batchId !== null || rightStateOf(toEntered(step.last)) !== toState) {
      throw refuse('Conflict', impossibleMessage(row.state as ApplicationState));
    }
    const blocker = await undoBlocker(tx, row, step.last);
    if (blocker) throw refuse('Conflict', blocker);
    const undoing = { ...step, actorUid: operator.uid, note: reason, at };
    const undone = await undoStep(tx, row, undoing);
    if (!undone) throw await staleWithChanges(tx, row, version, at);
    await audit(tx, operator, 'applications.set-right', ['application', appraisalId], {
      at,
      from: row.state,
      to: toState,
      reason,
    });
    if (undone.isKnown) await mailCorrectedStep(tx, undone.row, donorWords, ctx);
    const told = undone.isKnown ? '寄付者にも、メールでお知らせします。' : '';
    return {
      appraisalId,
      isDone: true,
      state: toState,
      version: undone.row.version,
      message: `「${applicationStateFacts[toState].admin}」に直しました。${told}`,
    };
  });
}

type StepRow = Pick<ApplicationRow, 'appraisalId' | 'state' | 'version'>;

export const failedOutcome = (
  { appraisalId, state, version }: StepRow,
  message: string,
): StepOutcome => ({
  appraisalId,
  isDone: false,
  state: state as ApplicationState,
  version,
  message,
});

export const absent = (appraisalId: string): StepOutcome => ({
  appraisalId,
  isDone: false,
  state: null,
  version: null,
  message: 'この申込番号のお申し込みはありません。',
});

/** Outcome for an application changed since it was shown: untouched, with what happened. */
export async function staleOutcome(
  tx: Transaction,
  row: StepRow,
  seen: SeenApplication,
  at: Date,
): Promise<StepOutcome> {
  const told = await changesSince(tx, row, seen.version, at);
  return { ...failedOutcome(row, told), isStale: true };
}

/** Outcome for a step that is impossible in a state, with the reason. */
function refused(row: StepRow, step: AdminStep): StepOutcome {
  const state = row.state as ApplicationState;
  const now = applicationStateFacts[state].admin;
  const message =
    transitions[step].to === state
      ? `すでに「${now}」です。`
      : `いまは「${now}」のため、「${adminStepLabels[step]}」はできません。`;
  return failedOutcome(row, message);
}

async function stepOne(
  ctx: Context,
  operator: Person,
  seen: SeenApplication,
  step: AdminStep,
  note: string | undefined,
): Promise<StepOutcome> {
  const { db, clock } = ctx;
  const { appraisalId } = seen;
  return transaction(db, async (tx) => {
    const [row] = await lockApplications(tx, eq(applications.appraisalId, appraisalId));
    if (!row) return absent(appraisalId);
    const at = clock();
    if (row.version !== seen.version) return staleOutcome(tx, row, seen, at);
    const taken = { step, note, actorUid: operator.uid };
    const moved = await takeStep(tx, row, taken, ctx);
    if (!moved) return refused(row, step);
    await recordOnBoxes(tx, moved, { actorUid: operator.uid, at });
    const state = moved.state as ApplicationState;
    const message = `「${applicationStateFacts[state].admin}」にしました。`;
    return { appraisalId, isDone: true, state, version: moved.version, message };
  });
}

/**
 * Takes one step with each application, one by one in its own transaction: failures, including stale versions, are
 * reported and do not stop the others. Idempotent.
 */
export async function stepApplications(
  ctx: Context,
  operator: Person,
  { applications: seen, step, note }: StepRequest,
): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = [];
  for (const one of new Map(seen.map((each) => [each.appraisalId, each])).values()) {
    outcomes.push(await stepOne(ctx, operator, one, step, note));
  }
  return outcomes;
}
