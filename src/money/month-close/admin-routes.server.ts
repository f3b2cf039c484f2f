import { z } from 'zod';
import { refuse } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { ServiceMonth } from '#kit/values/days/month-schema.ts';
import { TypedBalance } from '#money/bank-lines/bank-line.ts';
import { AskedApproval } from '#people/approvals/approval.ts';
import type { Services } from '#start/services.server.ts';
import { ClosedFigures, CloseRequest, CloseReview, ListedMonth } from './month-close.ts';

const tags = ['運営'];
const base = '/api/office/month-close';
const One = z.strictObject({ month: ServiceMonth });
/** A month of a hundred thousand gifts takes some seconds, on a busy machine far more. */
const handlerTimeout = 90_000;

/** Routes of the books' months, the check list of an open one, and the request to close it. */
export function adminMonthCloseRoutes(app: App, { monthClose }: Pick<Services, 'monthClose'>) {
  app.get(
    base,
    {
      config: { allow: 'money.read' },
      schema: {
        response: { 200: z.object({ items: z.array(ListedMonth) }) },
        tags,
        summary: '帳簿の月の一覧（新しい順。120か月まで）',
      },
    },
    async () => ({ items: await monthClose.months() }),
  );
  app.get(
    `${base}/:month`,
    {
      config: { allow: 'money.read' },
      schema: {
        params: One,
        response: { 200: ClosedFigures },
        tags,
        summary: '締めた月の、締めたときの確認と残高',
      },
    },
    async (request) => {
      const figures = await monthClose.closed(request.params.month);
      if (!figures) throw refuse('NotFound', 'この月は、まだ締められていません。');
      return figures;
    },
  );
  app.get(
    `${base}/:month/checks`,
    {
      config: { allow: 'money.read' },
      handlerTimeout,
      schema: {
        params: One,
        response: { 200: CloseReview },
        tags,
        summary: '月を締める前の確認（その月の記録を数え直すため、時間がかかることがある）',
      },
    },
    (request) => monthClose.review(request.params.month),
  );
  app.post(
    `${base}/:month/bank-balance`,
    {
      config: { allow: 'books.close' },
      handlerTimeout,
      schema: {
        params: One,
        body: TypedBalance,
        response: { 200: CloseReview },
        tags,
        summary: '銀行の明細の月末の残高を記録する（帳簿の残高と比べる）',
      },
    },
    (request) => monthClose.stateBalance(personOf(request), request.params.month, request.body),
  );
  app.post(
    `${base}/:month/ask`,
    {
      config: { allow: 'books.close', needs: 'second-factor-shown' },
      handlerTimeout,
      schema: {
        params: One,
        body: CloseRequest,
        response: { 200: AskedApproval },
        tags,
        summary: '月を締めることを依頼する（もう1人の承認で締まる。digestは確認した内容）',
      },
    },
    (request) => monthClose.ask(personOf(request), request.params.month, request.body),
  );
}
