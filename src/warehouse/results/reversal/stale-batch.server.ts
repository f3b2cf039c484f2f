import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { stale } from '#kit/http/versions.server.ts';
import { formatDateTime, toTimestamp } from '#kit/values/timestamp.ts';
import { nameOf } from '#warehouse/results/batches.server.ts';

/** Conflict for a stale released batch: who changed it last, when, and how. */
export async function staleBatch(tx: Transaction, id: string): Promise<Error> {
  const {
    rows: [last],
  } = await tx.execute<{ at: number; by: string; corrected: string | null }>(sql`
    select extract(epoch from x.at)::float8 * 1000 as at, ${nameOf(sql`x.uid`)} as by, x.corrected from (
      (select created_at as at, corrected_by as uid, appraisal_id as corrected from appraisals
        where batch_id = ${id} and corrects_id is not null order by 1 desc limit 1)
      union all
      (select at, actor_uid, null from audit_log
        where subject_type = 'result-batch' and subject_id = ${id} and action = 'results.reverse'
        order by id desc limit 1)
    ) x order by 1 desc limit 1`);
  if (!last) return stale();
  const who = last.by ? `${last.by}さんが` : 'ほかの画面で';
  const when = formatDateTime(toTimestamp(new Date(last.at)));
  const what = last.corrected ? `${last.corrected}の結果を訂正して` : '一部の行を取り消して';
  return refuse(
    'Conflict',
    `この取り込みは、${who}${when}に${what}います。内容を読み込み直して、お確かめください。`,
  );
}
