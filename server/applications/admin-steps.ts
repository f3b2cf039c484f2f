import { eq } from 'drizzle-orm';
import {
  type AdminStep,
  adminStepLabels,
  type StepOutcome,
  type StepRequest,
} from '#domain/applications/admin-application.ts';
import {
  type ApplicationState,
  applicationStateFacts,
  next,
  transitions,
} from '#domain/applications/application-state.ts';
import { may } from '#domain/auth/permissions.ts';
import { refuse } from '#domain/errors/refusal.ts';
import type { Person } from '#server/actor.ts';
import { transaction } from '#server/db/database.ts';
import { applications } from '#server/db/schema/applications.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { selectApplications, toRow } from './application-row.ts';
import { mailStep } from './donor-mails.ts';
import { moveApplication } from './move-application.ts';

/** The operator's steps by hand. */
export const adminSteps = (dependencies: Dependencies) => {
  const { db, clock } = dependencies;

  async function takeStep(
    operator: Person,
    appraisalId: string,
    step: AdminStep,
    note: string | undefined,
  ): Promise<StepOutcome> {
    return transaction(db, async (tx) => {
      const [found] = await selectApplications(tx, eq(applications.appraisalId, appraisalId)).for(
        'update',
        { of: applications },
      );
      if (!found) return notDone(appraisalId, null, 'この申込番号のお申し込みはありません。');
      const row = toRow(found);
      const state = row.state as ApplicationState;
      const to = next(state, step);
      if (to === undefined) return notDone(appraisalId, state, whyNot(state, step));
      const doer = { doneBy: 'operator', actorUid: operator.uid } as const;
      const moved = await moveApplication(tx, row, to, { ...doer, note, at: clock() });
      if (!moved) return notDone(appraisalId, state, 'ほかの操作と重なりました。');
      await mailStep(tx, moved, dependencies);
      const message = `「${applicationStateFacts[to].admin}」にしました。`;
      return { appraisalId, isDone: true, state: to, message };
    });
  }

  return {
    /**
     * Takes one step with each application, one after the other and each for itself: what cannot be
     * done is told and does not hold up the others. Asking again changes nothing.
     */
    async adminStep(
      operator: Person,
      { appraisalIds, step, note }: StepRequest,
    ): Promise<StepOutcome[]> {
      if (step === 'remit' && !may(operator.role, 'remittances.mark')) {
        throw refuse('Forbidden', '送金の記録は、いまの役割ではできません。');
      }
      const outcomes: StepOutcome[] = [];
      for (const appraisalId of new Set(appraisalIds)) {
        outcomes.push(await takeStep(operator, appraisalId, step, note));
      }
      return outcomes;
    },
  };
};

const notDone = (
  appraisalId: string,
  state: ApplicationState | null,
  message: string,
): StepOutcome => ({ appraisalId, isDone: false, state, message });

function whyNot(state: ApplicationState, step: AdminStep): string {
  const now = applicationStateFacts[state].admin;
  return transitions[step].to === state
    ? `すでに「${now}」です。`
    : `いまは「${now}」のため、「${adminStepLabels[step]}」はできません。`;
}
