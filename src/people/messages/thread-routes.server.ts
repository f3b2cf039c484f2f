import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { IdempotencyKey } from '#kit/http/idempotency-key.server.ts';
import { etagOf, expectedVersion } from '#kit/http/versions.server.ts';
import { filePolicy } from '#kit/images/file-policy.server.ts';
import { concurrencyGate } from '#kit/images/gate.server.ts';
import type { Services } from '#start/services.server.ts';
import { readReplyForm, takesAttachments } from './attachments-body.server.ts';
import {
  AdminThread,
  OwnThread,
  OwnThreadReply,
  ThreadAssignment,
  ThreadFileRequest,
  ThreadMark,
  ThreadReply,
  ThreadRequest,
} from './thread.ts';

const OneThread = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, '受付番号が正しくありません。'),
});
const OneFile = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, '添付ファイルの指定が正しくありません。'),
});

const operator = { allow: 'messages.answer' } as const;
const anyone = { allow: 'anyone' } as const;
const adminTags = ['運営'];
const tags = ['お問い合わせ'];
/** Visitors' forms read at once: fewer than there are places, since anyone can begin one. */
const visitorsForms = { running: 4, waiting: 8 };

const sendThread = (reply: FastifyReply, thread: AdminThread) =>
  reply.header('etag', etagOf(thread.version)).send(thread);

/** Always a download: nothing in a file may run under our origin. */
function sendFile(
  reply: FastifyReply,
  { name, contentType, bytes }: { name: string; contentType: string; bytes: Buffer },
) {
  return reply
    .headers({
      'content-type': contentType,
      'content-disposition': `attachment; filename="file"; filename*=UTF-8''${encodeURIComponent(name)}`,
      'content-security-policy': filePolicy,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .send(bytes);
}

/** Routes of a contact message or listing application, for the operator. */
export function adminThreadRoutes(app: App, { threads }: Pick<Services, 'threads'>) {
  const step = { params: OneThread, response: { 200: AdminThread }, tags: adminTags };
  app.get(
    '/api/office/threads/:id',
    {
      config: operator,
      schema: { ...step, summary: 'お問い合わせか掲載申請のやり取り（ETagが版）' },
    },
    async (request, reply) => {
      const thread = await threads.thread(personOf(request), request.params.id);
      if (!thread) throw notFound('お問い合わせ');
      return sendThread(reply, thread);
    },
  );
  app.post(
    '/api/office/threads/:id/reply',
    {
      ...takesAttachments,
      config: { ...takesAttachments.config, ...operator },
      schema: {
        ...step,
        headers: IdempotencyKey,
        form: { reply: ThreadReply, file: 'files' },
        summary:
          '送信者に返信する（replyの欄にJSON、fileの欄に添付ファイル。If-Matchに見ていた版）',
      },
    },
    async (request, reply) => {
      const version = expectedVersion(request.headers['if-match']);
      const form = await readReplyForm(request, ThreadReply);
      const key = request.headers['idempotency-key'];
      const written = { body: form.reply.body, files: form.files, key };
      const { id } = request.params;
      return sendThread(reply, await threads.replyTo(personOf(request), { id, version }, written));
    },
  );
  app.post(
    '/api/office/threads/:id/note',
    {
      config: operator,
      schema: { ...step, body: ThreadReply, summary: '運営の人だけが読むメモを書く' },
    },
    async (request, reply) => {
      const version = expectedVersion(request.headers['if-match']);
      const seenVersion = { id: request.params.id, version };
      return sendThread(
        reply,
        await threads.note(personOf(request), seenVersion, request.body.body),
      );
    },
  );
  app.post(
    '/api/office/threads/:id/assign',
    {
      config: operator,
      schema: { ...step, body: ThreadAssignment, summary: '担当者を決める（uidがnullなら未定）' },
    },
    async (request, reply) => {
      const version = expectedVersion(request.headers['if-match']);
      const seenVersion = { id: request.params.id, version };
      return sendThread(
        reply,
        await threads.assign(personOf(request), seenVersion, request.body.uid),
      );
    },
  );
  app.post(
    '/api/office/threads/:id/answered',
    {
      config: operator,
      schema: {
        ...step,
        body: ThreadMark,
        summary: '返信せずに対応済みにする、または未対応に戻す',
      },
    },
    async (request, reply) => {
      const version = expectedVersion(request.headers['if-match']);
      const seenVersion = { id: request.params.id, version };
      const { isAnswered } = request.body;
      return sendThread(reply, await threads.mark(personOf(request), seenVersion, isAnswered));
    },
  );
  app.get(
    '/api/office/attachments/:id',
    {
      config: operator,
      schema: {
        params: OneFile,
        response: { 200: z.any().describe('ファイル') },
        tags: adminTags,
        summary: 'やり取りの添付ファイル',
      },
    },
    async (request, reply) =>
      sendFile(reply, await threads.attachment(personOf(request), request.params.id)),
  );
}

/** Routes of the same thread, by its sender's link. */
export function ownThreadRoutes(app: App, { senderWords }: Pick<Services, 'senderWords'>) {
  const inVisitorsTurn = concurrencyGate(visitorsForms);
  app.post(
    '/api/thread',
    {
      config: anyone,
      schema: {
        body: ThreadRequest,
        response: { 200: OwnThread },
        tags,
        summary: 'お問い合わせのやり取り（メールのリンクで）',
      },
    },
    (request) => senderWords.ownThread(request.address, request.body.token),
  );
  app.post(
    '/api/thread/reply',
    {
      ...takesAttachments,
      config: { ...takesAttachments.config, ...anyone },
      schema: {
        headers: IdempotencyKey,
        form: { reply: OwnThreadReply, file: 'files' },
        response: { 200: OwnThread },
        tags,
        summary: 'やり取りにお返事を書く（replyの欄にJSON、fileの欄に添付ファイル）',
      },
    },
    async (request) => {
      const form = await inVisitorsTurn(() => readReplyForm(request, OwnThreadReply));
      const sender = { address: request.address, key: request.headers['idempotency-key'] };
      return senderWords.answer(sender, form.reply, form.files);
    },
  );
  app.post(
    '/api/thread/attachment',
    {
      config: anyone,
      schema: {
        body: ThreadFileRequest,
        response: { 200: z.any().describe('ファイル') },
        tags,
        summary: 'やり取りの添付ファイル（メールのリンクで）',
      },
    },
    async (request, reply) =>
      sendFile(reply, await senderWords.ownFile(request.address, request.body)),
  );
}
