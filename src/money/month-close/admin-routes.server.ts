import { z } from 'zod';
import { refuse } from '#kit/errors/refusal.ts';
import { door } from '#kit/http/door.server.ts';
import { ServiceMonth } from '#kit/values/days/month-schema.ts';
import { TypedBalance } from '#money/bank-lines/bank-line.ts';
import { AskedApproval } from '#people/approvals/approval.ts';
import {
  askForClose,
  closedFigures,
  listMonths,
  reviewClose,
  stateBalance,
} from './month-close.server.ts';
import { ClosedFigures, CloseRequest, CloseReview, ListedMonth } from './month-close.ts';

const tags = ['運営'];
/** A month of a hundred thousand gifts takes some seconds, on a busy machine far more. */
const longMs = 90_000;
const reads = { allow: 'money.read', longMs, tags } as const;
const closes = { allow: 'books.close', longMs, tags } as const;
const oneMonth = { params: { month: ServiceMonth } } as const;

/** The books' months, the check list of an open one, and the request to close it. */
export const monthCloseDoors = [
  door(
    'GET /api/office/month-close',
    {
      ...reads,
      out: z.object({ items: z.array(ListedMonth) }),
      summary: '帳簿の月の一覧（新しい順。120か月まで）',
    },
    async (ctx) => ({ items: await listMonths(ctx) }),
  ),
  door(
    'GET /api/office/month-close/:month',
    {
      ...reads,
      ...oneMonth,
      out: ClosedFigures,
      summary: '締めた月の、締めたときの確認と残高',
    },
    async (ctx, { params }) => {
      const figures = await closedFigures(ctx, params.month);
      if (!figures) throw refuse('NotFound', 'この月は、まだ締められていません。');
      return figures;
    },
  ),
  door(
    'GET /api/office/month-close/:month/checks',
    {
      ...reads,
      ...oneMonth,
      out: CloseReview,
      summary: '月を締める前の確認（その月の記録を数え直すため、時間がかかることがある）',
    },
    (ctx, { params }) => reviewClose(ctx, params.month),
  ),
  door(
    'POST /api/office/month-close/:month/bank-balance',
    {
      ...closes,
      ...oneMonth,
      body: TypedBalance,
      out: CloseReview,
      summary: '銀行の明細の月末の残高を記録する（帳簿の残高と比べる）',
    },
    (ctx, { person, params, body }) => stateBalance(ctx, person, params.month, body),
  ),
  door(
    'POST /api/office/month-close/:month/ask',
    {
      ...closes,
      needs: 'second-factor-shown',
      ...oneMonth,
      body: CloseRequest,
      out: AskedApproval,
      summary: '月を締めることを依頼する（もう1人の承認で締まる。digestは確認した内容）',
    },
    (ctx, { person, params, body }) => askForClose(ctx, person, params.month, body),
  ),
] as const;
