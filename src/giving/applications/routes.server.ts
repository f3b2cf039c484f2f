import { z } from 'zod';
import { refuse } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { IdempotencyKey } from '#kit/http/idempotency-key.server.ts';
import { etagOf, expectedVersion } from '#kit/http/versions.server.ts';
import type { Services } from '#start/services.server.ts';
import {
  ApplicationStatus,
  Applied,
  ApplyBody,
  CancelByEmail,
  Cancelled,
  CancelRequest,
  ClaimLink,
  ClaimLinkRequest,
  CorrectionRequest,
  StatusRequest,
} from './application.ts';
import { applicationStages } from './application-state.ts';
import { AppraisalId, parseAppraisalId } from './appraisal-number.ts';

const Selection = z.strictObject({
  stage: z.enum(applicationStages, '絞り込みの指定が正しくありません。').optional(),
  numbers: z
    .string()
    .regex(/^TS-[\dA-Z]{4}-[\dA-Z]{4}(,TS-[\dA-Z]{4}-[\dA-Z]{4}){0,99}$/, {
      error: '申込番号を、コンマで区切って100件まで指定してください。',
    })
    .optional(),
  cursor: z.optional(AppraisalId),
  limit: z.coerce
    .number('件数は1から100までの数字で指定してください。')
    .int('件数は1から100までの数字で指定してください。')
    .min(1, '件数は1から100までの数字で指定してください。')
    .max(100, '件数は1から100までの数字で指定してください。')
    .default(50),
});
const OneApplication = z.strictObject({ appraisalId: z.string().max(64) });

const notYours = () =>
  refuse(
    'NotFound',
    'お申し込みが見つかりませんでした。申込番号やメールのリンクをお確かめください。',
  );

const tags = ['申し込み'];

/** Applying for a box, and following it as its donor or by the mailed link. */
export function applicationRoutes(app: App, { applications }: Pick<Services, 'applications'>) {
  app.post(
    '/api/appraisal/apply',
    {
      config: { allow: 'anyone' },
      schema: {
        headers: IdempotencyKey,
        body: ApplyBody,
        response: { 201: Applied },
        tags,
        summary: '箱を申し込む（ログインしていない方のuidは"0"）',
      },
    },
    async (request, reply) => {
      const submit = { address: request.address, key: request.headers['idempotency-key'] };
      return reply.status(201).send(await applications.apply(request.actor, submit, request.body));
    },
  );
  app.post(
    '/api/applications/status',
    {
      config: { allow: 'anyone' },
      schema: {
        body: StatusRequest,
        response: { 200: ApplicationStatus },
        tags,
        summary: 'メールのリンクで状況を見る',
      },
    },
    async (request, reply) => {
      const status = await applications.status(request.actor, request.body);
      if (!status) throw notYours();
      return reply.header('etag', etagOf(status.version)).send(status);
    },
  );
  app.post(
    '/api/applications/claim-link',
    {
      config: { allow: 'anyone' },
      schema: {
        body: ClaimLinkRequest,
        response: { 200: ClaimLink },
        tags,
        summary: 'メールのリンクで履歴に加えられる申し込みを見る（リンクは使われない）',
      },
    },
    (request) => applications.claimLink(request.actor, request.body),
  );
  app.post(
    '/api/applications/correct',
    {
      config: { allow: 'anyone' },
      schema: {
        body: CorrectionRequest,
        response: { 200: ApplicationStatus },
        tags,
        summary: '箱の発送までに、お届け先と希望日を変える（見た版をIf-Matchで指定する）',
      },
    },
    async (request, reply) => {
      const version = expectedVersion(request.headers['if-match']);
      const status = await applications.correct(request.actor, request.body, version);
      return reply.header('etag', etagOf(status.version)).send(status);
    },
  );
  app.post(
    '/api/applications/cancel',
    {
      config: { allow: 'anyone' },
      schema: {
        body: CancelRequest,
        response: { 200: ApplicationStatus },
        tags,
        summary: '箱の発送までに、申し込みをキャンセルする（見た版をIf-Matchで指定する）',
      },
    },
    async (request, reply) => {
      const version = expectedVersion(request.headers['if-match']);
      const status = await applications.cancel(request.actor, request.body, version);
      return reply.header('etag', etagOf(status.version)).send(status);
    },
  );
  app.post(
    '/api/applications/cancel-by-email',
    {
      config: { allow: 'anyone' },
      schema: {
        headers: IdempotencyKey,
        body: CancelByEmail,
        response: { 200: Cancelled },
        tags,
        summary: '箱の発送までに、申込番号とメールアドレスでキャンセルする',
      },
    },
    (request) => {
      const submit = { address: request.address, key: request.headers['idempotency-key'] };
      return applications.cancelByEmail(request.actor, submit, request.body);
    },
  );
  app.get(
    '/api/users/applications',
    {
      config: { allow: 'signed-in' },
      schema: {
        querystring: Selection,
        response: { 200: z.array(ApplicationStatus) },
        tags,
        summary:
          '自分の申し込み（新しい順。cursorは最後に見た申込番号。stageかnumbersで、それだけ）',
      },
    },
    async (request, reply) => {
      const { numbers, ...selection } = request.query;
      const listed = await applications.list(personOf(request), {
        ...selection,
        numbers: numbers?.split(','),
      });
      return reply.header('x-total-count', String(listed.total)).send(listed.applications);
    },
  );
  app.get(
    '/api/users/applications/:appraisalId',
    {
      config: { allow: 'signed-in' },
      schema: {
        params: OneApplication,
        response: { 200: ApplicationStatus },
        tags,
        summary: '自分の申し込みの状況',
      },
    },
    async (request, reply) => {
      const appraisalId = parseAppraisalId(request.params.appraisalId);
      const status = appraisalId && (await applications.status(personOf(request), { appraisalId }));
      if (!status) throw notYours();
      return reply.header('etag', etagOf(status.version)).send(status);
    },
  );
}
