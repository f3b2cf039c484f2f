import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { pledges } from '#server/db/schema/pledges.ts';

/** Why a pledge is withheld whose donation a correction took away. */
const withheldReason = '査定結果の訂正により、もとになった寄付がなくなりました。';

/**
 * Withholds a public pledge that has no donation any more, and shows it again when that is back; one whose donation
 * only changed stays, and is rendered anew with its amount.
 */
export async function followCorrection(
  tx: Transaction,
  appraisalId: string,
  isDonated: boolean,
  at: Date,
): Promise<'withheld' | 'shown' | undefined> {
  const [pledge] = await tx
    .select()
    .from(pledges)
    .where(eq(pledges.appraisalId, appraisalId))
    .for('update');
  if (!pledge) return undefined;
  const change = async (values: Partial<typeof pledges.$inferInsert>) => {
    await tx
      .update(pledges)
      .set({ version: pledge.version + 1, ...values })
      .where(and(eq(pledges.id, pledge.id)));
  };
  if (!isDonated && pledge.state === 'published') {
    await change({ state: 'withheld', withheldAt: at, withheldReason });
    return 'withheld';
  }
  if (isDonated && pledge.state === 'withheld' && pledge.withheldReason === withheldReason) {
    await change({ state: 'published', withheldAt: null, withheldReason: '' });
    return 'shown';
  }
  // Its trigger drops what was rendered with the amount of before.
  if (pledge.state === 'published') await change({ version: pledge.version });
  return undefined;
}
