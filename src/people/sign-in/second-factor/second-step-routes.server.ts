import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { App } from '#kit/http/app.server.ts';
import { callerOf } from '#people/sign-in/caller.server.ts';
import {
  PasskeyAnswer,
  PasskeyOptions,
  RecoveryCode,
  SecondStep,
} from '#people/sign-in/second-factor.ts';
import { SignedIn, TotpCode } from '#people/sign-in/sign-in.ts';
import type { Services } from '#start/services.server.ts';

const tags = ['ログイン'];
const anyone = { allow: 'anyone' } as const;

export type Door = {
  withCookies<T>(reply: FastifyReply, answer: { body: T; cookies: string[] }): T;
};

/** The second step of a sign-in, and signing in by a passkey alone. */
export function secondStepRoutes(app: App, auth: Services['auth'], { withCookies }: Door) {
  app.get(
    '/api/auth/second-factor/challenge',
    {
      config: anyone,
      schema: {
        response: { 200: SecondStep },
        tags,
        summary: 'このブラウザーで2段階目を待っているログイン（Cookieから）',
      },
    },
    (request) => auth.secondStep(callerOf(request)),
  );
  app.post(
    '/api/auth/second-factor/verify-totp',
    {
      config: anyone,
      schema: {
        body: TotpCode,
        response: { 200: SignedIn },
        tags,
        summary: 'ログインの2段階目：認証アプリのコード',
      },
    },
    async (request, reply) =>
      withCookies(reply, await auth.verifyTotp(callerOf(request), request.body.code)),
  );
  app.post(
    '/api/auth/second-factor/verify-recovery-code',
    {
      config: anyone,
      schema: {
        body: RecoveryCode,
        response: { 200: SignedIn },
        tags,
        summary: 'ログインの2段階目：予備コード（1回だけ使える）',
      },
    },
    async (request, reply) =>
      withCookies(reply, await auth.verifyRecoveryCode(callerOf(request), request.body.code)),
  );
  app.post(
    '/api/auth/passkeys/sign-in-options',
    {
      config: anyone,
      schema: {
        body: z.strictObject({}),
        response: { 200: PasskeyOptions },
        tags,
        summary: 'パスキーでのログインを始める',
      },
    },
    async (request, reply) =>
      withCookies(reply, await auth.passkeySignInOptions(callerOf(request))),
  );
  app.post(
    '/api/auth/passkeys/sign-in',
    {
      config: anyone,
      schema: {
        body: PasskeyAnswer,
        response: { 200: SignedIn },
        tags,
        summary: 'パスキーでログインする（2段階目としても、パスワードなしでも）',
      },
    },
    async (request, reply) =>
      withCookies(reply, await auth.signInByPasskey(callerOf(request), request.body)),
  );
}
