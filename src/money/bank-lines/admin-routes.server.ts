import { z } from 'zod';
import { audited } from '#kit/audit/audited-list.server.ts';
import { door, listDoors } from '#kit/http/door.server.ts';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import { BankLine, BankLineExplanation, bankLineKinds, bankLineLabels } from './bank-line.ts';
import { bankLineList, explainLine } from './bank-lines.server.ts';

const tags = ['送金'];
const oneLine = {
  answerId: z.string().regex(/^[\w-]{1,64}$/, '取り込みの指定が正しくありません。'),
  row: z.coerce.number().int('行の指定が正しくありません。').min(1).max(1_000_000),
} as const;

/** Statement lines without a transfer. */
export const bankLineDoors = [
  ...listDoors(
    '/api/office/bank-lines',
    {
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
    },
    audited(bankLineList),
  ),
  door(
    'POST /api/office/bank-lines/:answerId/:row/explain',
    {
      allow: 'remittances.manage',
      params: oneLine,
      body: BankLineExplanation,
      out: BankLine,
      tags,
      summary: '銀行の明細の行が何の入出金かを、理由をつけて記録する（反対の記帳が加わる）',
    },
    (ctx, { person, params, body }) => explainLine(ctx, person, params, body),
  ),
] as const;
