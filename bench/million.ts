import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';

export type DataSize = { associates: number; donors: number; donations: number };

/** Donations of a size, with a proportionate number of donors and organisations. */
export const sizeOf = (donations: number): DataSize => ({
  associates: Math.max(1, Math.round(donations / 100)),
  donors: Math.max(1, Math.round(donations / 5)),
  donations,
});

/**
 * A data folder with sample data of this size, reused from an earlier run or new. An interrupted
 * load continues.
 */
export async function dataFolder(size: DataSize, name = 'tasuki-bench-lists'): Promise<string> {
  const folder = join(tmpdir(), name);
  const stamp = join(folder, 'size.json');
  const requestedSize = JSON.stringify(size);
  const existingSize = await readFile(stamp, 'utf8').catch(() => '');
  if (existingSize.trim() === requestedSize) return folder;
  if (existingSize !== '') await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const args = Object.entries(size).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const began = performance.now();
  const program = join('src', 'start', 'sample', 'main.server.ts');
  // As `npm run sample` does, since it allocates much short-lived memory.
  const loading = spawn(process.execPath, ['--max-semi-space-size=64', program, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(loading, 'exit');
  if (code !== 0) throw new Error(`loading the sample ended with ${code}`);
  console.log(`loaded in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  await writeFile(stamp, requestedSize);
  return folder;
}

/** Rows for lists that the sample leaves empty, by number of donations. */
const rowsFor = (donations: number) => ({
  messages: Math.round(donations / 10),
  listings: Math.round(donations / 50),
  reports: Math.round(donations / 50),
  mails: Math.round(donations / 2),
  audits: donations,
});

/** Fills lists that the sample leaves empty: messages, listings, reports, mails, the audit log. */
export async function fillOtherLists(client: pg.Client, { donations }: DataSize): Promise<void> {
  const { rows } = await client.query(`select from contact_messages where id = 'bench-1'`);
  if (rows.length > 0) return;
  const { messages, listings, reports, mails, audits } = rowsFor(donations);
  // In one transaction: an interrupted run starts again here.
  await client.query('begin');
  const at = (n: string) => `now() - ${n} * interval '1 minute'`;
  await client.query(`
    insert into contact_messages (id, kind, name, email, message, answered_at, created_at)
    select 'bench-' || n, 'other', '見本 ' || n, 'm' || n || '@bench.example', 'お尋ねします。',
      case when n % 10 > 0 then ${at('n')} end, ${at('n')}
    from generate_series(1, ${messages}) n`);
  await client.query(`
    insert into listing_applications (id, organisation_name, classification, representative,
      prefecture, social_challenges, person_name, email, tel, state, state_changed_at, created_at)
    select 'bench-' || n, '見本の会 ' || n, 'npo', '見本 一郎', '東京都', '{animal}', '見本 花子',
      'l' || n || '@bench.example', '0300000000',
      (array['new', 'in-talks', 'accepted', 'declined'])[1 + n % 4], ${at('n')}, ${at('n')}
    from generate_series(1, ${listings}) n`);
  await client.query(`
    insert into pledge_reports (id, pledge_id, reason, created_at, handled_at)
    select 'bench-' || n, p.id, '見本の通報です。', ${at('n')}, case when n % 10 > 0 then ${at('n')} end
    from (select id, row_number() over (order by id) as n from pledges limit ${reports}) p`);
  await client.query(`
    insert into outbox_mails (dedupe_key, message_id, kind, recipient, appraisal_id, subject,
      text_body, state, attempts, created_at, sent_at)
    select 'bench:' || n, '<bench-' || n || '@tasuki.example>', 'kit-sent', a.email, a.appraisal_id,
      '箱をお送りしました', '', case when n % 500 = 0 then 'dead' else 'sent' end, 1,
      a.created_at, a.created_at
    from (select appraisal_id, email, created_at, row_number() over (order by created_at) as n
          from applications limit ${mails}) a`);
  await client.query(`
    insert into audit_log (actor_uid, action, subject_type, subject_id, at)
    select 'sample-operator', 'applications.read', 'application', appraisal_id, created_at
    from applications order by created_at limit ${audits}`);
  await client.query('commit');
  // As autovacuum would do sooner or later, but not during the measurement.
  await client.query('vacuum (analyze)');
}
