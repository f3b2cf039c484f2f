import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { callerOf } from '#people/sign-in/caller.server.ts';
import { ServiceLink, ServiceUnlink } from '#people/sign-in/service-link.ts';
import { SignedIn } from '#people/sign-in/sign-in.ts';
import {
  ServiceAddress,
  ServiceDeparture,
  ServiceNewcomer,
  ServiceReturn,
  ServiceSignUp,
} from '#people/sign-in/sign-in-service.ts';
import type { Services } from '#start/services.server.ts';

const tags = ['ログイン'];
const anyone = { allow: 'anyone' } as const;

/** The return makes up to four requests to the provider, each with a timeout of three seconds. */
const fourAnswersMs = 13_500;

type Door = {
  withCookies<T>(reply: FastifyReply, answer: { body: T; cookies: string[] }): T;
};

/** Signing in and registering with a service of OIDC_PROVIDERS. */
export function serviceRoutes(app: App, auth: Services['auth'], { withCookies }: Door) {
  app.post(
    '/api/auth/service/leave',
    {
      config: anyone,
      schema: {
        body: ServiceDeparture,
        response: { 200: ServiceAddress },
        tags,
        summary: '外部のサービスでのログインを始める',
      },
    },
    async (request, reply) => withCookies(reply, await auth.leaveForService(request.body)),
  );
  app.post(
    '/api/auth/service/leave-again',
    {
      // People without a password set up a second factor after it.
      config: { allow: 'before-second-factor' },
      schema: {
        body: ServiceReturn,
        response: { 200: ServiceAddress },
        tags,
        summary: '外部のサービスで、ご本人の確認のためもう一度ログインする',
      },
    },
    async (request, reply) =>
      withCookies(reply, await auth.leaveToSignInAgain(personOf(request), request.body)),
  );
  app.post(
    '/api/auth/service/tie',
    {
      config: { allow: 'signed-in' },
      schema: {
        body: ServiceLink,
        response: { 200: ServiceAddress },
        tags,
        summary: '外部のサービスをアカウントにつなぐため、そのサービスでログインする',
      },
    },
    async (request, reply) =>
      withCookies(
        reply,
        await auth.leaveToLink(personOf(request), callerOf(request), request.body),
      ),
  );
  app.post(
    '/api/auth/service/untie',
    {
      config: { allow: 'signed-in' },
      schema: {
        body: ServiceUnlink,
        response: { 200: z.object({ success: z.literal(true) }) },
        tags,
        summary: '外部のサービスをアカウントから解除する',
      },
    },
    async (request) => {
      await auth.unlinkService(personOf(request), callerOf(request), request.body);
      return { success: true } as const;
    },
  );
  app.get(
    '/api/auth/callback/:service',
    {
      handlerTimeout: fourAnswersMs,
      config: anyone,
      schema: {
        params: z.object({ service: z.string() }),
        response: { 303: z.undefined() },
        tags,
        summary: '外部のサービスから戻る（ブラウザーの移動）',
      },
    },
    async (request, reply) => {
      // Passed on unchecked: a provider may add parameters of its own.
      const query = request.url.split('?').slice(1).join('?');
      const { location, cookies } = await auth.comeBack(
        callerOf(request),
        request.params.service,
        query,
      );
      withCookies(reply, { body: undefined, cookies });
      return reply.redirect(location, 303);
    },
  );
  app.get(
    '/api/auth/service/newcomer',
    {
      config: anyone,
      schema: {
        response: { 200: z.nullable(ServiceNewcomer) },
        tags,
        summary: '外部のサービスでログインし、これから登録する人（Cookieから）',
      },
    },
    (request) => auth.serviceNewcomer(callerOf(request)),
  );
  app.post(
    '/api/auth/sign-up/service',
    {
      config: anyone,
      schema: {
        body: ServiceSignUp,
        response: { 200: SignedIn },
        tags,
        summary: '登録（外部のサービスによるログインの作成）',
      },
    },
    async (request, reply) =>
      withCookies(reply, await auth.signUpByService(callerOf(request), request.body)),
  );
}
