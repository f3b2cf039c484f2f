import { z } from 'zod';
import { AppraisalId } from '#domain/applications/appraisal-number.ts';
import { refuse } from '#domain/errors/refusal.ts';
import {
  AdminIdentityCheck,
  AdminPapers,
  PapersReturn,
  WaitingIdentity,
} from '#domain/identity-checks/identity-check-schema.ts';
import { type App, personOf } from '#server/http/app.ts';
import { etagOf, expectedVersion } from '#server/http/versions.ts';
import type { Services } from '#server/services.ts';

const pageMessage = 'ページは1以上の数字で指定してください。';
const Selection = z.strictObject({
  state: z._default(WaitingIdentity, 'submitted'),
  page: z.coerce
    .number(pageMessage)
    .int(pageMessage)
    .min(1, pageMessage)
    .max(100_000, pageMessage)
    .default(1),
});
const One = z.strictObject({ appraisalId: AppraisalId });
const Paper = z.strictObject({ id: z.string().max(64) });

const operator = { config: { allow: 'operator' } } as const;
const tags = ['本人確認'];
const contentTypes = { jpg: 'image/jpeg', pdf: 'application/pdf' } as const;

/** The operator's view of identity checks; they are approved in server/results, where donations are. */
export function adminIdentityRoutes(app: App, { identity }: Pick<Services, 'identity'>) {
  app.get(
    '/api/office/identity-checks',
    {
      ...operator,
      schema: {
        querystring: Selection,
        response: { 200: z.array(AdminIdentityCheck) },
        tags,
        summary: '本人確認まちの申し込み（長く待つ順。20件ずつ、件数はx-total-count）',
      },
    },
    async (request, reply) => {
      const listed = await identity.listChecks(personOf(request), request.query);
      return reply.header('x-total-count', String(listed.total)).send(listed.checks);
    },
  );
  app.get(
    '/api/office/identity-checks/:appraisalId',
    {
      ...operator,
      schema: {
        params: One,
        response: { 200: AdminPapers },
        tags,
        summary: '申し込みの本人確認書類の一覧（版はETag）',
      },
    },
    async (request, reply) => {
      const found = await identity.checkOf(request.params.appraisalId);
      if (!found) throw refuse('NotFound', 'この申込番号のお申し込みは見つかりませんでした。');
      return reply.header('etag', etagOf(found.version)).send(found);
    },
  );
  app.get(
    '/api/office/identity-papers/:id',
    {
      ...operator,
      schema: {
        params: Paper,
        response: { 200: z.any().describe('JPEG、PDF') },
        produces: ['image/jpeg', 'application/pdf'],
        tags,
        summary: '本人確認書類の1枚（閲覧は記録される）',
      },
    },
    async (request, reply) => {
      const paper = await identity.openPaper(personOf(request), request.params.id);
      if (!paper) throw refuse('NotFound', '書類が見つかりませんでした。');
      return reply
        .headers({
          'content-type': contentTypes[paper.format],
          // Opened by itself a paper is a document: whatever got into it must not run.
          'content-disposition': `attachment; filename="identity-paper.${paper.format}"`,
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'no-store',
        })
        .send(paper.bytes);
    },
  );
  app.post(
    '/api/office/identity/:appraisalId/return',
    {
      ...operator,
      schema: {
        params: One,
        body: PapersReturn,
        response: { 200: z.strictObject({}) },
        tags,
        summary: '本人確認書類を理由をつけて差し戻す（If-Matchで版を指定できる）',
      },
    },
    async (request) => {
      const version = expectedVersion(request.headers['if-match']);
      const { appraisalId } = request.params;
      await identity.returnPapers(personOf(request), appraisalId, request.body.reason, version);
      return {};
    },
  );
}
