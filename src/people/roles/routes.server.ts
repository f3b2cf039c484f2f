import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { callerOf } from '#people/sign-in/caller.server.ts';
import type { Services } from '#start/services.server.ts';
import { InvitationFacts, InvitationProof, InvitedRegistration } from './invitation.ts';

const Done = z.object({ success: z.literal(true) });
const done = { success: true } as const;
const tags = ['招待'];

function withCookies(reply: FastifyReply, cookies: string[]) {
  reply.header('set-cookie', cookies);
  return done;
}

/** Routes behind an invitation's link. */
export function invitationRoutes(app: App, { people }: Pick<Services, 'people'>) {
  app.post(
    '/api/invitations/read',
    {
      config: { allow: 'anyone' },
      schema: {
        body: InvitationProof,
        response: { 200: InvitationFacts },
        tags,
        summary: '招待の内容（メールのリンクから）',
      },
    },
    (request) => people.readInvitation(callerOf(request), request.body.token),
  );
  app.post(
    '/api/invitations/accept',
    {
      config: { allow: 'signed-in' },
      schema: {
        body: InvitationProof,
        response: { 200: Done },
        tags,
        summary: '招待を引き受ける（ログインしている方。ほかの端末はログアウト）',
      },
    },
    async (request, reply) =>
      withCookies(
        reply,
        await people.acceptInvitation(personOf(request), callerOf(request), request.body.token),
      ),
  );
  app.post(
    '/api/invitations/register',
    {
      config: { allow: 'anyone' },
      schema: {
        body: InvitedRegistration,
        response: { 200: Done },
        tags,
        summary: '招待を引き受けて登録する（お名前とパスワードを決める）',
      },
    },
    async (request, reply) =>
      withCookies(reply, await people.registerInvited(callerOf(request), request.body)),
  );
}
