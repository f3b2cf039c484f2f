import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { callerOf } from '#people/sign-in/caller.server.ts';
import {
  NewRecoveryCodes,
  PasskeyAnswer,
  PasskeyOptions,
  PasskeyRegistration,
  PasskeyRemoval,
} from '#people/sign-in/second-factor.ts';
import { OwnProof } from '#people/sign-in/sign-in.ts';
import type { Services } from '#start/services.server.ts';
import type { Door } from './second-step-routes.server.ts';

const Done = z.object({ success: z.literal(true) });
const done = { success: true } as const;
const tags = ['ログイン'];
/** Also for operators and staff who must set up a second factor first. */
const own = { allow: 'before-second-factor' } as const;

export function ownPasskeyRoutes(app: App, auth: Services['auth'], { withCookies }: Door) {
  app.post(
    '/api/auth/passkeys/show-options',
    {
      config: own,
      schema: {
        body: z.strictObject({}),
        response: { 200: PasskeyOptions },
        tags,
        summary: '変更の前の確認をパスキーで始める',
      },
    },
    async (request, reply) => withCookies(reply, await auth.passkeyShowOptions(personOf(request))),
  );
  app.post(
    '/api/auth/passkeys/show',
    {
      config: own,
      schema: {
        body: PasskeyAnswer,
        response: { 200: Done },
        tags,
        summary: '変更の前の確認：パスキー（10分間有効）',
      },
    },
    async (request, reply) => {
      const cookies = await auth.showPasskey(personOf(request), callerOf(request), request.body);
      return withCookies(reply, { body: done, cookies });
    },
  );
  app.post(
    '/api/auth/passkeys/registration-options',
    {
      config: own,
      schema: {
        body: OwnProof,
        response: { 200: PasskeyOptions },
        tags,
        summary: 'パスキーの追加を始める',
      },
    },
    async (request, reply) => {
      const { password } = request.body;
      const person = personOf(request);
      return withCookies(
        reply,
        await auth.passkeyRegistrationOptions(person, callerOf(request), password),
      );
    },
  );
  app.post(
    '/api/auth/passkeys/register',
    {
      config: own,
      schema: {
        body: PasskeyRegistration,
        response: { 200: NewRecoveryCodes },
        tags,
        summary: 'パスキーを追加する',
      },
    },
    async (request, reply) =>
      withCookies(
        reply,
        await auth.registerPasskey(personOf(request), callerOf(request), request.body),
      ),
  );
  app.post(
    '/api/auth/passkeys/remove',
    {
      config: own,
      schema: {
        body: z.strictObject({ ...PasskeyRemoval.shape, ...OwnProof.shape }),
        response: { 200: Done },
        tags,
        summary: 'パスキーを削除する',
      },
    },
    async (request) => {
      await auth.removePasskey(personOf(request), callerOf(request), request.body);
      return done;
    },
  );
}
