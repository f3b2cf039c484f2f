import { z } from 'zod';
import { audited } from '#kit/audit/audited-list.server.ts';
import { door, listDoors } from '#kit/http/door.server.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { bankLineLabels } from '#money/bank-lines/bank-line.ts';
import { AnswerFields, mostFieldBytes, readAnswerBody } from './answer-body.server.ts';
import { answerList, answerRowList } from './answer-list.server.ts';
import { BankAnswer, BankAnswerResult, BankAnswerRow, bankAnswerRowLabels } from './bank-answer.ts';
import { readAnswer, takeAnswer, tryAnswer } from './bank-answers.server.ts';
import { maxBankFileBytes } from './bank-columns.ts';

const tags = ['送金'];
const id = z.string().regex(/^[\w-]{1,64}$/, '取り込みの指定が正しくありません。');

/** Bank statements: trial, acceptance, and earlier ones. */
export const bankAnswerDoors = [
  door(
    'POST /api/office/bank-answers',
    {
      allow: 'remittances.manage',
      bodyMs: 120_000,
      // A transaction with many transfers takes some seconds.
      longMs: 180_000,
      mostBytes: maxBankFileBytes + 2 * mostFieldBytes,
      query: {
        dryRun: z.enum(['true', 'false'], 'dryRunはtrueかfalseにしてください。').default('false'),
      },
      form: { file: 'file', ...AnswerFields.shape },
      out: BankAnswerResult,
      tags,
      summary:
        '銀行の入出金明細で、着金と組戻しを記録する（dryRun=trueなら確認だけ。seenは確認のときの答え）',
    },
    async (ctx, { person, query, request }) => {
      const upload = await readAnswerBody(request);
      return query.dryRun === 'true' ? tryAnswer(ctx, upload) : takeAnswer(ctx, person, upload);
    },
  ),
  door(
    'GET /api/office/bank-answers/:id',
    { allow: 'money.read', params: { id }, out: BankAnswer, tags, summary: '取り込んだ明細' },
    (ctx, { params }) => readAnswer(ctx, params.id),
  ),
  ...listDoors(
    '/api/office/bank-answers',
    {
      allow: 'money.read',
      tags,
      summary: '取り込んだ明細の一覧（新しい順、20件ずつ）',
      query: {},
      item: BankAnswer,
      columns: [
        ['取り込み日時', ({ uploadedAt }) => formatDateTime(uploadedAt)],
        ['ファイル', ({ fileName }) => fileName],
        ['SHA-256', ({ fileHash }) => fileHash],
        ['行数', ({ rows }) => String(rows)],
        ['着金', ({ transfers }) => String(transfers)],
        ['送金まるごとの着金', ({ totals }) => String(totals)],
        ['組戻し', ({ returns }) => String(returns)],
        ['そのほか', ({ lines }) => String(lines)],
        ['取り込んだ人', ({ uploadedBy }) => uploadedBy],
      ],
      fileName: 'bank-answers',
    },
    audited(answerList),
  ),
  ...listDoors(
    '/api/office/bank-answers/:answerId/rows',
    {
      params: { answerId: id },
      allow: 'money.read',
      tags,
      summary: '取り込んだ明細の行（50件ずつ）',
      query: {},
      item: BankAnswerRow,
      columns: [
        ['行', ({ row }) => String(row)],
        ['日付', ({ day }) => day],
        ['金額', ({ amountYen }) => String(amountYen)],
        [
          '内容',
          ({ kind, lineKind }) => (lineKind ? bankLineLabels[lineKind] : bankAnswerRowLabels[kind]),
        ],
        ['団体・送金', ({ targetName }) => targetName],
        ['取り消し日時', ({ takenBackAt }) => (takenBackAt ? formatDateTime(takenBackAt) : '')],
      ],
      fileName: 'bank-answer-rows',
    },
    audited(answerRowList),
  ),
] as const;
