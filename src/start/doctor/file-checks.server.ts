import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '#kit/db/database.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import { hasOwnMark } from '#kit/files/store-mark.server.ts';
import { namesQuery } from '#start/backups/listed-files.server.ts';
import { type Check, failing, maxDetails, ok, type Subject, warning } from './finding.server.ts';

const namesAtOnce = 1_000;
const filesAtOnce = 8;
/** More orphans than this share mean that database and store do not belong together. */
const maxOrphanShare = 0.05;
const minSuspicious = 50;
/** Files are written before their rows, and removed after them. */
const settledMs = 24 * 60 * 60 * 1000;

const storeMark: Check = {
  check: 'file-store',
  label: '写真と書類の置き場所',
  async examine({ db, files }) {
    if (!files) return undefined;
    if (await hasOwnMark(db, files)) return ok('このデータベースの置き場所です。');
    return failing(
      '写真と書類の置き場所が、このデータベースのものではありません。ほかのサーバーが受け取った写真を表示できません。',
      '2台で動かすときは S3_ENDPOINT などで同じ置き場所を指定してください。前の置き場所を失ったときは、npm run doctor -- --adopt-store でこの置き場所に替えます。',
    );
  },
};

/** Reads the names of files that rows refer to, in batches of one snapshot. */
async function eachName(
  db: Database,
  work: (names: readonly { name: string; isNeeded: boolean }[]) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql.raw(`declare names no scroll cursor for ${namesQuery}`));
    for (;;) {
      const { rows } = await tx.execute<{ name: string; isNeeded: boolean }>(
        sql.raw(`fetch ${namesAtOnce} from names`),
      );
      if (rows.length === 0) return;
      await work(rows);
    }
  });
}

const rowsToFiles: Check = {
  check: 'files',
  label: '写真と書類のファイル',
  async examine({ db, files }) {
    if (!files) return undefined;
    let known = 0;
    const missing: string[] = [];
    await eachName(db, async (names) => {
      const needed = names.filter(({ isNeeded }) => isNeeded);
      known += needed.length;
      for (let from = 0; from < needed.length; from += filesAtOnce) {
        const part = needed.slice(from, from + filesAtOnce);
        const isThere = await Promise.all(part.map(({ name }) => files.has(name)));
        missing.push(...part.filter((_, index) => !isThere[index]).map(({ name }) => name));
      }
    });
    if (missing.length === 0) return ok(`${known}点とも、置き場所にあります。`);
    return failing(
      `記録にある写真や書類が、${missing.length}点見つかりません。`,
      'バックアップから、そのファイルだけを置き場所に戻せます（docs/operations.md）。',
      missing.slice(0, maxDetails),
    );
  },
};

/** Folders of the store, with the rows that name their files. */
const folders: Record<string, (db: Database, names: string[]) => Promise<Set<string>>> = {
  images: async (db, names) => {
    const idOf = (name: string) => name.replace(/-\d+\.\w+$/, '');
    const ids = [...new Set(names.map(idOf))];
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from images where id = ${oneOf(ids)}`,
    );
    const known = new Set(rows.map(({ id }) => id));
    return new Set(names.filter((name) => known.has(idOf(name))));
  },
  'thread-attachments': async (db, names) => {
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from thread_attachments where id = ${oneOf(names)}`,
    );
    return new Set(rows.map(({ id }) => id));
  },
};

/**
 * Files of the folder store that no row has named for a day, and how many files there are. None of a store that is not
 * the database's own: all of its files would be orphans.
 */
async function orphansOf({ db, files, env, clock }: Subject) {
  const orphans: string[] = [];
  let total = 0;
  if (env?.S3_ENDPOINT !== '' || !files || !(await hasOwnMark(db, files))) {
    return { orphans, total };
  }
  for (const [folder, knownOf] of Object.entries(folders)) {
    const path = join(env.DATA_DIR, folder);
    const names = await readdir(path).catch(() => []);
    total += names.length;
    for (let from = 0; from < names.length; from += namesAtOnce) {
      const part = names.slice(from, from + namesAtOnce);
      const known = await knownOf(db, part);
      for (const name of part.filter((one) => !known.has(one))) {
        const { mtimeMs } = await stat(join(path, name)).catch(() => ({
          mtimeMs: clock().getTime(),
        }));
        if (clock().getTime() - mtimeMs > settledMs) orphans.push(`${folder}/${name}`);
      }
    }
  }
  return { orphans, total };
}

const filesToRows: Check = {
  check: 'orphan-files',
  label: '記録のないファイル',
  async examine(subject) {
    if (subject.env?.S3_ENDPOINT !== '') return undefined;
    const { orphans } = await orphansOf(subject);
    if (orphans.length === 0) return ok('ありません。');
    return warning(
      `どの記録からも使われていないファイルが${orphans.length}点あります。`,
      'npm run doctor -- --repair で片づけます（1日以上たったものだけ）。',
      orphans,
    );
  },
  async repair(subject) {
    const { orphans, total } = await orphansOf(subject);
    if (orphans.length > Math.max(minSuspicious, total * maxOrphanShare)) {
      return `使われていないファイルが${total}点のうち${orphans.length}点と多すぎるため、片づけませんでした。データベースと置き場所の組み合わせをご確認ください。`;
    }
    for (const name of orphans) await subject.files?.remove(name);
    return orphans.length > 0
      ? `使われていないファイルを${orphans.length}点片づけました。`
      : undefined;
  },
};

export const fileChecks = [storeMark, rowsToFiles, filesToRows];
