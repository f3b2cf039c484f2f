import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { readPapers } from '#giving/receipts/paper-record.server.ts';
import { printedPaper } from '#giving/receipts/printed-paper.server.ts';
import type { ReceiptPaper } from '#giving/receipts/receipt-paper.server.ts';
import { receipts } from '#giving/receipts/receipt-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import { type Database, transaction, withTimeout } from '#kit/db/database.server.ts';
import type { Position } from '#kit/db/keyset.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import type { CsvEncoding } from '#kit/http/csv/csv-bytes.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { factsNow } from '#people/service-facts/service-facts.server.ts';
import type { Letter } from './draw-post.server.ts';
import { issueFor } from './issue-paper.server.ts';
import { planRun, previewRun } from './plan-run.server.ts';
import {
  leftOutLabels,
  leftOutReasons,
  maxPapersPerFile,
  type OperatorReceipt,
  type ReceiptRun,
  type RunBeginning,
  type RunPreview,
  type RunRequest,
} from './receipt-run.ts';
import { type RunSender, receiptRuns } from './receipt-run-tables.server.ts';
import { findRun, postedRows, type RowSelection, runList, runRowList } from './run-lists.server.ts';

/** Some two hundred papers take ten seconds, on a busy machine several times that. */
const drawingLimitMs = 85_000;

/** Pages of runs, the newest first. */
export const runs = ({ db, clock }: Context) =>
  auditedList({ db: withTimeout(db), clock }, runList);

/** Outcome of each row of a run, in order. */
export function runRows(context: Context) {
  const db = withTimeout(context.db);
  const rows = auditedList({ ...context, db }, runRowList);
  return {
    async page(operator: Person, selection: RowSelection, position: Position | undefined) {
      await findDemanded(db, selection.runId);
      const page = await rows.page(operator, selection, position);
      return { ...page, items: page.items.map(inWords) };
    },
    async rows(operator: Person, selection: RowSelection, encoding: CsvEncoding) {
      await findDemanded(db, selection.runId);
      return allInWords(await rows.rows(operator, selection, encoding));
    },
  };
}

export const readRun = ({ db }: Context, id: string): Promise<ReceiptRun> =>
  findDemanded(withTimeout(db), id);

async function findDemanded(db: Database, id: string): Promise<ReceiptRun> {
  const run = await findRun(db, id);
  if (!run) throw notFound('一括発行');
  return run;
}

/** Gifts can still arrive until the year is over. */
function demandPast({ clock }: Context, { year }: RunRequest): void {
  if (year < Number(jstDay(clock()).slice(0, 4))) return;
  throw refuse('ValidationError', yearGoesOn(year));
}

async function senderNow(context: Context): Promise<RunSender> {
  const facts = await factsNow(context.db, context);
  return { name: facts.name, address: facts.address };
}

/** Papers by number, in that order. */
async function papersOf(
  context: Context,
  numbers: readonly string[],
): Promise<Map<string, ReceiptPaper>> {
  const records = await readPapers(context.db, inArray(receipts.number, [...numbers]));
  const papers = await Promise.all(records.map((record) => printedPaper(context, record)));
  return new Map(papers.map((paper) => [paper.number, paper]));
}

export async function previewOf(context: Context, request: RunRequest): Promise<RunPreview> {
  demandPast(context, request);
  return previewRun(context.db, request);
}

/** Starts a run over what its preview showed. Papers are issued in the background. */
export async function beginRun(
  context: Context,
  operator: Person,
  { readyCount, ...request }: RunBeginning,
): Promise<ReceiptRun> {
  const { db, clock } = context;
  demandPast(context, request);
  const sender = await senderNow(context);
  const id = randomUUID();
  await transaction(db, async (tx) => {
    const startedAt = clock();
    const { year, replacesSingles } = request;
    const [begun] = await tx
      .insert(receiptRuns)
      .values({ id, year, replacesSingles, sender, startedBy: operator.uid, startedAt })
      .onConflictDoNothing()
      .returning({ id: receiptRuns.id });
    if (!begun) {
      throw refuse(
        'Conflict',
        'ほかの一括発行が進んでいます。終わってから、もう一度お試しください。',
      );
    }
    const preview = await previewRun(tx, request);
    if (preview.readyCount !== readyCount) {
      throw refuse(
        'Conflict',
        '確かめたあとに、発行できる証明書の数が変わりました。もう一度、内容を確かめてください。',
      );
    }
    await planRun(tx, id, request);
    await audit(tx, operator, 'receipt-runs.begin', ['receipt-run', id], {
      at: startedAt,
      period: year,
      rows: readyCount,
    });
  });
  return findDemanded(db, id);
}

