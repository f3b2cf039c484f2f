import { and, eq, isNull } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { writeAudit } from '#kit/audit/audit.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import type { DonorNote } from './donor.ts';
import { isTheirNote, selectNotes, toNote } from './donor-parts.server.ts';
import { donorNotes } from './donor-tables.server.ts';
import { findDonorOrGuest, subjectOf } from './whose.server.ts';

async function readNote(tx: Transaction, id: number): Promise<DonorNote> {
  const [row] = await selectNotes(tx, eq(donorNotes.id, id));
  if (!row) throw notFound('メモ');
  return toNote(row);
}

/** Operators' notes on a donor or guest; never changed, only withdrawn. */
export const notes = ({ db, clock }: Pick<Dependencies, 'db' | 'clock'>) => ({
  async addNote(operator: Person, id: string, body: string): Promise<DonorNote> {
    return transaction(db, async (tx) => {
      const subject = subjectOf(await findDonorOrGuest(tx, id));
      const at = clock();
      const [row] = await tx
        .insert(donorNotes)
        .values({ ...subject, body, createdBy: operator.uid, createdAt: at })
        .returning({ id: donorNotes.id });
      await writeAudit(tx, {
        actor: operator,
        action: 'donors.note',
        ...subject,
        details: { note: row?.id },
        at,
      });
      return readNote(tx, row?.id ?? 0);
    });
  },

  /** Withdraws a note and deletes its text. Idempotent. */
  async withdrawNote(operator: Person, id: string, noteId: number): Promise<DonorNote> {
    return transaction(db, async (tx) => {
      const whose = await findDonorOrGuest(tx, id);
      const at = clock();
      const isThis = and(eq(donorNotes.id, noteId), isTheirNote(whose));
      const [withdrawn] = await tx
        .update(donorNotes)
        .set({ withdrawnAt: at, body: '' })
        .where(and(isThis, isNull(donorNotes.withdrawnAt)))
        .returning({ id: donorNotes.id });
      if (withdrawn) {
        await writeAudit(tx, {
          actor: operator,
          action: 'donors.unnote',
          ...subjectOf(whose),
          details: { note: noteId },
          at,
        });
      } else {
        const [known] = await tx.select({ id: donorNotes.id }).from(donorNotes).where(isThis);
        if (!known) throw notFound('メモ');
      }
      return readNote(tx, noteId);
    });
  },
});
