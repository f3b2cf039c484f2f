import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type App, personOf, signedUpOf } from '#kit/http/app.server.ts';
import { IdempotencyKey } from '#kit/http/idempotency-key.server.ts';
import { etagOf, expectedVersion } from '#kit/http/versions.server.ts';
import { RoleAnswer, RoleQuestion } from '#kit/permissions/roles.ts';
import type { Services } from '#start/services.server.ts';
import {
  Account,
  Names,
  Registration,
  RegistrationFromApplication,
  SentAddress,
  TelUpdate,
} from './account.ts';
import type { VersionedAccount } from './accounts.server.ts';

const tags = ['会員'];
const signedIn = { allow: 'signed-in' } as const;

const versionOf = (request: FastifyRequest) => expectedVersion(request.headers['if-match']);
const sendAccount = (reply: FastifyReply, { account, version }: VersionedAccount) =>
  reply.header('etag', etagOf(version)).send(account);

export function accountRoutes(app: App, { accounts }: Pick<Services, 'accounts'>) {
  app.post(
    '/api/users',
    {
      config: { allow: 'signed-up' },
      schema: {
        headers: IdempotencyKey,
        body: Registration,
        response: { 201: Account },
        tags,
        summary: '会員登録（ログインの作成のあとに）',
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      const made = await accounts.register(signedUpOf(request), key, request.body);
      return sendAccount(reply.status(201), made);
    },
  );
  app.post(
    '/api/users/createByAppraisalId',
    {
      config: { allow: 'signed-up' },
      schema: {
        headers: IdempotencyKey,
        body: RegistrationFromApplication,
        response: { 201: Account },
        tags,
        summary: 'お申し込みからの会員登録（claimTokenは1回だけ有効）',
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      const made = await accounts.registerFromApplication(signedUpOf(request), key, request.body);
      return sendAccount(reply.status(201), made);
    },
  );
  app.post(
    '/api/users/check-role',
    {
      config: signedIn,
      schema: {
        body: RoleQuestion,
        response: { 200: RoleAnswer },
        tags,
        summary: 'この役割を持っているか',
      },
    },
    (request) => ({ allowed: personOf(request).role === request.body.role }),
  );
  app.get(
    '/api/users/account',
    {
      config: signedIn,
      schema: { response: { 200: Account }, tags, summary: 'アカウント（版はETag）' },
    },
    async (request, reply) => sendAccount(reply, await accounts.find(personOf(request))),
  );
  updateRoutes(app, accounts);
}

function updateRoutes(app: App, accounts: Services['accounts']) {
  app.post(
    '/api/users/account/names/update',
    {
      config: signedIn,
      schema: {
        body: Names,
        response: { 200: Account },
        tags,
        summary: 'お名前の変更（If-Matchは任意）',
      },
    },
    async (request, reply) => {
      const version = versionOf(request);
      return sendAccount(
        reply,
        await accounts.updateNames(personOf(request), version, request.body),
      );
    },
  );
  app.post(
    '/api/users/account/address/update',
    {
      config: signedIn,
      schema: {
        body: SentAddress,
        response: { 200: Account },
        tags,
        summary: 'ご住所の変更（If-Matchは任意）',
      },
    },
    async (request, reply) => {
      const version = versionOf(request);
      return sendAccount(
        reply,
        await accounts.updateAddress(personOf(request), version, request.body),
      );
    },
  );
  app.post(
    '/api/users/account/tel/update',
    {
      config: signedIn,
      schema: {
        body: TelUpdate,
        response: { 200: Account },
        tags,
        summary: '電話番号の変更（If-Matchは任意）',
      },
    },
    async (request, reply) => {
      const version = versionOf(request);
      return sendAccount(reply, await accounts.updateTel(personOf(request), version, request.body));
    },
  );
  app.post(
    '/api/users/account/email/update',
    {
      config: signedIn,
      schema: {
        body: z.strictObject({}).nullish(),
        response: { 200: Account },
        tags,
        summary: 'ログインのメールアドレスをアカウントに反映（本文なし）',
      },
    },
    async (request, reply) => sendAccount(reply, await accounts.takeOverEmail(personOf(request))),
  );
}
