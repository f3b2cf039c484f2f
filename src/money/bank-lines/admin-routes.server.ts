import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import { BankLine, BankLineExplanation, bankLineKinds, bankLineLabels } from './bank-line.ts';

const tags = ['送金'];
const base = '/api/office/bank-lines';
const One = z.strictObject({
  answerId: z.string().regex(/^[\w-]{1,64}$/, '取り込みの指定が正しくありません。'),
  row: z.coerce.number().int('行の指定が正しくありません。').min(1).max(1_000_000),
});

/** Statement lines without a transfer. */
export function adminBankLineRoutes(app: App, { bankLines }: Pick<Services, 'bankLines'>) {
  listRoutes(app, {
    path: base,
    allow: 'money.read',
    tags,
    summary: '銀行の明細のうち、送金のほかの入出金（日付の新しい順、50件ずつ）',
    query: { kind: z.optional(z.enum(bankLineKinds, '内容の指定が正しくありません。')) },
    item: BankLine,
    columns: [
      ['日付', ({ day }) => formatDate(day)],
      ['出金', ({ amountYen }) => (amountYen < 0 ? String(-amountYen) : '')],
      ['入金', ({ amountYen }) => (amountYen > 0 ? String(amountYen) : '')],
      ['摘要', ({ description }) => description],
      ['内容', ({ kind }) => bankLineLabels[kind]],
      ['理由', ({ reason }) => reason],
      ['記録した人', ({ by }) => by],
      ['記録した日時', ({ at }) => formatDateTime(at)],
    ],
    fileName: 'bank-lines',
    ...bankLines.bankLineList,
  });
  app.post(
    `${base}/:answerId/:row/explain`,
    {
      config: { allow: 'remittances.manage' },
      schema: {
        params: One,
        body: BankLineExplanation,
        response: { 200: BankLine },
        tags,
        summary: '銀行の明細の行が何の入出金かを、理由をつけて記録する（反対の記帳が加わる）',
      },
    },
    (request) => bankLines.explainLine(personOf(request), request.params, request.body),
  );
}
