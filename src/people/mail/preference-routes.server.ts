import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import type { Services } from '#start/services.server.ts';
import { optionalMailKinds } from './mail-preference.ts';
import { MailPreferences, Unsubscription } from './mail-preference-schema.ts';

const tags = ['お知らせメール'];
const MailedToken = { token: z.optional(Unsubscription.shape.token) };
const Stopped = z.strictObject({ kind: z.enum(optionalMailKinds) });

/** Routes of a donor's mail preferences, and of the unsubscribe links in mails. */
export function preferenceRoutes(app: App, { preferences }: Pick<Services, 'preferences'>) {
  app.get(
    '/api/users/mail-preferences',
    {
      config: { allow: 'signed-in' },
      schema: { response: { 200: MailPreferences }, tags, summary: '受け取るお知らせメール' },
    },
    (request) => preferences.read(personOf(request)),
  );
  app.post(
    '/api/users/mail-preferences',
    {
      config: { allow: 'signed-in' },
      schema: {
        body: MailPreferences,
        response: { 200: MailPreferences },
        tags,
        summary: '受け取るお知らせメールの変更',
      },
    },
    (request) => preferences.set(personOf(request), request.body),
  );
  app.register(async (scope) => {
    // The body that a mail program sends adds nothing to the token (RFC 8058).
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 4_096 },
      (_request, _bytes, done) => done(null, {}),
    );
    scope.withTypeProvider<ZodTypeProvider>().post(
      '/api/mail/unsubscribe',
      {
        config: { allow: 'anyone' },
        schema: {
          // Mail programs send the token in the URL (RFC 8058), our page in the body.
          querystring: z.strictObject(MailedToken),
          body: z.strictObject(MailedToken).nullish(),
          response: { 200: Stopped },
          tags,
          summary: 'お知らせメールの配信停止（メールのリンクから、ログイン不要）',
        },
      },
      async ({ body, query }) => ({
        kind: await preferences.unsubscribe(body?.token ?? query.token ?? ''),
      }),
    );
  });
}
