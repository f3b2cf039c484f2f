import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import { GoodsSale, maxSaleFileBytes, SaleImport, SaleMonth, SaleReversal } from './sale.ts';
import { readSaleBody } from './sale-body.server.ts';

const tags = ['運営'];
const base = '/api/office/sales';
const allow = 'sales.import' as const;
const One = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, '売却の番号が正しくありません。'),
});

/** Routes of sales of goods: files, list, sums by month, reversals. */
export function adminSaleRoutes(app: App, { sales }: Pick<Services, 'sales'>) {
  listRoutes(app, {
    path: base,
    allow,
    tags,
    summary: '売却の実績（取り込みの新しい順。50件ずつ）',
    query: { application: z.optional(AppraisalId) },
    item: GoodsSale,
    columns: [
      ['申込番号', ({ appraisalId }) => appraisalId],
      ['売却日', ({ soldOn }) => formatDate(soldOn)],
      ['売却額', ({ amountYen }) => String(amountYen)],
      ['査定額', ({ appraisedYen }) => String(appraisedYen ?? '')],
      // A word, since a spreadsheet would read a sign as a formula.
      [
        '査定より',
        ({ differenceYen }) => (differenceYen < 0 ? '低い' : differenceYen > 0 ? '高い' : ''),
      ],
      ['査定との差', ({ differenceYen }) => String(Math.abs(differenceYen))],
      ['残り', ({ isLast }) => (isLast ? 'なし' : 'あり')],
      ['メモ', ({ note }) => note],
      ['取り込んだ人', ({ createdBy }) => createdBy],
      ['取り込み日時', ({ createdAt }) => formatDateTime(createdAt)],
      ['取り消し日時', ({ reversedAt }) => (reversedAt ? formatDateTime(reversedAt) : '')],
      ['取り消した人', ({ reversedBy }) => reversedBy],
      ['取り消しの理由', ({ reversalReason }) => reversalReason],
    ],
    fileName: 'sales',
    ...sales.saleList,
  });
  app.get(
    `${base}/months`,
    {
      config: { allow },
      schema: {
        response: { 200: z.object({ items: z.array(SaleMonth) }) },
        tags,
        summary: '売却の差額（査定より高く、または低く売れた額）の月ごとの合計（24か月まで）',
      },
    },
    async () => ({ items: await sales.saleMonths() }),
  );
  app.post(
    `${base}/import`,
    {
      config: { allow, bodyTimeoutMs: 60_000 },
      handlerTimeout: 120_000,
      bodyLimit: maxSaleFileBytes + 64 * 1024,
      schema: {
        querystring: z.strictObject({
          dryRun: z.enum(['true', 'false'], 'dryRunはtrueかfalseにしてください。').default('false'),
        }),
        form: { file: 'file' },
        response: { 200: SaleImport },
        tags,
        summary:
          '売却の実績のCSVを取り込む（dryRun=trueなら確認だけ。1行でも誤りがあれば何も取り込まない）',
      },
    },
    async (request) => {
      const content = await readSaleBody(request);
      return request.query.dryRun === 'true'
        ? sales.tryImport(content)
        : sales.importSales(personOf(request), content);
    },
  );
  app.post(
    `${base}/:id/reverse`,
    {
      config: { allow },
      schema: {
        params: One,
        body: SaleReversal,
        response: { 200: GoodsSale },
        tags,
        summary: '売却を、理由をつけて取り消す（反対の記帳が加わる）',
      },
    },
    (request) => sales.reverseSale(personOf(request), request.params.id, request.body),
  );
}
