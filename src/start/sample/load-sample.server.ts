import { sql } from 'drizzle-orm';
import { copyAll } from '#kit/db/copy-all.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import {
  notePart,
  noteSample,
  type SampleRecord,
  sampleRecord,
} from '#kit/db/sample-state.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import type { FileStore } from '#kit/files/files.server.ts';
import { raiseFloorsToExisting } from '#kit/numbers/numbers.server.ts';
import type { Role } from '#kit/permissions/roles.ts';
import { touchAllTopics } from '#kit/topics/changes.server.ts';
import { ledgerLines } from '#money/ledger/ledger-tables.server.ts';
import { repairSumsIn } from '#money/sums/check-sums.server.ts';
import { compactSums } from '#money/sums/kept-sums.server.ts';
import { alone } from './alone.server.ts';
import { fillDonorSearch } from './donor-search.server.ts';
import { closeBooks } from './money/close-months.server.ts';
import { publishSample } from './sample-book.server.ts';
import {
  plainPart,
  type SampleOptions,
  type SamplePart,
  sampleParts,
} from './sample-parts.server.ts';
import { searchRows } from './search-rows.server.ts';
import {
  countOtherRows,
  disableTriggers,
  dropIndexes,
  indexParts,
  mayDisableTriggers,
  statisticsParts,
} from './set-aside.server.ts';
import { makePassword, type SampleSignIn, signInEmails } from './sign-ins.server.ts';
import { writeThanks } from './write/write-thanks.server.ts';
import type { WriteTo } from './write/write-to.server.ts';
import { writeUses } from './write/write-uses.server.ts';

export const defaultSample: SampleOptions = {
  seed: 20_171_101,
  associates: 72,
  donors: 400,
  donations: 880,
};

/** Progress of a loading, in rows; `label` names the current work in Japanese. */
export type SampleProgress = { done: number; total: number; label: string };

/** A sample of up to this many rows is written in one transaction. */
const smallSampleRows = 35_000;
/** Parts written concurrently: one is prepared while the database writes others. Each takes a connection. */
export const partsAtOnce = 5;
/** Concurrency of the last parts: building the index of search pieces takes processes of its own. */
const lastPartsAtOnce = 2;

/**
 * Loads the sample: the same for the same seed and time except for passwords. A small one in one transaction, a large
 * one part by part: after a crash the next call resumes. `db` is for work. Returns its sign-ins. Throws if sample data
 * is loaded already or another loading runs.
 */
export async function loadSample(
  { db, clock, files }: Pick<Dependencies, 'db' | 'clock'> & { files: FileStore },
  options: SampleOptions,
  onProgress: (progress: SampleProgress) => void = () => undefined,
): Promise<SampleSignIn[]> {
  return alone(db, async () => {
    const record = await recordOf(db, options, clock());
    const { signIns, unfinished } = record;
    const now = new Date(unfinished.at);
    const { groups, boxes } = await sampleParts({ options, signIns, now }, files);
    const there = new Set(unfinished.parts);
    const rowsOf = (parts: SamplePart[]) => parts.reduce((sum, { rows }) => sum + rows, 0);
    const isLarge = rowsOf(groups.flat()) > smallSampleRows;
    const indexes = isLarge ? await indexesAside(db, record) : [];
    const last = lastParts(record, boxes, indexes);
    if (isLarge) last.push(statisticsParts(boxes));
    const all = [...groups, ...last].flat();
    const total = rowsOf(all);
    let done = rowsOf(all.filter(({ name }) => there.has(name)));
    const loading: Loading = {
      db,
      record,
      there,
      search: searchRows(),
      onRows(count, label) {
        done = Math.min(total, done + count);
        if (count > 0) onProgress({ done, total, label });
      },
    };
    if (isLarge) await loadInParts(loading, groups, last);
    else await loadAtOnce(loading, all);
    return signIns;
  });
}

type Unfinished = SampleRecord & { unfinished: NonNullable<SampleRecord['unfinished']> };
type Loading = {
  db: Database;
  record: Unfinished;
  /** Names of the parts already in the database. */
  there: Set<string>;
  search: ReturnType<typeof searchRows>;
  onRows(count: number, label: string): void;
};

async function loadAtOnce(loading: Loading, parts: SamplePart[]): Promise<void> {
  const { unfinished: _, ...finished } = loading.record;
  await transaction(loading.db, async (tx, client) => {
    await liftTimeouts(tx);
    const isAside = await disableTriggers(tx);
    await noteSample(tx, finished);
    for (const part of parts) await writePart(loading, { tx, client }, part, isAside);
    await raiseFloorsToExisting(tx);
    await touchAllTopics(tx);
    await tx.execute(sql`analyze`);
  });
}

