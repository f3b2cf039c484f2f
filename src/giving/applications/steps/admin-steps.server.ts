import { eq } from 'drizzle-orm';
import type { AdminStep, StepRequest } from '#giving/applications/admin-application.ts';
import {
  type ApplicationState,
  applicationStateFacts,
} from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { SeenApplication, StepOutcome } from '#giving/applications/step-changes.ts';
import type { Person } from '#kit/actor.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { recordOnBoxes } from './box-flags.server.ts';
import { absent, refused, staleOutcome } from './step-outcomes.server.ts';
import { lockApplications, takeStep } from './take-step.server.ts';

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
