import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { StepRequest } from '#domain/applications/admin-application.ts';
import { type ApplicationState, next } from '#domain/applications/application-state.ts';
import type { SeenApplication, StepOutcome } from '#domain/applications/step-changes.ts';
import { soleDelayHours } from '#domain/approvals/approval.ts';
import { refuse } from '#domain/errors/refusal.ts';
import type { Person } from '#server/actor.ts';
import type { Effects } from '#server/approvals/approval-kinds.ts';
import type { Approvals } from '#server/approvals/approvals.ts';
import { type Transaction, transaction } from '#server/db/database.ts';
import { applications } from '#server/db/schema/applications.ts';
import { approvals as approvalsTable } from '#server/db/schema/people.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { moveToThanked } from '#server/thanks/thank-donations.ts';
import { absent, notDone, outdated, refused } from './step-outcomes.ts';
import { lockApplications, type StepDeps, takeStep } from './take-step.ts';

const waitingMessage = 'すでに送金の記録が承認を待っています。';
const askedMessage =
  '送金の記録の承認を依頼しました。もう一人の承認のあとに反映し、寄付者にお知らせします。';
const delayedMessage = `送金の記録の承認を依頼しました。ほかに承認できる人がいないため、${soleDelayHours}時間後に反映し、寄付者にお知らせします。`;
const nonePossibleMessage =
  '送金を記録できるお申し込みが、もうありません。取り消しなどで状態が変わっています。この依頼は見送ってください。';

const oneOf = (appraisalIds: readonly string[]) =>
  inArray(applications.appraisalId, [...appraisalIds]);

/** Those of the applications whose remittance waits for a second person. */
async function waitingOf(tx: Transaction, appraisalIds: readonly string[]): Promise<Set<string>> {
  const number = sql<string>`waiting.number`;
  const rows = await tx
    .select({ number })
    .from(approvalsTable)
    .innerJoin(
      sql`lateral jsonb_array_elements_text(${approvalsTable.change}->'appraisalIds') as waiting(number)`,
      inArray(number, [...appraisalIds]),
    )
    .where(and(eq(approvalsTable.kind, 'remittance'), eq(approvalsTable.state, 'waiting')));
  return new Set(rows.map((row) => row.number));
}

/** Says that money was sent on, which holds once a second person has approved it (docs/decisions/0031). */
export const askForRemittance =
  ({
    db,
    clock,
    approvals,
  }: Pick<Dependencies, 'db' | 'clock'> & { approvals: Pick<Approvals, 'ask'> }) =>
  (operator: Person, { applications: seen, note = '' }: Omit<StepRequest, 'step'>) =>
    transaction(db, async (tx): Promise<StepOutcome[]> => {
      const seenOf = new Map(seen.map((one) => [one.appraisalId, one]));
      const numbers = [...seenOf.keys()];
      const found = await lockApplications(tx, oneOf(numbers));
      // Under the locks: of two who ask at once, the second sees what the first has asked for.
      const waiting = await waitingOf(tx, numbers);
      const at = clock();
      const rowOf = new Map(found.map((row) => [row.appraisalId, row]));
      const blockerOf = async (one: SeenApplication): Promise<StepOutcome | undefined> => {
        const row = rowOf.get(one.appraisalId);
        if (!row) return absent(one.appraisalId);
        if (row.version !== one.version) return outdated(tx, row, one, at);
        if (!next(row.state as ApplicationState, 'remit')) return refused(row, 'remit');
        return waiting.has(row.appraisalId) ? notDone(row, waitingMessage) : undefined;
      };
      const blocked = new Map<string, StepOutcome>();
      for (const one of seenOf.values()) {
        const blocker = await blockerOf(one);
        if (blocker) blocked.set(one.appraisalId, blocker);
      }
      const possible = numbers.filter((number) => !blocked.has(number));
      const asked =
        possible.length > 0 &&
        (await approvals.ask(tx, operator, {
          kind: 'remittance',
          subjectId: randomUUID(),
          change: { appraisalIds: possible, note },
          reason: note,
        }));
      const message = asked && asked.dueAt !== null ? delayedMessage : askedMessage;
      return numbers.map(
        (appraisalId): StepOutcome =>
          blocked.get(appraisalId) ?? {
            appraisalId,
            isDone: false,
            isAsked: true,
            state: (rowOf.get(appraisalId)?.state ?? null) as ApplicationState | null,
            version: rowOf.get(appraisalId)?.version ?? null,
            message,
          },
      );
    });

/** Records what a second person has approved, without what has changed so that it cannot be done any more. */
export const remittanceEffect =
  (dependencies: StepDeps): Effects['remittance'] =>
  async (tx, { askedBy, change: { appraisalIds, note } }) => {
    const remitted: string[] = [];
    for (const row of await lockApplications(tx, oneOf(appraisalIds))) {
      const taken = { step: 'remit', note, actorUid: askedBy } as const;
      if (await takeStep(tx, row, taken, dependencies)) remitted.push(row.appraisalId);
    }
    if (remitted.length === 0) throw refuse('Conflict', nonePossibleMessage);
    await moveToThanked(tx, oneOf(remitted), dependencies.clock());
    const skipped = appraisalIds.filter((number) => !remitted.includes(number));
    if (skipped.length === 0) return '';
    const few = skipped.slice(0, 5).join('、');
    const others = skipped.length > 5 ? 'など' : '';
    return `${appraisalIds.length}件のうち${skipped.length}件（${few}${others}）は、状態が変わっていたため記録していません。`;
  };
