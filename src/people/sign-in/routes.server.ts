import type { FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type App, personOf, signedUpOf } from '#kit/http/app.server.ts';
import type { Services } from '#start/services.server.ts';
import { callerOf } from './caller.server.ts';
import { ownFactorRoutes } from './second-factor/own-factor-routes.server.ts';
import { ownPasskeyRoutes } from './second-factor/own-passkey-routes.server.ts';
import { secondFactorResetRoutes } from './second-factor/reset-routes.server.ts';
import { secondStepRoutes } from './second-factor/second-step-routes.server.ts';
import { serviceRoutes } from './services/service-routes.server.ts';
import {
  EmailChange,
  MailedProof,
  PasswordChange,
  PasswordReset,
  ResetRequest,
  SignedIn,
  SignIn,
  SignUp,
} from './sign-in.ts';
import { ownSessionRoutes } from './tokens/own-session-routes.server.ts';

const Done = z.object({ success: z.literal(true) });
const done = { success: true } as const;
const tags = ['ログイン'];
const anyone = { allow: 'anyone' } as const;
const SessionView = z.object({
  session: z.object({ expiresAt: z.date() }),
  user: z.object({ id: z.string(), email: z.string(), emailVerified: z.boolean() }),
});

/** Sends the provider's cookies; these responses are never cached. */
function withCookies<T>(reply: FastifyReply, { body, cookies }: { body: T; cookies: string[] }): T {
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  return body;
}

/** Routes of the auth provider. Only those listed here are mounted (docs/decisions/0011); the rest is 404. */
export function authRoutes(app: App, { auth }: Pick<Services, 'auth'>) {
  app.register(async (plain) => {
    const scope = plain.withTypeProvider<ZodTypeProvider>();
    signInRoutes(scope, auth);
    changeRoutes(scope, auth);
    mailedLinkRoutes(scope, auth);
    secondStepRoutes(scope, auth, { withCookies });
    ownFactorRoutes(scope, auth);
    ownPasskeyRoutes(scope, auth, { withCookies });
    secondFactorResetRoutes(scope, auth);
    ownSessionRoutes(scope, auth);
    serviceRoutes(scope, auth, { withCookies });
  });
}

function signInRoutes(app: App, auth: Services['auth']) {
  app.post(
    '/api/auth/sign-up/email',
    {
      config: anyone,
      schema: {
        body: SignUp,
        response: { 200: SignedIn },
        tags,
        summary: '登録（ログインの作成）',
      },
    },
    async (request, reply) =>
      withCookies(reply, await auth.signUp(callerOf(request), request.body)),
  );
  app.post(
    '/api/auth/sign-in/email',
    {
      config: anyone,
      schema: { body: SignIn, response: { 200: SignedIn }, tags, summary: 'ログイン' },
    },
    async (request, reply) =>
      withCookies(reply, await auth.signIn(callerOf(request), request.body)),
  );
  app.post(
    '/api/auth/sign-out',
    { config: anyone, schema: { response: { 200: Done }, tags, summary: 'ログアウト' } },
    async (request, reply) =>
      withCookies(reply, { body: done, cookies: await auth.signOut(callerOf(request)) }),
  );
  app.get(
    '/api/auth/token',
    {
      config: anyone,
      schema: {
        response: { 200: z.object({ token: z.string() }) },
        tags,
        summary: '5分間有効なトークン（Cookieのセッションから）',
      },
    },
    async (request, reply) => withCookies(reply, await auth.token(callerOf(request))),
  );
  app.get(
    '/api/auth/get-session',
    {
      config: anyone,
      schema: { response: { 200: SessionView.nullable() }, tags, summary: 'Cookieのセッション' },
    },
    async (request, reply) => withCookies(reply, await auth.session(callerOf(request))),
  );
}

function changeRoutes(app: App, auth: Services['auth']) {
  app.post(
    '/api/auth/change-email',
    {
      config: { allow: 'signed-in' },
      schema: {
        body: EmailChange,
        response: { 200: Done },
        tags,
        summary: 'メールアドレスの変更を始める（新しいアドレスのリンクを開くと変わる）',
      },
    },
    async (request) => {
      await auth.changeEmail(personOf(request), callerOf(request), request.body);
      return done;
    },
  );
  app.post(
    '/api/auth/cancel-email-change',
    {
      config: { allow: 'signed-in' },
      schema: { response: { 200: Done }, tags, summary: '確認待ちのメールアドレスの変更をやめる' },
    },
    async (request) => {
      await auth.cancelEmailChange(personOf(request));
      return done;
    },
  );
  app.post(
    '/api/auth/change-password',
    {
      config: { allow: 'signed-in' },
      schema: {
        body: PasswordChange,
        response: { 200: Done },
        tags,
        summary: 'パスワードの変更（ほかの端末はログアウト）',
      },
    },
    async (request, reply) => {
      const cookies = await auth.changePassword(personOf(request), callerOf(request), request.body);
      return withCookies(reply, { body: done, cookies });
    },
  );
  app.post(
    '/api/auth/delete-user',
    {
      config: { allow: 'signed-up' },
      schema: { response: { 200: Done }, tags, summary: '途中で失敗した登録の取り消し' },
    },
    async (request, reply) => {
      const cookies = await auth.takeBackSignUp(signedUpOf(request), callerOf(request));
      return withCookies(reply, { body: done, cookies });
    },
  );
  app.post(
    '/api/auth/send-verification-email',
    {
      // Setting up a second factor requires a verified e-mail.
      config: { allow: 'before-second-factor' },
      schema: { response: { 200: Done }, tags, summary: 'メールアドレス確認のメールを送る' },
    },
    async (request) => {
      await auth.sendVerification(personOf(request));
      return done;
    },
  );
  app.post(
    '/api/auth/verify-email',
    {
      // Setting up a second factor requires a verified e-mail.
      config: { allow: 'before-second-factor' },
      schema: {
        body: MailedProof,
        response: { 200: Done },
        tags,
        summary: 'メールアドレスの確認と変更（メールのリンクから。変わるとほかの端末はログアウト）',
      },
    },
    async (request, reply) => {
      const cookies = await auth.verifyEmail(personOf(request), callerOf(request), request.body);
      return withCookies(reply, { body: done, cookies });
    },
  );
}

function mailedLinkRoutes(app: App, auth: Services['auth']) {
  app.post(
    '/api/auth/request-password-reset',
    {
      config: anyone,
      schema: {
        body: ResetRequest,
        response: { 200: Done },
        tags,
        summary: 'パスワード再設定のメールを送る（登録の有無は答えない）',
      },
    },
    async (request) => {
      await auth.requestReset(callerOf(request), request.body);
      return done;
    },
  );
  app.post(
    '/api/auth/reset-password',
    {
      config: anyone,
      schema: {
        body: PasswordReset,
        response: { 200: Done },
        tags,
        summary: 'パスワードの再設定（メールのリンクから）',
      },
    },
    async (request) => {
      await auth.resetPassword(callerOf(request), request.body);
      return done;
    },
  );
  app.post(
    '/api/auth/undo-email-change',
    {
      config: anyone,
      schema: {
        body: MailedProof,
        response: { 200: Done },
        tags,
        summary: 'メールアドレスの変更を取り消す（メールのリンクから）',
      },
    },
    async (request) => {
      await auth.undoEmailChange(callerOf(request), request.body);
      return done;
    },
  );
}
