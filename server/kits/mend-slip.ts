import { refuse } from '#domain/errors/refusal.ts';
import type { KitBatchEntry, MendRequest } from '#domain/kits/kit-batch.ts';
import type { Person } from '#server/actor.ts';
import { audit } from '#server/audit/audit.ts';
import { transaction } from '#server/db/database.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findEntry, keepSplit, toEntry } from './batch-entries.ts';
import { lockBatch, readBatch } from './batch-rows.ts';
import { storedSender } from './sender.ts';
import { refuseUnprintable } from './slip-letters.ts';

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
