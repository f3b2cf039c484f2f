import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { TwoFactorEnrolment } from '#domain/auth/own-sign-in.ts';
import { BackupCode, OwnPassword, SignedIn, TotpCode } from '#domain/auth/sign-in.ts';
import { type App, personOf } from '#server/http/app.ts';
import type { Services } from '#server/services.ts';
import { callerOf } from './caller.ts';

const tags = ['ログイン'];
const Done = z.object({ success: z.literal(true) });

type Door = {
  withCookies<T>(reply: FastifyReply, answer: { body: T; cookies: string[] }): T;
};

/** Operators may turn on codes of an authenticator app. */
export function twoFactorRoutes(app: App, auth: Services['auth'], { withCookies }: Door) {
  app.post(
    '/api/auth/two-factor/enable',
    {
      config: { allow: 'operator' },
      schema: {
        body: OwnPassword,
        response: { 200: TwoFactorEnrolment },
        tags,
        summary: '2段階認証の設定を始める',
      },
    },
    async (request, reply) => {
      const { password } = request.body;
      const person = personOf(request);
      return withCookies(reply, await auth.enableTwoFactor(person, callerOf(request), password));
    },
  );
  app.post(
    '/api/auth/two-factor/disable',
    {
      config: { allow: 'operator' },
      schema: { body: OwnPassword, response: { 200: Done }, tags, summary: '2段階認証をやめる' },
    },
    async (request, reply) => {
      const { password } = request.body;
      const cookies = await auth.disableTwoFactor(personOf(request), callerOf(request), password);
      return withCookies(reply, { body: { success: true } as const, cookies });
    },
  );
  app.post(
    '/api/auth/two-factor/verify-totp',
    {
      config: { allow: 'anyone' },
      schema: {
        body: TotpCode,
        response: { 200: SignedIn },
        tags,
        summary: '認証アプリのコードを確かめる',
      },
    },
    async (request, reply) =>
      withCookies(reply, await auth.verifyTotp(callerOf(request), request.body.code)),
  );
  app.post(
    '/api/auth/two-factor/verify-backup-code',
    {
      config: { allow: 'anyone' },
      schema: {
        body: BackupCode,
        response: { 200: SignedIn },
        tags,
        summary: '予備コードを確かめる',
      },
    },
    async (request, reply) =>
      withCookies(reply, await auth.verifyBackupCode(callerOf(request), request.body.code)),
  );
}
