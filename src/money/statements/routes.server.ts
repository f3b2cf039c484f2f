import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { receivedDayLabel } from '#giving/donations/two-days.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listFileRoute, listRoutes } from '#kit/http/paging.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import { Period } from './period.ts';
import {
  NextRemittance,
  Statement,
  StatementItem,
  StatementRow,
  statementItemLabels,
  statementStateLabels,
} from './statement.ts';
import type { Drawn } from './statements.server.ts';
import { StatementYear, type StatementYearItem, yearItemLabels } from './year.ts';

const tags = ['支払明細書'];
const allow = 'associate-room.enter' as const;
const id = z.string().regex(/^[\w:-]{1,200}$/, '明細書の指定が正しくありません。');
const room = { associateId: z.string().max(100) };
const Room = z.strictObject(room);
const One = z.strictObject({ ...room, id });
const OneYear = z.strictObject({ ...room, period: Period });
const base = '/api/staff/associates/:associateId';
const absent = 'お探しの明細書は見つかりませんでした。';

const yen = (amount: number) => String(amount);
const day = (text: string | null) => (text === null ? '' : formatDate(text));

/** Routes of 支払明細書: an organisation's own, and all of them for operators. */
export function statementRoutes(app: App, { statements }: Pick<Services, 'statements'>) {
  listRoutes(app, {
    path: `${base}/statements`,
    allow,
    tags,
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
    page: statements.list,
    rows: statements.exportList,
    absent,
  });
  app.get(
    `${base}/statements/:id`,
    {
      config: { allow },
      schema: { params: One, response: { 200: Statement }, tags, summary: '一つの送金の明細書' },
    },
    (request) => statements.one(personOf(request), request.params),
  );
  listRoutes(app, {
    path: `${base}/statements/:id/items`,
    csvPath: `${base}/statements/:id/statement.csv`,
    allow,
    tags,
    summary: '明細書の一件ずつの明細（50件ずつ。個人情報は含みません）',
    params: { ...room, id },
    query: {},
    item: StatementItem,
    columns: itemColumns,
    fileName: 'statement',
    page: statements.itemPage,
    rows: statements.exportItems,
    absent,
  });
  app.get(
    `${base}/statements/:id/statement.pdf`,
    pdfRoute(allow, One, '一つの送金の明細書のPDF（記録される）'),
    async (request, reply) =>
      sendPdf(reply, await statements.print(personOf(request), request.params)),
  );
  app.get(
    `${base}/statement-years`,
    {
      config: { allow },
      schema: {
        params: Room,
        response: { 200: z.array(StatementYear) },
        tags,
        summary: '暦年と事業年度ごとの、届いた寄付と費用と送金の合計（新しい順）',
      },
    },
    (request) => statements.years(personOf(request), request.params.associateId),
  );
  app.get(
    `${base}/statement-years/:period/statement.pdf`,
    pdfRoute(allow, OneYear, '1年分の明細書のPDF（記録される）'),
    async (request, reply) =>
      sendPdf(reply, await statements.printYear(personOf(request), request.params)),
  );
  listFileRoute(app, {
    path: `${base}/statement-years/:period/statement`,
    allow,
    tags,
    summary: '1年分の一件ずつの明細（届いた日の順。寄付、助成、訂正の精算）',
    params: { ...room, period: Period },
    query: {},
    columns: yearColumns,
    fileName: 'statement-year',
    rows: statements.exportYear,
    absent,
  });
  app.get(
    `${base}/next-remittance`,
    {
      config: { allow },
      schema: {
        params: Room,
        response: { 200: NextRemittance },
        tags,
        summary: '次の送金の見込みと、いまの契約の手数料',
      },
    },
    (request) => statements.next(personOf(request), request.params.associateId),
  );
  operatorRoutes(app, statements);
}

function operatorRoutes(app: App, statements: Services['statements']) {
  const path = '/api/office/remittances/:remittanceId/statement';
  app.get(
    `${path}.pdf`,
    pdfRoute(
      'money.read',
      z.strictObject({ remittanceId: id }),
      '団体への明細書のPDF（記録される）',
    ),
    async (request, reply) =>
      sendPdf(
        reply,
        await statements.printForOperator(personOf(request), request.params.remittanceId),
      ),
  );
  listFileRoute(app, {
    path,
    allow: 'money.read',
    tags,
    summary: '団体への明細書の一件ずつの明細',
    params: { remittanceId: id },
    query: {},
    columns: itemColumns,
    fileName: 'statement',
    rows: (person, { remittanceId }, encoding) =>
      statements.exportForOperator(person, remittanceId, encoding),
    absent,
  });
}

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

const pdfRoute = <Params extends z.ZodType>(
  allowed: typeof allow | 'money.read',
  params: Params,
  summary: string,
) =>
  ({
    config: { allow: allowed, notes: { kind: 'export', what: 'statement' } },
    handlerTimeout: 90_000,
    schema: {
      params,
      response: { 200: z.any().describe('PDF') },
      produces: ['application/pdf'],
      tags,
      summary,
    },
  }) as const;

const sendPdf = (reply: FastifyReply, { fileName, pdf }: Drawn) =>
  reply
    .headers({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${fileName}"`,
      'cache-control': 'no-store',
    })
    .send(pdf);
