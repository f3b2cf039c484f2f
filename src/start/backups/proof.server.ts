import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { type Cluster, openCluster, removeCluster } from '#kit/db/cluster.server.ts';
import { connectForWork, type Database } from '#kit/db/database.server.ts';
import { isLivingProcess, processMark } from '#kit/db/process-mark.server.ts';
import { diskOf } from '#kit/files/disk.server.ts';
import { type FileStore, folderStore } from '#kit/files/files.server.ts';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import { loggedError } from '#kit/observing/logged-error.server.ts';
import { backups } from './backup-tables.server.ts';
import { checkBackup } from './check-backup.server.ts';
import type { Destination } from './destination.server.ts';
import type { Manifest } from './manifest.server.ts';
import { restoreBackup } from './restore.server.ts';

/** What a check of the doctor found. */
type Finding = { label: string; state: 'ok' | 'warning' | 'failing'; says: string };

type ProofDeps = {
  /** The installation's own database, for work: it keeps the outcome. */
  db: Database;
  clock: () => Date;
  dataDir: string;
  source: Destination;
  secrets: Secrets;
  /** Examines the restored installation (src/start/doctor). */
  examine: (subject: {
    db: Database;
    clock: () => Date;
    files: FileStore;
  }) => Promise<readonly Finding[]>;
};

const maxWordsLength = 1_000;
/** Tables with their indexes, beside what the load writes meanwhile. */
const sizeInDatabase = 2.5;

/** Little memory, and no waiting for a disk that is emptied afterwards. */
const throwAway = {
  shared_buffers: '16MB',
  max_connections: '10',
  // A restore creates everything in one transaction.
  max_locks_per_transaction: '1024',
  max_parallel_workers_per_gather: '0',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/**
 * Tries a restore of a backup: into a database that is thrown away, as `npm run restore` does, with the doctor's checks
 * afterwards. Returns 'ok', or what failed, and keeps it in the backup's row.
 */
export async function proveBackup(
  deps: ProofDeps,
  manifest: Manifest,
  identity: string | undefined,
): Promise<string> {
  const began = performance.now();
  const words = await tryRestore(deps, manifest, identity).then(
    (failing) => failing || 'ok',
    (error: Error) => loggedError(error).message,
  );
  const proof = words.slice(0, maxWordsLength);
  await deps.db
    .update(backups)
    .set({
      proof,
      proofMs: Math.round(performance.now() - began),
      ...(proof === 'ok' && { provenAt: deps.clock() }),
    })
    .where(eq(backups.id, manifest.id));
  return proof;
}

/** Returns what the checks found failing; '' if nothing. */
async function tryRestore(
  { clock, dataDir, source, secrets, examine }: ProofDeps,
  manifest: Manifest,
  identity: string | undefined,
): Promise<string> {
  const parent = join(dataDir, 'trials');
  await removeAbandoned(parent);
  await demandSpace(dataDir, manifest);
  const identities = identity === undefined ? [] : [identity];
  const report = () => undefined;
  const checked = await checkBackup(source, manifest, { identities, report });
  const folder = join(parent, processMark);
  await mkdir(folder, { recursive: true, mode: 0o711 });
  let cluster: Cluster | undefined;
  try {
    cluster = await openCluster({ dataDir: folder, settings: throwAway, warn: () => undefined });
    const { url } = cluster;
    const files = folderStore(join(folder, 'files'));
    const { differences } = await restoreBackup(url, checked, { files, clock, secrets, report });
    const { db, pool } = connectForWork(url, { maxConnections: 2 });
    try {
      const findings = await examine({ db, clock, files });
      const failing = findings.filter(({ state }) => state === 'failing');
      return [
        ...(differences > 0 ? [`集計や帳簿が記録と${differences}件違います。`] : []),
        ...failing.map(({ label, says }) => `${label}：${says}`),
      ].join('\n');
    } finally {
      await pool.end();
    }
  } finally {
    await cluster?.stop();
    await removeCluster(folder);
  }
}

/** Removes what trials of killed processes left, with their databases. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const mark of await readdir(parent).catch(() => [])) {
    if (mark !== processMark && isLivingProcess(mark)) continue;
    await removeCluster(join(parent, mark));
  }
}

async function demandSpace(dataDir: string, { tables, files }: Manifest): Promise<void> {
  const needed =
    files.totalBytes + sizeInDatabase * tables.reduce((sum, { bytes }) => sum + bytes, 0);
  if ((await diskOf(dataDir).freeBytes()) > needed) return;
  const gigabytes = (needed / 1024 ** 3).toFixed(1);
  throw new Error(
    `DATA_DIR の空きが足りないため、試しに戻せません。およそ${gigabytes}GB要ります。` +
      ` / A trial restore needs about ${gigabytes} GB in DATA_DIR.`,
  );
}
