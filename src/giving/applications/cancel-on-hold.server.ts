import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import type { ApplicationRow } from './application-row.server.ts';
import { type ApplicationState, next } from './application-state.ts';
import { mailStep } from './donor-mails.server.ts';
import { type Doer, moveApplication } from './move-application.server.ts';

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
