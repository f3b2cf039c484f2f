import type { openLedger } from './ledger.ts';
import { rowsOf } from './site.ts';

/** Differences between the database and the acknowledged writes, and incomplete applications. */
export async function disagreements(
  databaseUrl: string,
  ledger: ReturnType<typeof openLedger>,
): Promise<string[]> {
  const stored = await rowsOf<{ appraisal_id: string; email: string }>(
    databaseUrl,
    'select appraisal_id, email from applications',
  );
  const byEmail = Map.groupBy(stored, ({ email }) => email);
  const faults: string[] = [];
  for (const [key, appraisalId] of ledger.read()) {
    const [row] = byEmail.get(`${key}@tasuki.example`) ?? [];
    if (row?.appraisal_id !== appraisalId)
      faults.push(`${appraisalId} was acknowledged and is lost`);
  }
  for (const [email, rows] of byEmail) {
    if (rows.length > 1) faults.push(`${email} is there ${rows.length} times`);
  }
  const halves = await rowsOf<{ appraisal_id: string }>(
    databaseUrl,
    `select appraisal_id from applications a where
       (select count(*) from application_events e where e.appraisal_id = a.appraisal_id) <> 1
       or (select count(*) from outbox_mails m where m.appraisal_id = a.appraisal_id) <> 1
       or not exists (select from application_tokens t where t.appraisal_id = a.appraisal_id)
       or not exists (select from application_search s where s.appraisal_id = a.appraisal_id)
       or not exists (select from idempotency_keys k where a.email = k.key || '@tasuki.example')`,
  );
  return [...faults, ...halves.map((row) => `${row.appraisal_id} is not whole`)];
}
