import { sql } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';

/** Days after which a backup, or its trial restore, is late. */
const lateDays = 2;

type State = { last: string | null; proof: string | null; isLate: boolean; isUnproven: boolean };

/** What is wrong with the backups (src/start/backups); '' if all is well, or if none was ever made. */
export async function backupComplaint(db: Database, now: Date): Promise<string> {
  const since = sql`${now.toISOString()}::timestamptz - make_interval(days => ${lateDays})`;
  const { rows } = await db.execute<State>(sql`
    select (select state from backups where state <> 'running' order by started_at desc limit 1) as last,
      (select proof from backups where proof is not null order by started_at desc limit 1) as proof,
      not exists (select from backups where state = 'done' and ended_at > ${since}) as "isLate",
      exists (select from backups where proof is not null)
        and not exists (select from backups where proof = 'ok' and proven_at > ${since}) as "isUnproven"`);
  const [state] = rows;
  if (!state?.last) return '';
  if (state.last === 'failed') return '最後のバックアップに失敗しました。';
  if (state.proof && state.proof !== 'ok') {
    return '最後のバックアップから、試しに戻すことができませんでした。';
  }
  if (state.isLate) return `${lateDays}日より前から、バックアップがありません。`;
  return state.isUnproven ? `${lateDays}日より前から、バックアップを試しに戻せていません。` : '';
}
