import { asc, eq, sql } from 'drizzle-orm';
import {
  type ApplicationState,
  applicationStateFacts,
  type IdentityCheck,
  mayDonate,
  stepsTo,
} from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { oneOf } from '#kit/db/one-of.server.ts';
import { type Packed, unpack } from '#kit/threads/packed.server.ts';
import { type CsvError, csvError } from '#kit/values/csv/csv-row.ts';
import { formatDate, jstDay } from '#kit/values/timestamp.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';
import { socialChallenges } from '#organisations/challenges/challenge-tables.server.ts';
import { isAlwaysChecked } from '#warehouse/dealer-ledger/duty.ts';
import { arrivalColumn } from '#warehouse/intake/arrival-column.server.ts';
import { appraisalOutcomes, type ResultRow } from './appraisal-result.ts';
import type { UploadedRow } from './read-upload.server.ts';
import { isSame } from './row-hash.server.ts';

/** Application that a result is checked against; its donor is notified. */
type Applied = Awaited<ReturnType<typeof findApplications>>[number];

/** A valid row with its application and the states to pass through, in order. */
export type AcceptedRow = UploadedRow & {
  /** Reason that a flagged row is right; '' for none. */
  overrideReason?: string;
  application: Applied;
  isOnHold: boolean;
  steps: ApplicationState[];
};

/** A mistake with its application number, since rows that joined a batch later may share a row number. */
export type Mismatch = CsvError & { appraisalId: string };

/** Checked rows of one part. */
export type CheckedRows = { accepted: AcceptedRow[]; unchanged: number; errors: Mismatch[] };

/**
 * `lock` locks each application until the transaction ends; `isWaiting` is for rows that are waiting results
 * themselves.
 */
export type CheckOptions = { lock: boolean; today: string; isWaiting?: boolean };

/** Checks result rows against the applications, in parts ordered by number. */
export async function* checkRows(
  tx: Database | Transaction,
  parts: readonly Packed<UploadedRow>[],
  options: CheckOptions,
): AsyncGenerator<CheckedRows> {
  for (const part of parts) yield checkPart(tx, unpack(part), options);
}

/** Checks one part, ordered by number. */
export async function checkPart(
  tx: Database | Transaction,
  rows: readonly (UploadedRow & { overrideReason?: string })[],
  { lock, today, isWaiting = false }: CheckOptions,
): Promise<CheckedRows> {
  const ids = rows.map(({ result }) => result.appraisalId);
  const found = new Map(
    (await findApplications(tx, ids, lock)).map((one) => [one.appraisalId, one]),
  );
  // Read after locking the rows, so that a concurrent upload's changes are seen.
  const { standing, waiting } = await findEarlier(tx, ids, isWaiting);
  const checked: CheckedRows = { accepted: [], unchanged: 0, errors: [] };
  for (const row of rows) {
    const { result, rowHash } = row;
    const application = found.get(result.appraisalId);
    const earlier = standing.get(result.appraisalId);
    const waitingHash = waiting.get(result.appraisalId);
    if (!application) {
      checked.errors.push(mistake(result, '申込番号', 'この番号のお申し込みはありません'));
    } else if (earlier !== undefined) {
      if (isSame(earlier, rowHash)) checked.unchanged += 1;
      else checked.errors.push(mistake(result, '申込番号', duplicateMessage));
    } else if (waitingHash !== undefined) {
      if (isSame(waitingHash, rowHash)) checked.unchanged += 1;
      else checked.errors.push(mistake(result, '申込番号', alreadyWaiting));
    } else {
      const judged = judge(row, application, today);
      if ('error' in judged)
        checked.errors.push({ ...judged.error, appraisalId: result.appraisalId });
      else checked.accepted.push({ ...row, application, ...judged });
    }
  }
  return checked;
}

const duplicateMessage =
  'すでに別の結果が登録されています。直すときは、お申し込みの画面の「訂正する」からお直しください。';

const alreadyWaiting =
  'この番号の別の結果が、確定を待っています。直すときは、その取り込みの画面でお直しください。';

const mistake = ({ row, appraisalId }: ResultRow, column: string, problem: string): Mismatch => ({
  ...csvError(row, column, problem, appraisalId),
  appraisalId,
});

