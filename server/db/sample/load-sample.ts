import { sql } from 'drizzle-orm';
import type { Role } from '#domain/auth/roles.ts';
import { copyAll } from '#server/db/copy-all.ts';
import { type Database, type Transaction, transaction } from '#server/db/database.ts';
import { ledgerLines } from '#server/db/schema/ledger.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { raiseToWritten } from '#server/numbers/numbers.ts';
import type { FileStore } from '#server/outside/files.ts';
import { repairSumsIn } from '#server/sums/check-sums.ts';
import { compactSums } from '#server/sums/kept-sums.ts';
import { touchAllTopics } from '#server/topics/changes.ts';
import { alone } from './alone.ts';
import { fillDonorSearch } from './donor-search.ts';
import { closeBooks } from './money/close-months.ts';
import { plainPart, type SampleOptions, type SamplePart, sampleParts } from './sample-parts.ts';
import { notePart, noteSample, type SampleRecord, sampleRecord } from './sample-state.ts';
import { searchRows } from './search-rows.ts';
import {
  countOtherRows,
  indexParts,
  maySetTriggersAside,
  setIndexesAside,
  setTriggersAside,
  statisticsParts,
} from './set-aside.ts';
import { makePassword, type SampleSignIn, signInEmails } from './sign-ins.ts';
import { writeThanks } from './write/write-thanks.ts';
import type { WriteTo } from './write/write-to.ts';

export const defaultSample: SampleOptions = {
  seed: 20_171_101,
  associates: 72,
  donors: 400,
  donations: 880,
};

/** How far a loading is, in rows; `label` says in Japanese what is being made. */
export type SampleProgress = { done: number; total: number; label: string };

/** Up to this many rows are written in one transaction. */
const smallSampleRows = 35_000;
/** One part is made while the database writes others; each takes a connection of its own. */
export const partsAtOnce = 5;
/** The index of search pieces takes processes of its own; beside it one part works through the rest. */
const lastPartsAtOnce = 2;

/**
 * Loads the sample: the same for a seed and a moment but for the passwords. A small one in one
 * transaction, a large one part by part: broken off, it goes on where it was when it is asked for
 * again. `db` is for work. Answers its sign-ins. Throws when sample data is loaded already, or another is under way.
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
  /** The names of the parts that are in the database. */
  there: Set<string>;
  search: ReturnType<typeof searchRows>;
  onRows(count: number, label: string): void;
};

async function loadAtOnce(loading: Loading, parts: SamplePart[]): Promise<void> {
  const { unfinished: _, ...finished } = loading.record;
  await transaction(loading.db, async (tx, client) => {
    await takeItsTime(tx);
    const isAside = await setTriggersAside(tx);
    await noteSample(tx, finished);
    for (const part of parts) await writePart(loading, { tx, client }, part, isAside);
    await raiseToWritten(tx);
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
  // Triggers of two parts would lock the same sums in different orders.
  const most = (await maySetTriggersAside(db)) ? partsAtOnce : 1;
  for (const group of groups) await loadGroup(loading, group, most);
  for (const group of last) await loadGroup(loading, group, Math.min(most, lastPartsAtOnce));
  // Each part left moves; one row of each sum is read sooner.
  await compactSums(db);
  const { unfinished: _, ...finished } = record;
  await transaction(db, async (tx) => {
    await raiseToWritten(tx);
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

/** What makes the indexes again that are set aside when a large loading begins; its record names them from then on. */
async function indexesAside(
  db: Database,
  { unfinished, ...record }: Unfinished,
): Promise<readonly string[]> {
  if (unfinished.indexes) return unfinished.indexes;
  return transaction(db, async (tx) => {
    const indexes = await setIndexesAside(tx);
    await noteSample(tx, { ...record, unfinished: { ...unfinished, indexes } });
    return indexes;
  });
}

/** What is made of all rows once they are there: sums and texts that no trigger kept, indexes, closed books. */
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
      part('books', '帳簿を締めています', (tx) => closeBooks(tx, new Date(unfinished.at))),
    ],
  ];
}

/** Nobody waits at a browser: not for statements on a busy disk, nor for pictures to be drawn. */
const takeItsTime = (tx: Transaction) =>
  tx.execute(sql`select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`);

async function loadPart(loading: Loading, part: SamplePart): Promise<void> {
  await transaction(loading.db, async (tx, client) => {
    await takeItsTime(tx);
    await writePart(loading, { tx, client }, part, await setTriggersAside(tx));
    await notePart(tx, part.name);
  });
}

/** Writes a part; where triggers are aside, also what they would have kept of it. */
async function writePart(
  { search, onRows }: Loading,
  { tx, client }: WriteTo,
  part: SamplePart,
  isAside: boolean,
): Promise<void> {
  let told = 0;
  const { postings = [], applications = [] } = await part.write({ tx, client }, (rows) => {
    told += rows;
    onRows(rows, part.label);
  });
  // Each posting whole in one statement: the database checks that it balances there.
  await copyAll(client, ledgerLines, postings.flat());
  if (isAside && applications.length > 0) await search.add(tx, applications);
  onRows(Math.max(0, part.rows - told), part.label);
}

/** The record of a loading that broke off, or that of a new one. */
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
