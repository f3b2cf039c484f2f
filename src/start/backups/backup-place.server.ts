import { join } from 'node:path';
import type { Env } from '#start/env.server.ts';

/**
 * Place of nightly backups: BACKUP_TO; without it a folder in DATA_DIR beside the embedded database, and none for a
 * database of the operator's own. Undefined if there are no nightly backups.
 */
export function backupPlace(
  env: Pick<Env, 'BACKUP_TO' | 'DATA_DIR' | 'DATABASE_URL'>,
): string | undefined {
  if (env.BACKUP_TO === 'off') return undefined;
  if (env.BACKUP_TO !== '') return env.BACKUP_TO;
  return env.DATABASE_URL === '' ? join(env.DATA_DIR, 'backups') : undefined;
}
