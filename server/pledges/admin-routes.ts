import { z } from 'zod';
import {
  AdminPledge,
  AdminPledgeReport,
  LiftWithholding,
  ReportCounts,
  WithholdPledge,
} from '#domain/pledges/admin-pledge-report.ts';
import { formatDate } from '#domain/values/timestamp.ts';
import { type App, personOf } from '#server/http/app.ts';
import { listRoutes } from '#server/http/paging.ts';
import type { Services } from '#server/services.ts';

const OneOf = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, '番号が正しくありません。'),
});
const Mark = z.strictObject({ isHandled: z.boolean() });

const operator = { config: { allow: 'operator' } } as const;
const tags = ['運営'];

/** The operator's list of reported pledges, and what they do about a pledge. */
export function adminPledgeRoutes(app: App, { adminPledges }: Pick<Services, 'adminPledges'>) {
  listRoutes(app, {
    path: '/api/office/pledge-reports',
    allow: 'operator',
    tags,
    summary: '#mypledgeの通報の一覧（未対応が先。20件ずつ）',
    query: { state: z.enum(['open', 'handled'], '絞り込みの指定が正しくありません。').optional() },
    item: AdminPledgeReport,
    columns: [
      ['番号', ({ id }) => id],
      ['通報日', ({ createdAt }) => formatDate(createdAt)],
      ['理由', ({ reason }) => reason],
      ['対応日', ({ handledAt }) => (handledAt === null ? '' : formatDate(handledAt))],
      ['#mypledgeの番号', ({ pledge }) => pledge.id],
      ['申込番号', ({ pledge }) => pledge.appraisalId],
      ['文章', ({ pledge }) => pledge.text],
      ['公開を止めた理由', ({ pledge }) => pledge.withheldReason],
    ],
    fileName: 'pledge-reports',
    ...adminPledges.reportList,
  });
  app.get(
    '/api/office/pledge-reports/counts',
    {
      ...operator,
      schema: {
        response: { 200: ReportCounts },
        tags,
        summary: '通報の未対応と対応済みの件数',
      },
    },
    () => adminPledges.reportCounts(),
  );
  app.post(
    '/api/office/pledge-reports/:id',
    {
      ...operator,
      schema: {
        params: OneOf,
        body: Mark,
        response: { 200: AdminPledgeReport },
        tags,
        summary: '通報を対応済みにする、または未対応に戻す',
      },
    },
    (request) =>
      adminPledges.markReport(personOf(request), request.params.id, request.body.isHandled),
  );
  app.post(
    '/api/office/pledges/:id/withhold',
    {
      ...operator,
      schema: {
        params: OneOf,
        body: WithholdPledge,
        response: { 200: AdminPledge },
        tags,
        summary: '#mypledgeの公開を止める（非公開のものも。理由は書いた方にメールで届く）',
      },
    },
    (request) => adminPledges.withhold(personOf(request), request.params.id, request.body.reason),
  );
  app.post(
    '/api/office/pledges/:id/lift',
    {
      ...operator,
      schema: {
        params: OneOf,
        body: LiftWithholding,
        response: { 200: AdminPledge },
        tags,
        summary: '#mypledgeの公開の停止を解く（stateはご覧になった状態。書いた方にメールで届く）',
      },
    },
    (request) => adminPledges.lift(personOf(request), request.params.id, request.body.state),
  );
}
