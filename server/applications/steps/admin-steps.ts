import { eq } from 'drizzle-orm';
import type {
  AdminStep,
  StepOutcome,
  StepRequest,
} from '#domain/applications/admin-application.ts';
import {
  type ApplicationState,
  applicationStateFacts,
} from '#domain/applications/application-state.ts';
import { may } from '#domain/auth/permissions.ts';
import { refuse } from '#domain/errors/refusal.ts';
import type { Person } from '#server/actor.ts';
import type { Approvals } from '#server/approvals/approvals.ts';
import { transaction } from '#server/db/database.ts';
import { applications } from '#server/db/schema/applications.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { askForRemittance } from './remittances.ts';
import { absent, refused } from './step-outcomes.ts';
import { lockApplications, takeStep } from './take-step.ts';

/** The operator's steps by hand. */
export const adminSteps = (dependencies: Dependencies & { approvals: Pick<Approvals, 'ask'> }) => {
  const { db } = dependencies;
  const remit = askForRemittance(dependencies);

  async function takeOne(
    operator: Person,
    appraisalId: string,
    step: AdminStep,
    note: string | undefined,
  ): Promise<StepOutcome> {
    return transaction(db, async (tx) => {
      const [row] = await lockApplications(tx, eq(applications.appraisalId, appraisalId));
      if (!row) return absent(appraisalId);
      const to = await takeStep(tx, row, { step, note, actorUid: operator.uid }, dependencies);
      if (to === undefined) return refused(appraisalId, row.state as ApplicationState, step);
      const message = `「${applicationStateFacts[to].admin}」にしました。`;
      return { appraisalId, isDone: true, state: to, message };
    });
  }

  return {
    /**
     * Takes one step with each application, one after the other and each for itself: what cannot be
     * done is told and does not hold up the others. Asking again changes nothing. That money was sent on
     * is asked of a second person, all at once.
     */
    async adminStep(
      operator: Person,
      { appraisalIds, step, note }: StepRequest,
    ): Promise<StepOutcome[]> {
      if (step === 'remit') {
        if (!may(operator.role, 'remittances.mark')) {
          throw refuse('Forbidden', '送金の記録は、いまの役割ではできません。');
        }
        return remit(operator, { appraisalIds, note });
      }
      const outcomes: StepOutcome[] = [];
      for (const appraisalId of new Set(appraisalIds)) {
        outcomes.push(await takeOne(operator, appraisalId, step, note));
      }
      return outcomes;
    },
  };
};
