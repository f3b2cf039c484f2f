import { z } from 'zod';
import { refuse } from '#kit/errors/refusal.ts';
import type { App } from '#kit/http/app.server.ts';
import { concurrencyGate } from '#kit/images/gate.server.ts';
import type { Services } from '#start/services.server.ts';

/** Usual size limit of mail servers. */
const maxMailBytes = 15 * 1024 * 1024;
const mailsAtOnce = { running: 4, waiting: 16 };
const mailTypes = ['message/rfc822', 'application/octet-stream'];

/** Endpoint at which a mail server hands over mails to INBOUND_MAIL_ADDRESS, as bytes (RFC 5322). */
export async function inboundMailRoutes(app: App, { inboundMail }: Pick<Services, 'inboundMail'>) {
  const inTurn = concurrencyGate(mailsAtOnce);
  await app.register(async (scope) => {
    scope.addContentTypeParser<Buffer>(mailTypes, { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, bytes),
    );
    scope.post(
      '/api/mail/inbound',
      {
        config: { allow: 'anyone', hasOwnBearer: true, bodyTimeoutMs: 60_000 },
        bodyLimit: maxMailBytes,
        handlerTimeout: 90_000,
        // Runs before the body is read, so that only callers with the secret can send one.
        onRequest: async ({ headers }) => {
          if (!inboundMail.isInboundMailSet) {
            throw refuse('NotFound', 'メールの受け取りは設定されていません。');
          }
          const given = /^Bearer (.{1,500})$/i.exec(headers.authorization ?? '')?.[1] ?? '';
          if (!inboundMail.mayHandOver(given)) {
            throw refuse('Unauthorized', 'メールを渡すための合言葉が違います。');
          }
        },
        schema: {
          consumes: mailTypes,
          response: { 202: z.strictObject({}) },
          tags: ['メール'],
          summary: '届いたメールを受け取る（メールサーバーから。INBOUND_MAIL_SECRETで）',
        },
      },
      async ({ body }, reply) => {
        if (!Buffer.isBuffer(body)) {
          throw refuse('ValidationError', 'メールをmessage/rfc822として、そのまま送ってください。');
        }
        await inTurn(() => inboundMail.takeMail(body));
        return reply.status(202).send({});
      },
    );
  });
}
