import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { audited } from '#kit/audit/audited-list.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { door, listDoors } from '#kit/http/door.server.ts';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { importSales, tryImport } from './import-sales.server.ts';
import { GoodsSale, maxSaleFileBytes, SaleImport, SaleMonth, SaleReversal } from './sale.ts';
import { reverseSale, saleList, saleMonths } from './sales.server.ts';

const noFile = () => refuse('ValidationError', '売却の実績のCSVファイルを1つ選んでください。');

async function readSaleBody(request: FastifyRequest): Promise<Uint8Array> {
  if (!request.isMultipart()) throw noFile();
  let content: Buffer | undefined;
  const limits = { fileSize: maxSaleFileBytes, files: 1, fields: 0, parts: 1 };
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue;
    content = await part.toBuffer().catch((error) => {
      if (!part.file.truncated) throw error;
      throw refuse(
        'PayloadTooLarge',
        'ファイルが大きすぎます。5MBまでのファイルを選んでください。',
      );
    });
  }
  if (!content || content.length === 0) throw noFile();
  return content;
}

const tags = ['運営'];
const allow = 'sales.import';
const id = z.string().regex(/^[\w-]{1,64}$/, '売却の番号が正しくありません。');

/** Sales of goods: files, list, sums by month, reversals. */
export const saleDoors = [
  ...listDoors(
    '/api/office/sales',
    {
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
        ['売却先', ({ place }) => place],
        ['品目の番号', ({ itemPosition }) => String(itemPosition ?? '')],
        ['メモ', ({ note }) => note],
        ['取り込んだ人', ({ createdBy }) => createdBy],
        ['取り込み日時', ({ createdAt }) => formatDateTime(createdAt)],
        ['取り消し日時', ({ reversedAt }) => (reversedAt ? formatDateTime(reversedAt) : '')],
        ['取り消した人', ({ reversedBy }) => reversedBy],
        ['取り消しの理由', ({ reversalReason }) => reversalReason],
      ],
      fileName: 'sales',
    },
    audited(saleList),
  ),
  door(
    'GET /api/office/sales/months',
    {
      allow,
      out: z.object({ items: z.array(SaleMonth) }),
      tags,
      summary: '売却の差額（査定より高く、または低く売れた額）の月ごとの合計（24か月まで）',
    },
    async (ctx) => ({ items: await saleMonths(ctx) }),
  ),
  door(
    'POST /api/office/sales/import',
    {
      allow,
      bodyMs: 60_000,
      longMs: 120_000,
      mostBytes: maxSaleFileBytes + 64 * 1024,
      query: {
        dryRun: z.enum(['true', 'false'], 'dryRunはtrueかfalseにしてください。').default('false'),
      },
      form: { file: 'file' },
      out: SaleImport,
      tags,
      summary:
        '売却の実績のCSVを取り込む（dryRun=trueなら確認だけ。1行でも誤りがあれば何も取り込まない）',
    },
    async (ctx, { person, query, request }) => {
      const content = await readSaleBody(request);
      return query.dryRun === 'true' ? tryImport(ctx, content) : importSales(ctx, person, content);
    },
  ),
  door(
    'POST /api/office/sales/:id/reverse',
    {
      allow,
      params: { id },
      body: SaleReversal,
      out: GoodsSale,
      tags,
      summary: '売却を、理由をつけて取り消す（反対の記帳が加わる）',
    },
    (ctx, { person, params, body }) => reverseSale(ctx, person, params.id, body),
  ),
] as const;
