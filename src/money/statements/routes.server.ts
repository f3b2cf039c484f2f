import { z } from 'zod';
import { receivedDayLabel } from '#giving/donations/two-days.ts';
import { door, listDoors, listFileDoor, saved } from '#kit/http/door.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import {
  changeFiscalYear,
  changeOwnFiscalYear,
  fiscalYearOf,
  ownFiscalYear,
} from './fiscal-years.server.ts';
import { FiscalYear, FiscalYearChange, Period } from './period.ts';
import {
  NextRemittance,
  Statement,
  StatementItem,
  StatementRow,
  statementItemLabels,
  statementStateLabels,
} from './statement.ts';
import {
  anyStatementItems,
  ownNextRemittance,
  ownStatement,
  printAnyStatement,
  printStatement,
  printStatementYear,
  statementItemPage,
  statementItemRows,
  statementPage,
  statementRows,
  statementYearItems,
  statementYears,
} from './statements.server.ts';
import { StatementYear, type StatementYearItem, yearItemLabels } from './year.ts';

const tags = ['支払明細書'];
const id = z.string().regex(/^[\w:-]{1,200}$/, '明細書の指定が正しくありません。');
const room = { associateId: z.string().max(100) };
const absent = 'お探しの明細書は見つかりませんでした。';
const own = { allow: 'associate-room.enter', isSlow: true, tags } as const;
const pdf = {
  notes: { kind: 'export', what: 'statement' },
  isSlow: true,
  longMs: 90_000,
  out: saved('application/pdf', 'PDF'),
  tags,
} as const;

const yen = (amount: number) => String(amount);
const day = (text: string | null) => (text === null ? '' : formatDate(text));

const yearColumns = [
  [receivedDayLabel, (item: StatementYearItem) => formatDate(item.day)],
  ['内容', ({ kind }: StatementYearItem) => yearItemLabels[kind]],
  ['明細書番号', ({ number }: StatementYearItem) => number],
  ['寄付番号', ({ giftNumber }: StatementYearItem) => giftNumber],
  ['寄付額（円）', ({ giftYen }: StatementYearItem) => yen(giftYen)],
  ['事務手数料（円）', ({ feeYen }: StatementYearItem) => yen(feeYen)],
  ['送料・作業費（円）', ({ handlingYen }: StatementYearItem) => yen(handlingYen)],
  ['団体へ届いた額（円）', ({ amountYen }: StatementYearItem) => yen(amountYen)],
  ['説明', ({ about }: StatementYearItem) => about],
] as const;

const itemColumns = [
  ['明細書番号', ({ number }: StatementItem) => number],
  ['状態', ({ state }: StatementItem) => statementStateLabels[state]],
  [receivedDayLabel, ({ receivedOn }: StatementItem) => day(receivedOn)],
  ['日付', (item: StatementItem) => formatDate(item.day)],
  ['内容', ({ kind }: StatementItem) => statementItemLabels[kind]],
  ['繰り越し', ({ isCarried }: StatementItem) => (isCarried ? '繰り越し' : '')],
  ['寄付番号', ({ giftNumber }: StatementItem) => giftNumber],
  ['寄付額（円）', ({ giftYen }: StatementItem) => yen(giftYen)],
  ['事務手数料（円）', ({ feeYen }: StatementItem) => yen(feeYen)],
  ['送料・作業費（円）', ({ handlingYen }: StatementItem) => yen(handlingYen)],
  ['差引額（円）', ({ amountYen }: StatementItem) => yen(amountYen)],
  ['基金・もとの明細書', ({ about }: StatementItem) => about],
  ['理由', ({ reason }: StatementItem) => reason],
] as const;

