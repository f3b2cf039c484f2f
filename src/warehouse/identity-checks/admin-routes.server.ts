import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { demandedVersion, etagOf } from '#kit/http/versions.server.ts';
import { filePolicy } from '#kit/images/file-policy.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import { identityLabels, paperFacts } from './identity-check.ts';
import {
  AdminIdentityCheck,
  AdminPapers,
  PapersReturn,
  WaitingIdentity,
} from './identity-check-schema.ts';

const One = z.strictObject({ appraisalId: AppraisalId });
const Paper = z.strictObject({ id: z.string().max(64) });

const operator = { config: { allow: 'identity.check' } } as const;
const tags = ['本人確認'];

const contentTypes = { jpg: 'image/jpeg', pdf: 'application/pdf' } as const;

/** Routes of the operator's identity checks. Approval is in src/warehouse/results, beside the donations. */
export function adminIdentityRoutes(app: App, { identity }: Pick<Services, 'identity'>) {
  listRoutes(app, {
    path: '/api/office/identity-checks',
    allow: 'identity.check',
    tags,
    summary: '本人確認待ちの申し込み（長く待つ順。20件ずつ）',
    query: { state: z._default(WaitingIdentity, 'submitted') },
    item: AdminIdentityCheck,
    columns: [
      ['申込番号', ({ appraisalId }) => appraisalId],
      ['お名前', ({ name }) => name],
      ['寄付先', ({ targetName }) => targetName],
      ['金額（円）', ({ amountYen }) => String(amountYen)],
      ['本人確認', ({ identity: state }) => identityLabels[state]],
      ['書類', ({ papers }) => papers.map((kind) => paperFacts[kind].label).join('、')],
      ['いつから', ({ since }) => formatDate(since)],
    ],
    fileName: 'identity-checks',
    ...identity.checkList,
  });
  app.get(
    '/api/office/identity-checks/counts',
    {
      ...operator,
      schema: {
        response: { 200: z.record(WaitingIdentity, z.number()) },
        tags,
        summary: '本人確認の状態ごとの件数',
      },
    },
    () => identity.countChecks(),
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
      if (!found) throw notFound('申込番号のお申し込み');
      return reply.header('etag', etagOf(found.version)).send(found);
    },
  );
  app.get(
    '/api/office/identity-papers/:id',
    {
      config: { allow: 'identity.check', notes: { kind: 'export', what: 'identity-papers' } },
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
      if (!paper) throw notFound('書類');
      return reply
        .headers({
          'content-type': contentTypes[paper.format],
          'content-disposition': `attachment; filename="identity-paper.${paper.format}"`,
          'content-security-policy': filePolicy,
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
        summary: '本人確認書類を理由をつけて差し戻す（見た版をIf-Matchで指定する）',
      },
    },
    async (request) => {
      const version = demandedVersion(request.headers['if-match']);
      const { appraisalId } = request.params;
      await identity.returnPapers(personOf(request), appraisalId, request.body.reason, version);
      return {};
    },
  );
}
