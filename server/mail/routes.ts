import { z } from 'zod';
import { refuse } from '#domain/errors/refusal.ts';
import { AdminMail, AdminMailDetail, MailState, mailStateLabels } from '#domain/mail/admin-mail.ts';
import { formatDate } from '#domain/values/timestamp.ts';
import { type App, personOf } from '#server/http/app.ts';
import { listRoutes } from '#server/http/paging.ts';
import type { Services } from '#server/services.ts';

const MailId = z.coerce
  .number('メールの番号が正しくありません。')
  .int('メールの番号が正しくありません。')
  .min(1, 'メールの番号が正しくありません。')
  .max(Number.MAX_SAFE_INTEGER, 'メールの番号が正しくありません。');
const OneMail = z.strictObject({ id: MailId });

const absentMessage =
  'メールが見つかりませんでした。メールサーバーをお使いの間は、ここでは読めません。';
const absent = () => refuse('NotFound', absentMessage);

/** The operator's view of the mails, while they are written to the data folder. */
export function mailRoutes(app: App, { mail }: Pick<Services, 'mail'>) {
  listRoutes(app, {
    path: '/api/office/mails',
    allow: 'mails.manage',
    tags: ['運営'],
    summary: 'メールの一覧（新しい順。50件ずつ）',
    query: { state: z.optional(MailState) },
    item: AdminMail,
    columns: [
      ['番号', ({ id }) => id],
      ['作成日', ({ createdAt }) => formatDate(createdAt)],
      ['種類', ({ kind }) => kind],
      ['宛先', ({ to }) => to],
      ['件名', ({ subject }) => subject],
      ['申込番号', ({ appraisalId }) => appraisalId ?? ''],
      ['状態', ({ state }) => mailStateLabels[state]],
      ['送信日', ({ sentAt }) => (sentAt === null ? '' : formatDate(sentAt))],
      ['試した回数', ({ attempts }) => String(attempts)],
      ['最後のエラー', ({ lastError }) => lastError],
    ],
    fileName: 'mails',
    page: mail.list,
    rows: mail.export,
    absent: absentMessage,
  });
  app.get(
    '/api/office/mails/counts',
    {
      config: { allow: 'mails.manage' },
      schema: {
        response: { 200: z.record(MailState, z.number()) },
        tags: ['運営'],
        summary: 'メールの状態ごとの件数',
      },
    },
    () => mail.counts(),
  );
  app.get(
    '/api/office/mails/:id',
    {
      config: { allow: 'mails.manage' },
      schema: {
        params: OneMail,
        response: { 200: AdminMailDetail },
        tags: ['運営'],
        summary: 'メールの内容（ご本人専用のリンクは伏せる）',
      },
    },
    async (request) => {
      const found = await mail.find(personOf(request), request.params.id);
      if (!found) throw absent();
      return found;
    },
  );
  app.post(
    '/api/office/mails/:id/retry',
    {
      config: { allow: 'mails.manage' },
      schema: {
        params: OneMail,
        response: { 200: AdminMail },
        tags: ['運営'],
        summary: '送信できなかったメールを送り直す',
      },
    },
    (request) => mail.retry(personOf(request), request.params.id),
  );
}
