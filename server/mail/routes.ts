import { z } from 'zod';
import { refuse } from '#domain/errors/refusal.ts';
import { AdminMail, AdminMailDetail, MailState } from '#domain/mail/admin-mail.ts';
import { type App, personOf } from '#server/http/app.ts';
import type { Services } from '#server/services.ts';

const MailId = z.coerce
  .number('メールの番号が正しくありません。')
  .int('メールの番号が正しくありません。')
  .min(1, 'メールの番号が正しくありません。')
  .max(Number.MAX_SAFE_INTEGER, 'メールの番号が正しくありません。');
const Selection = z.strictObject({
  state: z.optional(MailState),
  cursor: MailId.optional(),
  limit: z.coerce
    .number('件数は1から100までの数字で指定してください。')
    .int('件数は1から100までの数字で指定してください。')
    .min(1, '件数は1から100までの数字で指定してください。')
    .max(100, '件数は1から100までの数字で指定してください。')
    .default(50),
});
const OneMail = z.strictObject({ id: MailId });

const absent = () =>
  refuse(
    'NotFound',
    'メールが見つかりませんでした。メールサーバーをお使いの間は、ここでは読めません。',
  );

/** The operator's view of the mails, while they lie in the data folder. */
export function mailRoutes(app: App, { mail }: Pick<Services, 'mail'>) {
  app.get(
    '/api/office/mails',
    {
      config: { allow: 'operator' },
      schema: {
        querystring: Selection,
        response: { 200: z.array(AdminMail) },
        tags: ['運営'],
        summary: 'メールの一覧（新しい順。cursorは最後に見たメールのid）',
      },
    },
    async (request) => {
      const mails = await mail.list(personOf(request), request.query);
      if (!mails) throw absent();
      return mails;
    },
  );
  app.get(
    '/api/office/mails/:id',
    {
      config: { allow: 'operator' },
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
      config: { allow: 'operator' },
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
