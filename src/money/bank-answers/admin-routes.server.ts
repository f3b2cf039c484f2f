import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { bankLineLabels } from '#money/bank-lines/bank-line.ts';
import type { Services } from '#start/services.server.ts';
import { AnswerFields, mostFieldBytes, readAnswerBody } from './answer-body.server.ts';
import { BankAnswer, BankAnswerResult, BankAnswerRow, bankAnswerRowLabels } from './bank-answer.ts';
import { maxBankFileBytes } from './bank-columns.ts';

const tags = ['送金'];
const base = '/api/office/bank-answers';
const id = z.string().regex(/^[\w-]{1,64}$/, '取り込みの指定が正しくありません。');

/** Bank statements: trial, acceptance, and earlier ones. */
export function adminBankAnswerRoutes(app: App, { bankAnswers }: Pick<Services, 'bankAnswers'>) {
  app.post(
    base,
    {
      config: { allow: 'remittances.manage', bodyTimeoutMs: 120_000 },
      handlerTimeout: 180_000,
      bodyLimit: maxBankFileBytes + 2 * mostFieldBytes,
      schema: {
        querystring: z.strictObject({
          dryRun: z.enum(['true', 'false'], 'dryRunはtrueかfalseにしてください。').default('false'),
        }),
        form: { file: 'file', ...AnswerFields.shape },
        response: { 200: BankAnswerResult },
        tags,
        summary:
          '銀行の入出金明細で、着金と組戻しを記録する（dryRun=trueなら確認だけ。seenは確認のときの答え）',
      },
    },
    async (request) => {
      const upload = await readAnswerBody(request);
      return request.query.dryRun === 'true'
        ? bankAnswers.tryAnswer(upload)
        : bankAnswers.takeAnswer(personOf(request), upload);
    },
  );
  app.get(
    `${base}/:id`,
    {
      config: { allow: 'money.read' },
      schema: {
        params: z.strictObject({ id }),
        response: { 200: BankAnswer },
        tags,
        summary: '取り込んだ明細',
      },
    },
    (request) => bankAnswers.answer(request.params.id),
  );
  listRoutes(app, {
    path: base,
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
    ...bankAnswers.answerList,
  });
  listRoutes(app, {
    path: `${base}/:answerId/rows`,
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
    ...bankAnswers.answerRowList,
  });
}
