import type { Database } from './database.server.ts';

/** Key of the setting that marks a restore under way; it goes in the transaction that makes the service usable. */
export const restoreSettingKey = 'restore';

/** Whether a restore into this database began and has not ended. */
export async function isRestoreUnfinished(db: Pick<Database, 'execute'>): Promise<boolean> {
  const { rows } = await db.execute<{ isThere: boolean }>(
    `select to_regclass('settings') is not null as "isThere"`,
  );
  if (rows[0]?.isThere !== true) return false;
  const { rows: marks } = await db.execute(
    `select from settings where key = '${restoreSettingKey}'`,
  );
  return marks.length > 0;
}

/** Refusal of a database whose restore broke off. */
export const unfinishedRestore = () =>
  new Error(
    'このデータベースは、バックアップから戻している途中です。まだ使えません。「npm run restore」を、同じ --from でもう一度実行してください。' +
      ' / A restore into this database has not finished, so that it cannot be used yet. Run "npm run restore" with the same --from again.',
  );
