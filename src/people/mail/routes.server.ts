import { z } from 'zod';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { keyword } from '#kit/http/list-route.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { etagOf, expectedVersion } from '#kit/http/versions.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import {
  AdminMail,
  AdminMailDetail,
  MailResend,
  MailState,
  mailStateLabels,
} from './admin-mail.ts';
import { mailFailureWords } from './mail-failure.ts';

const MailId = z.coerce
  .number('メールの番号が正しくありません。')
  .int('メールの番号が正しくありません。')
  .min(1, 'メールの番号が正しくありません。')
  .max(Number.MAX_SAFE_INTEGER, 'メールの番号が正しくありません。');
const OneMail = z.strictObject({ id: MailId });

/** Filter by person. No e-mail address or uid may appear in a page's URL, typed or not. */
const filterText = (label: string) =>
  z
    .string()
    .max(254, `${label}が長すぎます。`)
    .regex(/^\P{Cc}*$/u, `${label}に使えない文字が含まれています。`)
    .optional();

/** Routes of the outbox: list, show and resend. */
export function mailRoutes(app: App, { mail, resending }: Pick<Services, 'mail' | 'resending'>) {
  listRoutes(app, {
    path: '/api/office/mails',
    allow: 'mails.manage',
    tags: ['運営'],
    summary: 'メールの一覧（新しい順。50件ずつ）',
    query: {
      state: z.optional(MailState),
      keyword,
      appraisalId: filterText('申込番号'),
      uid: filterText('利用者の番号'),
      recipient: filterText('宛先'),
    },
    typed: ['keyword', 'appraisalId', 'uid', 'recipient'],
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
      ['届かなかった理由', ({ lastError }) => mailFailureWords(lastError)],
      ['最後のエラー', ({ lastError }) => lastError],
    ],
    fileName: 'mails',
    ...mail.mailList,
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
    async (request, reply) => {
      const found = await mail.find(personOf(request), request.params.id);
      if (!found) throw notFound('メール');
      return reply.header('etag', etagOf(found.version)).send(found);
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
        summary: '送信できなかったメールや保留中のメールを、そのまま送る',
      },
    },
    (request) => mail.retry(personOf(request), request.params.id),
  );
  app.post(
    '/api/office/mails/:id/resend',
    {
      config: { allow: 'mails.manage' },
      schema: {
        params: OneMail,
        body: MailResend,
        response: { 201: z.strictObject({ id: z.string() }) },
        tags: ['運営'],
        summary: 'メールをもう一度、同じ宛先か直した宛先に送る（If-Matchに見ていた版）',
      },
    },
    async (request, reply) => {
      const version = expectedVersion(request.headers['if-match']);
      const seen = { id: request.params.id, version };
      return reply.status(201).send(await resending.resend(personOf(request), seen, request.body));
    },
  );
}
