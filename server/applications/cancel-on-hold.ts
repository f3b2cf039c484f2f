import { type ApplicationState, next } from '#domain/applications/application-state.ts';
import { refuse } from '#domain/errors/refusal.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { stale } from '#server/http/versions.ts';
import type { ApplicationRow } from './application-row.ts';
import { mailStep } from './donor-mails.ts';
import { type Doer, moveApplication } from './move-application.ts';

/** The refusal of a change once the kit is on its way. */
export const tooLate = () =>
  refuse(
    'Conflict',
    '箱の発送のお手続きが始まっているため、この画面からは変えられません。お手数ですが、お問い合わせください。',
  );

/**
 * Cancels an application that the caller holds locked and has proven to be the doer's, and tells
 * them by mail. Cancelled already is as good; refuses once the kit leaves, or without the version that was seen.
 */
export async function cancelOnHold(
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