/** 支払明細書: an organisation's own, and all of them for operators. */
export const statementDoors = [
  ...listDoors(
    '/api/staff/associates/:associateId/statements',
    {
      ...own,
      summary: '団体への送金の明細書（新しい順、20件ずつ。期間で絞り込める）',
      params: room,
      query: { period: z.optional(Period) },
      item: StatementRow,
      columns: [
        ['明細書番号', ({ number }) => number],
        ['状態', ({ state }) => statementStateLabels[state]],
        [receivedDayLabel, ({ receivedOn }) => day(receivedOn)],
        ['組戻しの日', ({ returnedOn }) => day(returnedOn)],
        ['期間のはじめ', ({ periodFrom }) => formatDate(periodFrom)],
        ['期間の終わり', ({ periodTo }) => formatDate(periodTo)],
        ['繰り越し・再送金（円）', ({ openingYen }) => yen(openingYen)],
        ['寄付の件数（繰り越しを含む）', ({ giftCount }) => String(giftCount)],
        ['寄付額（円）', ({ giftYen }) => yen(giftYen)],
        ['事務手数料（円）', ({ feeYen }) => yen(feeYen)],
        ['送料・作業費（円）', ({ handlingYen }) => yen(handlingYen)],
        ['訂正・差し引き（円）', ({ correctionYen }) => yen(correctionYen)],
        ['基金からの助成（円）', ({ payoutYen }) => yen(payoutYen)],
        ['お支払い額（円）', ({ amountYen }) => yen(amountYen)],
      ],
      fileName: 'statements',
      absent,
    },
    (ctx) => ({
      page: (...asked) => statementPage(ctx, ...asked),
      rows: (...asked) => statementRows(ctx, ...asked),
    }),
  ),
  door(
    'GET /api/staff/associates/:associateId/statements/:id',
    { ...own, params: { ...room, id }, out: Statement, summary: '一つの送金の明細書' },
    (ctx, { person, params }) => ownStatement(ctx, person, params),
  ),
  ...listDoors(
    '/api/staff/associates/:associateId/statements/:id/items',
    {
      ...own,
      csvPath: '/api/staff/associates/:associateId/statements/:id/statement.csv',
      summary: '明細書の一件ずつの明細（50件ずつ。個人情報は含みません）',
      params: { ...room, id },
      query: {},
      item: StatementItem,
      columns: itemColumns,
      fileName: 'statement',
      absent,
    },
    (ctx) => ({
      page: (...asked) => statementItemPage(ctx, ...asked),
      rows: (...asked) => statementItemRows(ctx, ...asked),
    }),
  ),
  door(
    'GET /api/staff/associates/:associateId/statements/:id/statement.pdf',
    {
      ...pdf,
      allow: own.allow,
      params: { ...room, id },
      summary: '一つの送金の明細書のPDF（記録される）',
    },
    (ctx, { person, params }) => printStatement(ctx, person, params),
  ),
  door(
    'GET /api/staff/associates/:associateId/statement-years',
    {
      ...own,
      params: room,
      out: z.array(StatementYear),
      summary: '暦年と事業年度ごとの、届いた寄付と費用と送金の合計（新しい順）',
    },
    (ctx, { person, params }) => statementYears(ctx, person, params.associateId),
  ),
  door(
    'GET /api/staff/associates/:associateId/statement-years/:period/statement.pdf',
    {
      ...pdf,
      allow: own.allow,
      params: { ...room, period: Period },
      summary: '1年分の明細書のPDF（記録される）',
    },
    (ctx, { person, params }) => printStatementYear(ctx, person, params),
  ),
  listFileDoor(
    '/api/staff/associates/:associateId/statement-years/:period/statement',
    {
      ...own,
      summary: '1年分の一件ずつの明細（届いた日の順。寄付、助成、訂正の精算）',
      params: { ...room, period: Period },
      query: {},
      columns: yearColumns,
      fileName: 'statement-year',
      absent,
    },
    (ctx) =>
      (...asked) =>
        statementYearItems(ctx, ...asked),
  ),
  door(
    'GET /api/staff/associates/:associateId/next-remittance',
    {
      ...own,
      params: room,
      out: NextRemittance,
      summary: '次の送金の見込みと、いまの契約の手数料',
    },
    (ctx, { person, params }) => ownNextRemittance(ctx, person, params.associateId),
  ),
  door(
    'GET /api/office/remittances/:remittanceId/statement.pdf',
    {
      ...pdf,
      allow: 'money.read',
      params: { remittanceId: id },
      summary: '団体への明細書のPDF（記録される）',
    },
    (ctx, { person, params }) => printAnyStatement(ctx, person, params.remittanceId),
  ),
  listFileDoor(
    '/api/office/remittances/:remittanceId/statement',
    {
      allow: 'money.read',
      isSlow: true,
      tags,
      summary: '団体への明細書の一件ずつの明細',
      params: { remittanceId: id },
      query: {},
      columns: itemColumns,
      fileName: 'statement',
      absent,
    },
    (ctx) =>
      (person, { remittanceId }, encoding) =>
        anyStatementItems(ctx, person, remittanceId, encoding),
  ),
] as const;

const oneFiscalYear = {
  params: room,
  out: FiscalYear,
  tags: ['団体の事業年度'] as string[],
} as const;
const inRoom = { allow: 'associate-room.enter', ...oneFiscalYear } as const;
const inOffice = { allow: 'associates.edit', ...oneFiscalYear } as const;

/** Fiscal years of organisations, set by their editors and by operators. Each change is recorded. */
export const fiscalYearDoors = [
  door(
    'GET /api/staff/associates/:associateId/fiscal-year',
    { ...inRoom, summary: '団体の事業年度の始まりの月と、その変更' },
    (ctx, { person, params }) => ownFiscalYear(ctx, person, params.associateId),
  ),
  door(
    'POST /api/staff/associates/:associateId/fiscal-year',
    {
      ...inRoom,
      body: FiscalYearChange,
      summary: '事業年度の始まりの月を変更する（前の年度は残る）',
    },
    (ctx, { person, params, body }) => changeOwnFiscalYear(ctx, person, params.associateId, body),
  ),
  door(
    'GET /api/office/associates/:associateId/fiscal-year',
    { ...inOffice, summary: '団体の事業年度の始まりの月と、その変更' },
    (ctx, { params }) => fiscalYearOf(ctx, params.associateId),
  ),
  door(
    'POST /api/office/associates/:associateId/fiscal-year',
    {
      ...inOffice,
      body: FiscalYearChange,
      summary: '団体の事業年度の始まりの月を変更する（前の年度は残る）',
    },
    (ctx, { person, params, body }) => changeFiscalYear(ctx, person, params.associateId, body),
  ),
] as const;
