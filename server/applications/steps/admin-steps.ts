import { eq } from 'drizzle-orm';
import type { AdminStep, StepRequest } from '#domain/applications/admin-application.ts';
import {
  type ApplicationState,
  applicationStateFacts,
} from '#domain/applications/application-state.ts';
import type { SeenApplication, StepOutcome } from '#domain/applications/step-changes.ts';
import type { Person } from '#server/actor.ts';
import { transaction } from '#server/db/database.ts';
import { applications } from '#server/db/schema/applications.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { recordOnBoxes } from './box-flags.ts';
import { absent, refused, staleOutcome } from './step-outcomes.ts';
import { lockApplications, takeStep } from './take-step.ts';

/** The operator's manual steps. */
export const adminSteps = (dependencies: Dependencies) => {
  const { db, clock } = dependencies;

  async function stepOne(
    operator: Person,
    seen: SeenApplication,
    step: AdminStep,
    note: string | undefined,
  ): Promise<StepOutcome> {
    const { appraisalId } = seen;
    return transaction(db, async (tx) => {
      const [row] = await lockApplications(tx, eq(applications.appraisalId, appraisalId));
      if (!row) return absent(appraisalId);
      const at = clock();
      if (row.version !== seen.version) return staleOutcome(tx, row, seen, at);
      const taken = { step, note, actorUid: operator.uid };
      const moved = await takeStep(tx, row, taken, dependencies);
      if (!moved) return refused(row, step);
      await recordOnBoxes(tx, moved, { actorUid: operator.uid, at });
      const state = moved.state as ApplicationState;
      const message = `「${applicationStateFacts[state].admin}」にしました。`;
      return { appraisalId, isDone: true, state, version: moved.version, message };
    });
  }

  return {
    /**
     * Takes one step with each application, one by one in its own transaction: failures, including stale versions, are
     * reported and do not stop the others. Idempotent.
     */
    async adminStep(
      operator: Person,
      { applications: seen, step, note }: StepRequest,
    ): Promise<StepOutcome[]> {
      const outcomes: StepOutcome[] = [];
      for (const one of new Map(seen.map((each) => [each.appraisalId, each])).values()) {
        outcomes.push(await stepOne(operator, one, step, note));
      }
      return outcomes;
    },
  };
};
