import { z } from 'zod';
import { door, saved } from '#kit/http/door.server.ts';
import { cursor, paged, pageLimit } from '#kit/http/paging.server.ts';
import { fileStream } from '#kit/http/streams/file-stream.server.ts';
import { ledgerCsv, ledgerMonths, ledgerPage } from './ledger.server.ts';
import { LedgerMonth, LedgerRow, ledgerPageSize } from './ledger.ts';
import { ledgerPackage } from './ledger-columns.ts';

const isPublic = {
  allow: 'anyone',
  headers: { 'cache-control': 'no-cache' },
  tags: ['ledger'] as string[],
} as const;

const selection = {
  associate: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, '団体のIDを確かめてください。')
    .optional(),
  fund: z
    .string()
    .regex(/^[a-z-]{1,40}$/, '基金の社会課題を確かめてください。')
    .optional(),
  month: z
    .string()
    .regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, '月はYYYY-MMの形で指定してください。')
    .optional(),
};

/** The public book as data: transfers and pay-outs, their months, and files. */
export const ledgerDoors = [
  door(
    'GET /api/ledger',
    {
      ...isPublic,
      query: { ...selection, limit: pageLimit(100).default(ledgerPageSize), cursor },
      out: z.array(LedgerRow),
      summary:
        'お金の記録（団体への送金と基金からの支払い。決まった日の新しい順。公表していない金額はnull。続きはx-next-cursor）',
    },
    async (ctx, { query: { limit, cursor: position, ...part }, reply }) =>
      paged(reply, await ledgerPage(ctx, part, position, limit)),
  ),
  door(
    'GET /api/ledger/months',
    {
      ...isPublic,
      query: selection,
      out: z.array(LedgerMonth),
      summary: '月ごとの送金の件数と、公表している金額の合計',
    },
    (ctx, { query }) => ledgerMonths(ctx, query),
  ),
  door(
    'GET /api/ledger/ledger.csv',
    {
      ...isPublic,
      query: selection,
      out: saved('text/csv', 'CSV'),
      summary: 'お金の記録のCSV（UTF-8、BOMつき。列の説明はdatapackage.json）',
    },
    async (ctx, { query }) => ({
      fileName: 'ledger.csv',
      type: 'text/csv; charset=utf-8; header=present',
      bytes: await fileStream(ledgerCsv(ctx, query)),
    }),
  ),
  door(
    'GET /api/ledger/datapackage.json',
    {
      ...isPublic,
      out: z.any(),
      summary: 'お金の記録のCSVの説明（Frictionless Data Package）',
    },
    () => ledgerPackage,
  ),
] as const;