function judge(
  { result, items }: UploadedRow,
  application: Applied,
  today: string,
): { error: CsvError } | { isOnHold: boolean; steps: ApplicationState[] } {
  const wrongTarget = targetProblem(result, application);
  if (wrongTarget) {
    return { error: csvError(result.row, '寄付先団体ID', wrongTarget, result.associateId) };
  }
  const wrongDay = dayProblem(result, application, today);
  if (wrongDay) return { error: wrongDay };
  const amountYen = result.donationYen;
  const isOnHold =
    result.outcome === 'completed' &&
    (!mayDonate({ ...application, amountYen }) ||
      isAlwaysChecked(application.kind, application.identity, items));
  const target = isOnHold ? 'appraised' : appraisalOutcomes[result.outcome].state;
  // Already marked as appraised by hand: the result adds how, and the state stays.
  const steps = application.state === target ? [] : stepsTo(application.state, target, application);
  if (!steps || (steps.length === 0 && !isOnHold)) {
    const { admin } = applicationStateFacts[application.state];
    const problem = `お申し込みの状態が「${admin}」のため、結果を登録できません`;
    return { error: mistake(result, '申込番号', problem) };
  }
  return { isOnHold, steps };
}

function targetProblem({ associateId }: ResultRow, application: Applied): string | undefined {
  if (application.kind === 'fund') {
    return associateId === '' ? undefined : '基金へのお申し込みです。空欄にしてください。';
  }
  if (associateId === application.associateId) return undefined;
  return associateId === ''
    ? '入力してください'
    : `お申し込みの寄付先（${application.associateId}）と違います`;
}

/** Refuses impossible days: a file of another year or a typo would date a donation by them. */
function dayProblem(
  { row, receivedOn, appraisedOn }: ResultRow,
  { createdAt }: Applied,
  today: string,
): CsvError | undefined {
  const appliedOn = jstDay(createdAt);
  if (receivedOn < appliedOn) {
    const problem = `お申し込みの日（${formatDate(appliedOn)}）より前の日付です`;
    return csvError(row, '受付日', problem, formatDate(receivedOn));
  }
  if (receivedOn > today) return csvError(row, '受付日', aheadProblem, formatDate(receivedOn));
  return appraisedOn > today
    ? csvError(row, '査定完了日', aheadProblem, formatDate(appraisedOn))
    : undefined;
}
const aheadProblem = 'まだ来ていない日付です';

/** Applications in order of their numbers; `lock` locks them until the transaction ends. */
export async function findApplications(tx: Database | Transaction, ids: string[], lock: boolean) {
  const query = tx
    .select({
      appraisalId: applications.appraisalId,
      kind: applications.kind,
      associateId: applications.associateId,
      socialChallengeId: applications.socialChallengeId,
      uid: applications.uid,
      state: applications.state,
      createdAt: applications.createdAt,
      identity: applications.identity,
      needReceipt: applications.needReceipt,
      needsKit: applications.needsKit,
      boxes: applications.boxes,
      products: applications.products,
      arrival: arrivalColumn,
      lastName: applications.lastName,
      firstName: applications.firstName,
      email: applications.email,
      version: applications.version,
      linkGeneration: applications.linkGeneration,
      associateName: associates.name,
      fundName: socialChallenges.fundName,
    })
    .from(applications)
    .leftJoin(associates, eq(associates.id, applications.associateId))
    .leftJoin(socialChallenges, eq(socialChallenges.id, applications.socialChallengeId))
    .where(eq(applications.appraisalId, oneOf(ids)))
    .orderBy(asc(applications.appraisalId));
  const rows = await (lock ? query.for('update', { of: applications }) : query);
  return rows.map(({ associateName, fundName, ...row }) => ({
    ...row,
    targetName: associateName ?? fundName ?? '',
    kind: row.kind as 'direct' | 'fund',
    state: row.state as ApplicationState,
    identity: row.identity as IdentityCheck,
  }));
}

/** Hashes by number: of standing results and, unless the rows are waiting themselves, of waiting ones. */
async function findEarlier(tx: Database | Transaction, ids: string[], isWaiting: boolean) {
  const ofWaiting = sql`
    union all
    select appraisal_id, row_hash, true from waiting_results
    where appraisal_id = ${oneOf(ids)} and taken_out_at is null and released_at is null`;
  const { rows } = await tx.execute<{ id: string; hash: string; waits: boolean }>(sql`
    select appraisal_id as id, row_hash as hash, false as waits from appraisals
    where appraisal_id = ${oneOf(ids)} and reversed_at is null ${isWaiting ? sql`` : ofWaiting}`);
  const hashes = (which: boolean) =>
    new Map(rows.filter(({ waits }) => waits === which).map(({ id, hash }) => [id, hash]));
  return { standing: hashes(false), waiting: hashes(true) };
}
