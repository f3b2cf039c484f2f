import { desc, eq } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';
import type { FileStore } from '#kit/files/files.server.ts';
import { poll } from '#kit/jobs/poll.server.ts';
import { backups } from './backup-tables.server.ts';
import { BackupUnderWay } from './connection.server.ts';
import type { Destination } from './destination.server.ts';
import { isBackupDue } from './kept-backups.ts';
import type { Manifest } from './manifest.server.ts';
import { pruneBackups } from './prune.server.ts';
import { runBackup } from './run-backup.server.ts';
import { newIdentity } from './sealing.server.ts';

const everyMs = 5 * 60_000;
/** After a start: the first minutes belong to visitors. */
const firstAfterMs = 10 * 60_000;

type NightlyDeps = {
  /** For background work. */
  db: Database;
  files: FileStore;
  clock: () => Date;
  to: Destination;
  recipients: readonly string[];
  /** Time of day in Japan, HH:MM. */
  at: string;
  /** Tries a restore of the new backup, with an identity that opens this one only; undefined if it is not encrypted. */
  prove?: (manifest: Manifest, identity: string | undefined) => Promise<void>;
};

/** Backs up every night, in one of the processes, and removes backups that are not kept any longer. */
export const nightlyBackups = ({ db, files, clock, to, recipients, at, prove }: NightlyDeps) => {
  async function isDue(): Promise<boolean> {
    const [last] = await db
      .select({ startedAt: backups.startedAt, state: backups.state })
      .from(backups)
      .where(eq(backups.destination, to.name))
      .orderBy(desc(backups.startedAt))
      .limit(1);
    return isBackupDue(at, clock(), last);
  }

  /** Returns whether this process made one. */
  async function backUp(signal?: AbortSignal): Promise<boolean> {
    if (!(await isDue())) return false;
    const trial = prove && recipients.length > 0 ? await newIdentity() : undefined;
    const options = { to, recipients, alsoTo: trial?.recipient, report: () => undefined, signal };
    try {
      const manifest = await runBackup({ db, files, clock }, options, {
        isWanted: isDue,
        whileAlone: () => pruneBackups(to, clock()),
      });
      if (manifest) await prove?.(manifest, trial?.identity);
      return manifest !== undefined;
    } catch (error) {
      if (error instanceof BackupUnderWay) return false;
      throw error;
    }
  }

  return {
    backUp,
    ...poll(backUp, { job: 'backup', everyMs, firstAfterMs, failing: 'the backup failed' }),
  };
};
