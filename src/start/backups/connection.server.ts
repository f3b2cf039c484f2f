import pg from 'pg';
import { lockNumbers } from '#kit/db/locks/lock.server.ts';
import { holderName, takeProcessLock } from '#kit/db/process-lock.server.ts';

const closeTimeoutMs = 1_000;

/** Another process backs this installation up, or restores it. */
export class BackupUnderWay extends Error {
  constructor() {
    super(
      'バックアップの作成か復元が、ほかで進んでいます。終わるまでお待ちください。' +
        ' / A backup or a restore is under way elsewhere; wait until that has ended.',
    );
  }
}

/**
 * Runs `work` on a connection of its own, while no other process backs up or restores; a crash releases the lock. Closes
 * it even while the database still sends rows.
 */
export async function aloneOn<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: holderName });
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (!(await takeProcessLock(client, lockNumbers.backup, signal))) throw new BackupUnderWay();
    return await work(client);
  } finally {
    const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
    const limit = setTimeout(() => connection.stream.destroy(), closeTimeoutMs);
    await client.end().catch(() => undefined);
    clearTimeout(limit);
  }
}

/** Whether a table exists. */
export async function isThere(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ isThere: boolean }>(
    'select to_regclass($1) is not null as "isThere"',
    [table],
  );
  return rows[0]?.isThere === true;
}

/** Settings of a transaction that reads and writes the same texts on every server, for as long as it takes. */
export const textSettings = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local timezone = 'UTC';
  set local xmlbinary = 'base64'; set local synchronize_seqscans = off; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;
