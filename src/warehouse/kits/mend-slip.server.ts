import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { findEntry, keepSplit, toEntry } from './batch-entries.server.ts';
import { lockBatch, readBatch } from './batch-rows.server.ts';
import type { KitBatchEntry, MendRequest } from './kit-batch.ts';
import { storedSender } from './sender.server.ts';
import { refuseUnprintable } from './slip-letters.server.ts';

const isSame = (one: object, other: object) =>
  JSON.stringify(Object.entries(one).toSorted()) ===
  JSON.stringify(Object.entries(other).toSorted());

/** Edits how a slip is printed, before the batch's files are written. */
export const mendSlip =
  ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) =>
  (
    operator: Person,
    { id, position }: { id: string; position: number },
    { carrier, lines, seen }: MendRequest,
  ): Promise<KitBatchEntry> =>
    transaction(db, async (tx) => {
      // Keeps the batch's version, so that two people can mend different slips at once.
      await lockBatch(tx, id, (await readBatch(tx, id)).version);
      const { sagawaEncoding } = await storedSender(tx);
      const isCp932 = sagawaEncoding === 'cp932';
      const entry = await findEntry(tx, id, position);
      if (!entry) throw refuse('NotFound', 'この行は、束にありません。');
      const now = toEntry(entry, isCp932)[carrier].lines;
      if (!isSame(now, seen)) {
        throw refuse(
          'Conflict',
          `ほかの人が先に直しています。いまの内容は「${Object.values(now).join(' ').trim()}」です。何も変えていません。`,
        );
      }
      if (carrier === 'yamato' || isCp932) refuseUnprintable(lines, 'lines.');
      await keepSplit(tx, entry, { [carrier]: lines });
      await audit(tx, operator, 'kits.correct', ['kit-batch', id], {
        at: clock(),
        carrier,
        ids: [entry.appraisalId],
      });
      const mended = await findEntry(tx, id, position);
      return toEntry(mended ?? entry, isCp932);
    });
