import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { type CsvEncoding, csvEncodings } from '#kit/http/csv/csv-bytes.server.ts';
import { fileStream } from '#kit/http/streams/file-stream.server.ts';
import { demandedVersion, etagOf } from '#kit/http/versions.server.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { ServiceMonth } from '#kit/values/days/month-schema.ts';
import type { Services } from '#start/services.server.ts';
import { fileLimits, giftChoices, isYayoi, softwares } from './journal.ts';
import { JournalCodes, KeptJournalCodes } from './journal-codes.ts';
import { fileNameOf, type JournalFile } from './journals.server.ts';
import { LedgerExportLine } from './ledger-export.ts';

const tags = ['運営'];
const allow = 'books.close' as const;
const SoftwareName = z.enum(softwares, '会計ソフトを一覧から選んでください。');
const One = z.strictObject({ software: SoftwareName });
/** Accounting programs that take a file of any length. */
const Whole = z.enum(
  softwares.filter((software) => !(software in fileLimits)),
  'この会計ソフトには、journals.zipで書き出してください。',
);
const fileQuery = {
  from: ServiceMonth,
  to: ServiceMonth,
  gifts: z.enum(giftChoices, '寄付のまとめ方を選んでください。').default('day'),
  encoding: z.enum(csvEncodings, '文字コードはutf8かshift_jisを選んでください。').optional(),
};
type JournalQuery = Omit<JournalFile, 'encoding'> & { encoding?: CsvEncoding | undefined };

/** Defaults to the encoding that the program uses by itself. */
const encoded = ({ encoding, ...file }: JournalQuery): JournalFile => ({
  ...file,
  encoding: encoding ?? (isYayoi(file.software) ? 'shift_jis' : 'utf8'),
});

/** Routes of journals for accountants, the names of accounts in them, and all postings for auditors. */
export function adminJournalRoutes(app: App, { journals }: Pick<Services, 'journals'>) {
  app.get(
    '/api/office/journals.csv',
    {
      config: { allow, notes: { kind: 'export', what: 'journals' } },
      schema: {
        querystring: z.strictObject({ software: Whole, ...fileQuery }),
        response: { 200: z.any().describe('CSV') },
        produces: ['text/csv'],
        tags,
        summary:
          '会計ソフトに取り込む仕訳のCSV（12か月まで。書き出しは記録される。文字コードは、弥生はShift_JIS、ほかはUTF-8から始まる）',
      },
    },
    async (request, reply) => {
      const file = encoded(request.query);
      const { encoding } = file;
      const parts = await journals.journalFile(personOf(request), file);
      const header = isYayoi(file.software) ? 'absent' : 'present';
      return reply
        .headers({
          'content-type': `text/csv; charset=${encoding === 'utf8' ? 'utf-8' : 'Shift_JIS'}; header=${header}`,
          'content-disposition': `attachment; filename="${fileNameOf(file)}.csv"`,
          'cache-control': 'no-store',
        })
        .send(await fileStream(parts));
    },
  );
  app.get(
    '/api/office/journals.zip',
    {
      config: { allow, notes: { kind: 'export', what: 'journals' } },
      schema: {
        querystring: z.strictObject({ software: SoftwareName, ...fileQuery }),
        response: { 200: z.any().describe('ZIP') },
        produces: ['application/zip'],
        tags,
        summary:
          '会計ソフトが一度に取り込める大きさに分けた仕訳のCSV（弥生会計 オンラインは1,000行・1MB、freeeは5,000行・5MBごと。1件の仕訳は分けない。書き出しは記録される）',
      },
    },
    async (request, reply) => {
      const file = encoded(request.query);
      const parts = await journals.journalFiles(personOf(request), file);
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="${fileNameOf(file)}.zip"`,
          'cache-control': 'no-store',
        })
        .send(await fileStream(parts));
    },
  );
  app.get(
    '/api/office/journals/codes/:software',
    {
      config: { allow },
      schema: {
        params: One,
        response: { 200: KeptJournalCodes },
        tags,
        summary: '会計ソフトでの科目と税区分（ETagが版）',
      },
    },
    async (request, reply) => {
      const kept = await journals.codes(request.params.software);
      return reply.header('etag', etagOf(kept.version)).send(kept);
    },
  );
  app.post(
    '/api/office/journals/codes/:software',
    {
      config: { allow },
      schema: {
        params: One,
        body: JournalCodes,
        response: { 200: KeptJournalCodes },
        tags,
        summary: '会計ソフトでの科目と税区分を変える（見た版をIf-Matchで指定する）',
      },
    },
    async (request, reply) => {
      const version = demandedVersion(request.headers['if-match']);
      const { software } = request.params;
      const kept = await journals.changeCodes(personOf(request), software, request.body, version);
      return reply.header('etag', etagOf(kept.version)).send(kept);
    },
  );
  app.get(
    '/api/office/ledger/export.jsonl',
    {
      config: { allow, notes: { kind: 'export', what: 'ledger' } },
      schema: {
        querystring: z.strictObject({
          from: z.optional(serviceDay()),
          to: z.optional(serviceDay()),
        }),
        response: { 200: z.any().describe('JSON Lines') },
        produces: ['application/jsonl'],
        tags,
        summary:
          'すべての記帳を1行に1件（JSON Lines。古い順。最後の行は件数と合計。形はexport.schema.json。書き出しは記録される）',
      },
    },
    async (request, reply) =>
      reply
        .headers({
          'content-type': 'application/jsonl; charset=utf-8',
          'content-disposition': 'attachment; filename="ledger.jsonl"',
          'cache-control': 'no-store',
        })
        .send(await fileStream(await journals.exportLedger(personOf(request), request.query))),
  );
  const schemaOfLines = z.toJSONSchema(LedgerExportLine);
  app.get(
    '/api/office/ledger/export.schema.json',
    {
      config: { allow },
      schema: {
        response: { 200: z.any().describe('JSON Schema') },
        produces: ['application/schema+json'],
        tags,
        summary: 'すべての記帳の書き出しの、1行の形（JSON Schema）',
      },
    },
    (_request, reply) =>
      reply.header('content-type', 'application/schema+json; charset=utf-8').send(schemaOfLines),
  );
}
