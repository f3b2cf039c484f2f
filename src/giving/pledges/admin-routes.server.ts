import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import {
  AdminPledge,
  AdminPledgeReport,
  LiftWithholding,
  ReportCounts,
  WithholdPledge,
} from './admin-pledge-report.ts';

const OneOf = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, '番号が正しくありません。'),
});
const Mark = z.strictObject({ isHandled: z.boolean() });

const operator = { config: { allow: 'pledges.moderate' } } as const;
const tags = ['運営'];

/** Routes of reported pledges and their moderation. */
export function adminPledgeRoutes(
  app: App,
  { adminPledges, pictureLinks }: Pick<Services, 'adminPledges' | 'pictureLinks'>,
) {
  const withPictures = (report: AdminPledgeReport): AdminPledgeReport => ({
    ...report,
    pledge: pictureLinks.ofPledge(report.pledge),
  });
  listRoutes(app, {
    path: '/api/office/pledge-reports',
    allow: 'pledges.moderate',
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
    rows: adminPledges.reportList.rows,
    async page(...asked) {
      const page = await adminPledges.reportList.page(...asked);
      return { ...page, items: page.items.map(withPictures) };
    },
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
    async (request) => {
      const { params, body } = request;
      return withPictures(
        await adminPledges.markReport(personOf(request), params.id, body.isHandled),
      );
    },
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
    async (request) => {
      const { params, body } = request;
      const pledge = await adminPledges.withhold(personOf(request), params.id, body.reason);
      return pictureLinks.ofPledge(pledge);
    },
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
    async (request) => {
      const { params, body } = request;
      const pledge = await adminPledges.lift(personOf(request), params.id, body.state);
      return pictureLinks.ofPledge(pledge);
    },
  );
}
