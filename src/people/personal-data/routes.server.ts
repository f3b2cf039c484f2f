import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { fileStream } from '#kit/http/streams/file-stream.server.ts';
import { callerOf } from '#people/sign-in/caller.server.ts';
import { Erasure, OwnProof } from '#people/sign-in/sign-in.ts';
import type { Services } from '#start/services.server.ts';

const tags = ['会員'];
const signedIn = { allow: 'signed-in' } as const;

/** Routes of export and erasure of personal data. */
export function personalDataRoutes(
  app: App,
  { auth, personalData }: Pick<Services, 'auth' | 'personalData'>,
) {
  app.post(
    '/api/users/export',
    {
      config: { ...signedIn, notes: { kind: 'export', what: 'account' } },
      schema: {
        body: OwnProof,
        response: { 200: z.any().describe('ZIP') },
        produces: ['application/zip'],
        tags,
        summary: '個人データの書き出し（JSON、CSV、画像。もう一度ログインして）',
      },
    },
    async (request, reply) => {
      const person = personOf(request);
      const { password } = request.body;
      await auth.signInAgain(person, callerOf(request), { password, path: 'password' });
      const { fileName, parts } = await personalData.export(person);
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="${fileName}"`,
        })
        .send(await fileStream(parts));
    },
  );
  app.post(
    '/api/users/erase',
    {
      config: { ...signedIn, notes: { kind: 'erasure', what: 'account' } },
      schema: {
        body: Erasure,
        response: { 200: z.object({ success: z.literal(true) }) },
        tags,
        summary: '退会と個人データの消去（もう一度ログインして）',
      },
    },
    async (request, reply) => {
      const person = personOf(request);
      const caller = callerOf(request);
      const { password } = request.body;
      await auth.signInAgain(person, caller, { password, path: 'password' });
      await personalData.erase(person);
      const cookies = await auth.signOut(caller);
      return reply.header('set-cookie', cookies).send({ success: true } as const);
    },
  );
}
