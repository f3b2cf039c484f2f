import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';

/** Recomputes the sum of a released batch from what stands, including approved identity checks and corrections. */
export const countBatchYen = (tx: Transaction, batchId: string) =>
  tx.execute(sql`
    update result_batches set donation_yen = (
      select coalesce(sum(d.amount_yen), 0) from appraisals a
      join donations d on d.appraisal_row_id = a.id and d.reversed_at is null
      where a.batch_id = ${batchId})
    where id = ${batchId}`);
