import { z } from 'zod';
import { type CsvEncoding, csvEncodings } from '#kit/http/csv/csv-bytes.server.ts';
import { door, saved } from '#kit/http/door.server.ts';
import { fileStream } from '#kit/http/streams/file-stream.server.ts';
import { tagged } from '#kit/http/versions.server.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { ServiceMonth } from '#kit/values/days/month-schema.ts';
import { fileLimits, giftChoices, isYayoi, softwares } from './journal.ts';
import { changeJournalCodes, readCodes } from './journal-codes.server.ts';
import { JournalCodes, KeptJournalCodes } from './journal-codes.ts';
import {
  exportLedger,
  fileNameOf,
  type JournalFile,
  journalFile,
  journalFiles,
} from './journals.server.ts';
import { LedgerExportLine } from './ledger-export.ts';

const tags = ['運営'];
const allow = 'books.close';
const SoftwareName = z.enum(softwares, '会計ソフトを一覧から選んでください。');
const oneSoftware = { params: { software: SoftwareName }, out: KeptJournalCodes, tags } as const;
/** Accounting programs that take a file of any length. */
const Whole = z.enum(
  softwares.filter((software) => !(software in fileLimits)),
  'この会計ソフトには、journals.zipで書き出してください。',
);
const exported = { allow, notes: { kind: 'export', what: 'journals' }, tags } as const;
const schemaOfLines = Buffer.from(JSON.stringify(z.toJSONSchema(LedgerExportLine)));
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

const headerIn = (software: JournalFile['software']) => (isYayoi(software) ? 'absent' : 'present');
const charsets = { utf8: 'utf-8', shift_jis: 'Shift_JIS' } as const;

/** Journals for accountants, the names of accounts in them, and all postings for auditors. */
export const journalDoors = [
  door(
    'GET /api/office/journals.csv',
    {
      ...exported,
      query: { software: Whole, ...fileQuery },
      out: saved('text/csv', 'CSV'),
      summary:
        '会計ソフトに取り込む仕訳のCSV（12か月まで。書き出しは記録される。文字コードは、弥生はShift_JIS、ほかはUTF-8から始まる）',
    },
    async (ctx, { person, query }) => {
      const file = encoded(query);
      return {
        fileName: `${fileNameOf(file)}.csv`,
        bytes: await fileStream(await journalFile(ctx, person, file)),
        type: `text/csv; charset=${charsets[file.encoding]}; header=${headerIn(file.software)}`,
      };
    },
  ),
  door(
    'GET /api/office/journals.zip',
    {
      ...exported,
      query: { software: SoftwareName, ...fileQuery },
      out: saved('application/zip', 'ZIP'),
      summary:
        '会計ソフトが一度に取り込める大きさに分けた仕訳のCSV（弥生会計 オンラインは1,000行・1MB、freeeは5,000行・5MBごと。1件の仕訳は分けない。書き出しは記録される）',
    },
    async (ctx, { person, query }) => {
      const file = encoded(query);
      return {
        fileName: `${fileNameOf(file)}.zip`,
        bytes: await fileStream(await journalFiles(ctx, person, file)),
      };
    },
  ),
  door(
    'GET /api/office/journals/codes/:software',
    { allow, ...oneSoftware, summary: '会計ソフトでの科目と税区分（ETagが版）' },
    async ({ db }, { params, reply }) => tagged(reply, await readCodes(db, params.software)),
  ),
  door(
    'POST /api/office/journals/codes/:software',
    {
      allow,
      ...oneSoftware,
      ifMatch: 'needed',
      body: JournalCodes,
      summary: '会計ソフトでの科目と税区分を変える（見た版をIf-Matchで指定する）',
    },
    async (ctx, { person, params, body, version, reply }) =>
      tagged(reply, await changeJournalCodes(ctx, person, params.software, body, version)),
  ),
  door(
    'GET /api/office/ledger/export.jsonl',
    {
      allow,
      notes: { kind: 'export', what: 'ledger' },
      query: { from: z.optional(serviceDay()), to: z.optional(serviceDay()) },
      out: saved('application/jsonl', 'JSON Lines'),
      tags,
      summary:
        'すべての記帳を1行に1件（JSON Lines。古い順。最後の行は件数と合計。形はexport.schema.json。書き出しは記録される）',
    },
    async (ctx, { person, query }) => ({
      fileName: 'ledger.jsonl',
      bytes: await fileStream(await exportLedger(ctx, person, query)),
      type: 'application/jsonl; charset=utf-8',
    }),
  ),
  door(
    'GET /api/office/ledger/export.schema.json',
    {
      allow,
      out: saved('application/schema+json', 'JSON Schema'),
      tags,
      summary: 'すべての記帳の書き出しの、1行の形（JSON Schema）',
    },
    () => ({
      fileName: 'export.schema.json',
      bytes: schemaOfLines,
      type: 'application/schema+json; charset=utf-8',
    }),
  ),
] as const;
