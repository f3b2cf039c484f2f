import { createHash, randomUUID } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import { nextNumber } from '#kit/numbers/numbers.server.ts';
import { demandBankChecked } from '#kit/restores/bank-check.server.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { personName } from '#people/accounts/person-name.server.ts';
import { openFile, sealFile } from './change-run.server.ts';
import { remittanceRuns } from './remittance-tables.server.ts';
import type { MakeFileRequest, TransferFile } from './run.ts';
import { demandNoErrors, demandSameAccounts, fileOf } from './run-problems.server.ts';
import { lockRun, readRun } from './run-rows.server.ts';
import { totalYenOf, writeTransferFile } from './transfer-file.ts';
import { transferFiles } from './transfer-tables.server.ts';

type Source = Database | Transaction;
const replacing = sql`(select r.number from transfer_files r where r.id = transfer_files.replaces)`;
const isReplaced = sql<boolean>`exists (select from transfer_files n where n.replaces = transfer_files.id)`;

/** A run's files, the newest first. */
export async function readFiles(source: Source, runId: string): Promise<TransferFile[]> {
  const rows = await source
    .select({
      file: transferFiles,
      replacesNumber: sql<number>`coalesce(${replacing}, 0)`,
      isReplaced,
      madeName: personName(sql`${transferFiles.madeBy}`),
    })
    .from(transferFiles)
    .where(eq(transferFiles.runId, runId))
    .orderBy(desc(transferFiles.number));
  return rows.map(({ file, replacesNumber, isReplaced, madeName }) => ({
    id: file.id,
    number: file.number,
    remittances: file.remittanceCount,
    amountYen: file.amountYen,
    transferOn: file.transferOn,
    replacesNumber,
    isReplaced,
    reason: file.reason,
    madeBy: madeName,
    madeAt: toTimestamp(file.madeAt),
  }));
}

/** The file of a run that no other one replaces. */
export async function currentFile(source: Source, runId: string) {
  const [file] = await source
    .select()
    .from(transferFiles)
    .where(and(eq(transferFiles.runId, runId), sql`not ${isReplaced}`))
    .orderBy(desc(transferFiles.number))
    .limit(1);
  return file;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The bytes stored with a file; undefined for files of earlier versions, or if no key opens them. */
const storedBytes = (
  { id, sealedContent }: typeof transferFiles.$inferSelect,
  secrets: Secrets,
): Uint8Array | undefined =>
  sealedContent === null ? undefined : openFile(id, sealedContent, secrets)?.bytes;

/** Makes the file of an approved run. Refused while something in it must be mended. */
export const makeFile = (
  { db, clock, secret }: Context,
  operator: Person,
  runId: string,
  { replaces, reason, version }: MakeFileRequest,
) =>
  transaction(db, async (tx) => {
    const run = await lockRun(tx, runId, { version, states: ['approved', 'filed'] });
    await demandBankChecked(tx);
    const before = await currentFile(tx, runId);
    if ((before?.id ?? null) !== replaces) {
      throw refuse(
        'Conflict',
        before
          ? `ファイル${before.number}が、すでに作成されています。作り直すときは、それに替わるものとして理由を添えて作成してください。`
          : 'もとのファイルが見つかりません。画面を読み込み直してください。',
      );
    }
    if (before && reason === '') {
      const message = '作り直す理由を入力してください。';
      throw refuse('ValidationError', message, { errors: [{ path: 'reason', message }] });
    }
    const at = clock();
    await demandNoErrors(tx, run, at);
    const { file } = await fileOf(tx, run);
    const amountYen = totalYenOf(file.payments);
    const number = Number(await nextNumber(tx, 'file', Number(jstDay(at).slice(0, 4))));
    const id = randomUUID();
    const bytes = writeTransferFile(file);
    await tx.insert(transferFiles).values({
      id,
      runId,
      number,
      remittanceCount: file.payments.length,
      amountYen,
      transferOn: run.transferOn,
      sha256: hashOf(bytes),
      sealedContent: sealFile(id, bytes, secret),
      replaces,
      reason,
      madeBy: operator.uid,
      madeAt: at,
    });
    await tx
      .update(remittanceRuns)
      .set({ state: 'filed', version: sql`${remittanceRuns.version} + 1` })
      .where(eq(remittanceRuns.id, runId));
    await audit(tx, operator, 'remittances.make-file', ['remittance-run', runId], {
      at,
      number,
      count: file.payments.length,
      yen: amountYen,
    });
  });

/**
 * A file's bytes as they were made. Until the bank has it, refused if the run or its settings would now make another one.
 * Audited.
 */
export async function readFile(
  { db, clock, ...secrets }: Context,
  operator: Person,
  runId: string,
  fileId: string,
) {
  const { run } = await readRun(db, runId);
  const [row] = await db
    .select()
    .from(transferFiles)
    .where(and(eq(transferFiles.id, fileId), eq(transferFiles.runId, runId)));
  if (!row) throw notFound('ファイル');
  const current = await currentFile(db, runId);
  if (current?.id !== row.id) {
    throw refuse(
      'Conflict',
      `このファイルには、替わるファイル${current?.number ?? ''}があります。そちらをお使いください。`,
    );
  }
  const isToHandOver = run.state === 'approved' || run.state === 'filed';
  if (isToHandOver) {
    await demandBankChecked(db);
    await demandSameAccounts(db, run);
  }
  const stored = isToHandOver ? undefined : storedBytes(row, secrets);
  const bytes = stored ?? writeTransferFile((await fileOf(db, run)).file);
  if (hashOf(bytes) !== row.sha256) {
    throw refuse(
      'Conflict',
      'ファイルを作成したあとで、振込の設定か内容が変わっています。理由を添えて、ファイルを作り直してください。',
    );
  }
  await audit(db, operator, 'remittances.export-file', ['remittance-run', runId], {
    at: clock(),
    number: row.number,
  });
  return { fileName: `furikomi-${run.number}-${row.number}.txt`, bytes };
}