/**
 * Letters of a run to print, by donor. Drawn from the papers' records, so always the same bytes. `next` is where
 * the following file starts.
 */
export async function printRun(context: Context, operator: Person, runId: string, after: number) {
  const { db, clock, threads } = context;
  const run = await findDemanded(db, runId);
  if (run.state !== 'done') {
    throw refuse('Conflict', '発行が終わってから、印刷してください。');
  }
  const found = await postedRows(db, { runId, after, most: maxPapersPerFile });
  const isWhole = found.length <= maxPapersPerFile;
  const cut = found.at(-1)?.donor;
  const whole = isWhole ? found : found.filter(({ donor }) => donor !== cut);
  // A donor with more papers than fit into one file gets a file of their own.
  const chosen = whole.length > 0 ? whole : found.slice(0, maxPapersPerFile);
  const last = chosen.at(-1);
  if (!last) throw refuse('NotFound', '郵送する証明書はありません。');
  const [stored] = await db.select().from(receiptRuns).where(eq(receiptRuns.id, runId));
  if (!stored?.finishedAt) throw notFound('一括発行');
  await audit(db, operator, 'receipt-runs.print', ['receipt-run', runId], {
    at: clock(),
    rows: chosen.length,
  });
  const papers = await papersOf(
    context,
    chosen.map(({ number }) => number),
  );
  const letters = [...Map.groupBy(chosen, ({ donor }) => donor).values()].map(
    (own): Letter => ({ papers: own.flatMap(({ number }) => papers.get(number) ?? []) }),
  );
  const pdf = await threads.run(
    'drawPost',
    {
      title: `受領証明書の郵送 ${run.year}年分`,
      sender: stored.sender,
      letters,
      createdAt: stored.finishedAt,
    },
    { limitMs: drawingLimitMs, endsThread: true },
  );
  return { pdf, next: isWhole ? undefined : last.position };
}

/** Issues one paper at a donor's request. Refuses (Conflict) with the reason if none can be issued. */
export const issueOne = (
  context: Context,
  operator: Person,
  appraisalId: string,
  { kind, reason }: OperatorReceipt,
) =>
  transaction(withTimeout(context.db), async (tx) => {
    const replacedBecause = '運営が新しい証明書を発行したため';
    const issued = await issueFor(
      tx,
      { appraisalId, kind, replacedBecause, actorUid: operator.uid },
      context,
    );
    if (issued.reason !== undefined) throw refuse('Conflict', issued.reason);
    const { number } = issued.paper;
    await audit(tx, operator, 'receipts.issue', ['application', appraisalId], {
      at: context.clock(),
      number,
      reason,
    });
    return { number };
  });

/** A paper with its address sheet, to post. */
export async function printOne(
  context: Context,
  operator: Person,
  number: string,
): Promise<Uint8Array> {
  const { db, clock, threads } = context;
  const [record] = await readPapers(db, eq(receipts.number, number));
  if (!record) throw notFound('受領証明書');
  if (record.ending) {
    throw refuse('Gone', `この証明書は、${record.ending.reason}、お送りできません。`);
  }
  await audit(db, operator, 'receipts.print', ['receipt', number], { at: clock() });
  const letters = [{ papers: [await printedPaper(context, record)] }];
  const paper = { title: `受領証明書の郵送 ${number}`, sender: await senderNow(context), letters };
  return threads.run(
    'drawPost',
    { ...paper, createdAt: record.issuedAt },
    { limitMs: drawingLimitMs },
  );
}

const yearGoesOn = (year: number) =>
  `${year}年分は、その年に団体へ届く寄付が出そろう、翌年の1月1日から発行できます。`;

/** Reasons of the plan are stored as codes. */
const inWords = <Row extends { reason: string }>(row: Row): Row => {
  const known = leftOutReasons.find((reason) => reason === row.reason);
  return known ? { ...row, reason: leftOutLabels[known] } : row;
};

async function* allInWords<Row extends { reason: string }>(
  parts: AsyncIterable<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const part of parts) yield part.map(inWords);
}