async function loadInParts(
  loading: Loading,
  groups: SamplePart[][],
  last: SamplePart[][],
): Promise<void> {
  const { db, record } = loading;
  // Triggers of concurrent parts would lock the same sums in different orders.
  const most = (await mayDisableTriggers(db)) ? partsAtOnce : 1;
  for (const group of groups) await loadGroup(loading, group, most);
  for (const group of last) await loadGroup(loading, group, Math.min(most, lastPartsAtOnce));
  // Each part left moves; sums of one row are read faster.
  await compactSums(db);
  const { unfinished: _, ...finished } = record;
  await transaction(db, async (tx) => {
    await raiseFloorsToExisting(tx);
    await touchAllTopics(tx);
    await countOtherRows(tx);
    await noteSample(tx, finished);
  });
}

async function loadGroup(loading: Loading, group: SamplePart[], atOnce: number): Promise<void> {
  const waiting = group.filter(({ name }) => !loading.there.has(name));
  const work = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) await loadPart(loading, part);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Definitions of the indexes dropped at the start of a large loading, also stored in its record. */
async function indexesAside(
  db: Database,
  { unfinished, ...record }: Unfinished,
): Promise<readonly string[]> {
  if (unfinished.indexes) return unfinished.indexes;
  return transaction(db, async (tx) => {
    const indexes = await dropIndexes(tx);
    await noteSample(tx, { ...record, unfinished: { ...unfinished, indexes } });
    return indexes;
  });
}

/** Parts computed from all rows: sums and texts that the disabled triggers did not keep, indexes, closed books. */
function lastParts(
  { unfinished }: Unfinished,
  boxes: number,
  indexes: readonly string[],
): SamplePart[][] {
  const part = (name: string, label: string, write: (tx: Transaction) => Promise<unknown>) =>
    plainPart(name, label, boxes, ({ tx }) => write(tx));
  return [
    [
      part('donors', '寄付者の検索を用意しています', fillDonorSearch),
      part('sums', '集計をまとめています', repairSumsIn),
    ],
    indexParts(indexes, boxes),
    [
      part('thanks', 'お礼を届けています', writeThanks),
      part('uses', '使い道を報告しています', (tx) => writeUses(tx, new Date(unfinished.at))),
      part('books', '帳簿を締めています', (tx) => closeBooks(tx, new Date(unfinished.at))),
    ],
    [
      part('book', '公開の記録を用意しています', (tx) =>
        publishSample(tx, new Date(unfinished.at)),
      ),
    ],
  ];
}

/** Lifts the timeouts: no browser waits, the disk may be busy, and pictures take time to draw. */
const liftTimeouts = (tx: Transaction) =>
  tx.execute(sql`select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`);

async function loadPart(loading: Loading, part: SamplePart): Promise<void> {
  await transaction(loading.db, async (tx, client) => {
    await liftTimeouts(tx);
    await writePart(loading, { tx, client }, part, await disableTriggers(tx));
    await notePart(tx, part.name);
  });
}

/** Writes a part; with triggers disabled, also what they would have written. */
async function writePart(
  { search, onRows }: Loading,
  { tx, client }: WriteTo,
  part: SamplePart,
  isAside: boolean,
): Promise<void> {
  let reportedRows = 0;
  const { postings = [], applications = [] } = await part.write({ tx, client }, (rows) => {
    reportedRows += rows;
    onRows(rows, part.label);
  });
  // Each posting in one statement: the database checks its balance per statement.
  await copyAll(client, ledgerLines, postings.flat());
  if (isAside && applications.length > 0) await search.add(tx, applications);
  onRows(Math.max(0, part.rows - reportedRows), part.label);
}

/** Record of an interrupted loading, or of a new one. */
async function recordOf(db: Database, options: SampleOptions, now: Date): Promise<Unfinished> {
  const { seed, associates, donors, donations, isWhole = false } = options;
  const earlier = await sampleRecord(db);
  if (!earlier) {
    const roles = Object.keys(signInEmails) as Role[];
    const signIns = roles.map((role) => ({
      role,
      email: signInEmails[role],
      password: makePassword(),
    }));
    const unfinished = { at: now.getTime(), parts: [] };
    return { seed, associates, donors, donations, isWhole, signIns, unfinished };
  }
  const { unfinished } = earlier;
  if (!unfinished) {
    throw new Error(
      '見本データはすでに入っています。先に npm run sample -- --remove で取り除いてください。' +
        ' / Sample data is loaded already: take it away first with npm run sample -- --remove.',
    );
  }
  const isSame =
    earlier.seed === seed &&
    earlier.associates === associates &&
    earlier.donors === donors &&
    earlier.donations === donations &&
    (earlier.isWhole ?? false) === isWhole;
  if (isSame) return { ...earlier, unfinished };
  const goOn = `npm run sample -- --associates ${earlier.associates} --donors ${earlier.donors} --donations ${earlier.donations} --seed ${earlier.seed}${earlier.isWhole ? ' --whole' : ''}`;
  throw new Error(
    `見本データの読み込みが途中です。続けるには ${goOn} を、やめるには npm run sample -- --remove を実行してください。` +
      ` / A sample is half loaded: go on with ${goOn}, or give it up with npm run sample -- --remove.`,
  );
}
