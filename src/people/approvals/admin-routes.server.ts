import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import {
  Approval,
  ApprovalDecision,
  ApprovalState,
  approvalKindLabels,
  approvalStateLabels,
  ShownApproval,
} from './approval.ts';

const OneOf = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, '依頼の番号が正しくありません。'),
});
const tags = ['運営'];
const config = { allow: 'approvals.decide' } as const;
const path = '/api/office/approvals';

const changeOf = ({ facts }: Approval) =>
  facts.map(({ label, before, after }) => `${label}：${before} → ${after}`).join('、');

/** Requests waiting for a second person, and decided ones. */
export function adminApprovalRoutes(app: App, { approvals }: Pick<Services, 'approvals'>) {
  listRoutes(app, {
    path,
    ...config,
    tags,
    summary: '承認待ちの依頼と、その結果（待っているものが先。20件ずつ）',
    query: { state: z.optional(ApprovalState) },
    item: Approval,
    columns: [
      ['番号', ({ id }) => id],
      ['状態', ({ state }) => approvalStateLabels[state]],
      ['種類', ({ kind }) => approvalKindLabels[kind]],
      ['内容', ({ title }) => title],
      ['対象', ({ subject }) => subject],
      ['変更', changeOf],
      ['申込番号', ({ appraisalIds }) => appraisalIds.join('、')],
      ['理由', ({ reason }) => reason],
      ['依頼した人', ({ askedBy }) => askedBy],
      ['依頼日時', ({ askedAt }) => formatDateTime(askedAt)],
      ['判断した人', ({ decidedBy }) => decidedBy],
      ['判断の日時', ({ decidedAt }) => (decidedAt === null ? '' : formatDateTime(decidedAt))],
      ['メモ', ({ note }) => note],
    ],
    fileName: 'approvals',
    ...approvals.approvalList,
  });
  app.get(
    `${path}/:id`,
    {
      config,
      handlerTimeout: 30_000,
      schema: {
        params: OneOf,
        querystring: z.strictObject({
          from: z.coerce.number().int().min(0).max(1_000_000).default(0),
        }),
        response: { 200: ShownApproval },
        tags,
        summary: '一つの依頼と、承認すると起きること（fromの行から50行ずつ）',
      },
    },
    (request) => approvals.shown(personOf(request), request.params.id, request.query.from),
  );
  app.post(
    `${path}/:id/decide`,
    {
      config: { ...config, needs: 'second-factor-shown' },
      // Closing a month runs its check list again.
      handlerTimeout: 90_000,
      schema: {
        params: OneOf,
        body: ApprovalDecision,
        response: { 200: Approval },
        tags,
        summary: '依頼を承認する、または見送る（依頼した人とご本人のほか。digestは見ていた内容）',
      },
    },
    (request) => approvals.decide(personOf(request), request.params.id, request.body),
  );
  app.post(
    `${path}/:id/withdraw`,
    {
      config,
      schema: {
        params: OneOf,
        response: { 200: Approval },
        tags,
        summary: '自分の依頼を取り下げる',
      },
    },
    (request) => approvals.withdraw(personOf(request), request.params.id),
  );
}
