import { sql } from 'drizzle-orm';
import type { donations } from '#giving/donations/donation-tables.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import { endPapers, issuePaper, type PaperRecord, type Printing } from './paper-record.server.ts';

type CorrectionInput = {
  appraisalId: string;
  /** Current donation; undefined if there is none. */
  donation: typeof donations.$inferSelect | undefined;
  /** Operator who made the correction. */
  actorUid: string;
  at: Date;
};

/**
 * Replaces papers that a gift's correction made untrue, under its lock. Papers that are still true stay; a paper
 * without any gift left is voided (docs/decisions/0022). Returns the numbers that ended.
 */
export async function replaceUntruePapers(
  tx: Transaction,
  holding: readonly PaperRecord[],
  { appraisalId, donation, actorUid, at }: CorrectionInput,
  printing: Printing,
): Promise<string[]> {
  const endedNumbers: string[] = [];
  for (const paper of holding) {
    const left = await coveredElsewhere(tx, paper);
    const { number, year } = paper;
    const line = paper.lines.find((one) => one.appraisalId === appraisalId);
    const isTrue =
      line?.amountYen === donation?.amountYen && line?.receivedOn === donation?.receivedOn;
    if (!line || isTrue) continue;
    endedNumbers.push(number);
    const receivedOn = donation?.receivedOn ?? undefined;
    const next =
      donation && donation.amountYen > 0 && receivedOn?.startsWith(`${year}-`)
        ? { ...line, donationId: donation.id, amountYen: donation.amountYen, receivedOn }
        : undefined;
    // Gifts covered by another valid paper are left to that one.
    const lines =
      // An erased person gets no new paper.
      paper.uid === null
        ? []
        : paper.lines.flatMap((one) =>
            left.has(one.appraisalId) ? [] : one.appraisalId === appraisalId ? (next ?? []) : one,
          );
    if (lines.length === 0) {
      const reason = next
        ? '寄付の金額が訂正されたため'
        : '査定の結果が訂正され、この寄付がなくなったため';
      await endPapers(tx, { numbers: [number], reason, actorUid, at });
      continue;
    }
    const { isSubstitute: _, ...stated } = paper.stated;
    await issuePaper(
      tx,
      {
        ...paper,
        ...{ stated, lines, actorUid, issuedAt: at },
        replaces: [number],
        reason: '寄付の金額が訂正されたため',
      },
      printing,
    );
  }
  return endedNumbers;
}

/** Gifts of a paper that another valid paper covers, where an earlier version issued two. */
async function coveredElsewhere(tx: Transaction, { number, lines }: PaperRecord) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select appraisal_id as id from receipt_gifts
    where stands and appraisal_id = ${oneOf(lines.map(({ appraisalId }) => appraisalId))}
    and receipt_number <> ${number}`);
  return new Set(rows.map(({ id }) => id));
}
