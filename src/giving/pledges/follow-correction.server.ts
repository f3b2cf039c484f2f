import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { pledges } from './pledge-tables.server.ts';

/** Shown to the author if a correction removed the pledge's donation. */
const withheldReason = '査定結果の訂正により、もとになった寄付がなくなりました。';

/**
 * Withholds a public pledge whose donation a correction removed, and shows it again when the donation is back. If the
 * donation only changed, rendered pages are dropped so that they get the new amount.
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
  // A trigger drops pages rendered with the former amount.
  if (pledge.state === 'published') await change({ version: pledge.version });
  return undefined;
}
