import { eq } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import type { AssociateState } from './associate-state.ts';
import { associates } from './associate-tables.server.ts';

type Standing = {
  state: AssociateState;
  /** Public note on a pause or an end. */
  stateNote?: string;
  /** YYYY-MM-DD. */
  endedOn?: string | null;
  mergedInto?: string | null;
};

/** Moves an organisation to another state, and updates whether it is listed. */
export async function writeAssociateState(
  tx: Transaction,
  id: string,
  { state, stateNote = '', endedOn = null, mergedInto = null }: Standing,
): Promise<void> {
  await tx
    .update(associates)
    .set({ state, isListed: state === 'published', stateNote, endedOn, mergedInto })
    .where(eq(associates.id, id));
}
