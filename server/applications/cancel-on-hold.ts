import { type ApplicationState, next } from '#domain/applications/application-state.ts';
import { refuse } from '#domain/errors/refusal.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { stale } from '#server/http/versions.ts';
import type { ApplicationRow } from './application-row.ts';
import { mailStep } from './donor-mails.ts';
import { type Doer, moveApplication } from './move-application.ts';

/** Refusal of a change once the kit is being sent. */
export const tooLate = () =>
  refuse(
    'Conflict',
    '箱の発送のお手続きが始まっているため、この画面からは変えられません。お手数ですが、お問い合わせください。',
  );

/**
 * Cancels a locked application that the caller has proven to be the doer's, and notifies them by mail. Idempotent;
 * refuses once the kit leaves, or if `version` is outdated.
 */
export async function cancelLocked(
  tx: Transaction,
  row: ApplicationRow,
  doer: Doer,
  {
    version,
    ...dependencies
  }: Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'> & { version: number | undefined },
): Promise<ApplicationRow> {
  if (row.state === 'cancelled') return row;
  const to = next(row.state as ApplicationState, 'cancel');
  if (to === undefined) throw tooLate();
  if (version !== row.version) throw stale();
  const moved = await moveApplication(tx, row, to, { ...doer, at: dependencies.clock() });
  if (!moved) throw stale();
  await mailStep(tx, moved, dependencies);
  return moved;
}
