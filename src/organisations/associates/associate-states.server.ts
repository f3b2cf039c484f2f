import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import type { AssociateMove } from './admin-associate.ts';
import { agreementOn } from './agreements.server.ts';
import { missingForPublishing } from './associate-content.ts';
import { lockAssociate } from './associate-row.server.ts';
import { type AssociateState, associateStates, nextAssociateStates } from './associate-state.ts';
import { readAssociateContent } from './associate-versions.server.ts';
import { writeAssociateState } from './standing.server.ts';

/** What an organisation lacks for publication, in words. */
export async function missingOf(
  source: Database | Transaction,
  id: string,
  today: string,
): Promise<string[]> {
  const content = await readAssociateContent(source, id);
  const facts = content ? missingForPublishing(content).map(({ label }) => label) : [];
  const agreement = await agreementOn(source, id, today);
  return agreement ? facts : [...facts, '今日に有効な契約'];
}

/** Moves organisations from draft to published, paused and ended. */
export const associateStateMoves = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  /** Refuses an impossible transition, an outdated version, and publication of an incomplete page. */
  move: (operator: Person, id: string, order: AssociateMove) =>
    transaction(db, async (tx) => {
      const { state, mergedInto } = await lockAssociate(tx, id);
      if (state !== order.from) throw stale();
      demandPossible(order.from, order.to, mergedInto);
      await moveAssociate(tx, { operator, id, order, at: clock() });
    }),
});

/** Moves a locked organisation. */
export async function moveAssociate(
  tx: Transaction,
  input: { operator: Pick<Person, 'uid'>; id: string; order: AssociateMove; at: Date },
): Promise<void> {
  const { operator, id, order, at } = input;
  const { from, to, note } = order;
  const today = jstDay(at);
  if (to === 'published') await demandNothingMissing(tx, id, today);
  const endedOn = to === 'ended' ? order.endedOn || today : null;
  if (endedOn && endedOn > today) {
    const message = '終了の日は、今日までの日を選んでください。';
    throw refuse('ValidationError', message, { errors: [{ path: 'endedOn', message }] });
  }
  await writeAssociateState(tx, id, {
    state: to,
    stateNote: to === 'published' ? '' : note,
    endedOn,
  });
  await audit(tx, operator, 'associates.move', ['associate', id], { at, from, to });
}

function demandPossible(from: AssociateState, to: AssociateState, mergedInto: string | null) {
  if (mergedInto !== null) {
    throw refuse('Conflict', 'この団体は、ほかの団体に統合されています。状態は変えられません。');
  }
  if (!nextAssociateStates[from].includes(to)) {
    const names = `「${associateStates[from]}」から「${associateStates[to]}」`;
    throw refuse('ValidationError', `${names}には変えられません。`);
  }
}

async function demandNothingMissing(tx: Transaction, id: string, today: string) {
  const missing = await missingOf(tx, id, today);
  if (missing.length > 0) {
    throw refuse('ValidationError', `公開するには、次のものが必要です：${missing.join('、')}。`);
  }
}
