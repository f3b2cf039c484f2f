import { eq } from 'drizzle-orm';
import {
  type ApplicationState,
  applicationStateFacts,
} from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { mailCorrectedStep } from '#giving/applications/donor-mails.server.ts';
import type { SetRightRequest, StepOutcome } from '#giving/applications/step-changes.ts';
import { rightStateOf } from '#giving/applications/take-back.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { readLastStep, toEntered } from './last-step.server.ts';
import { staleWithChanges } from './since-then.server.ts';
import { lockApplications } from './take-step.server.ts';
import { undoBlocker, undoStep } from './undo-step.server.ts';

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
