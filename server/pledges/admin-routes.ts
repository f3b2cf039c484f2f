import { z } from 'zod';
import {
  AdminPledge,
  AdminPledgeReport,
  LiftWithholding,
  WithholdPledge,
} from '#domain/pledges/admin-pledge-report.ts';
import { type App, personOf } from '#server/http/app.ts';
import type { Services } from '#server/services.ts';

const Selection = z.strictObject({
  state: z.enum(['open', 'handled'], '絞り込みの指定が正しくありません。').optional(),
  page: z.coerce
    .number('ページは数字で指定してください。')
    .int('ページは数字で指定してください。')
    .min(1, 'ページは1から指定してください。')
    .max(100_000, 'ページの指定が大きすぎます。')
    .default(1),
});
const OneOf = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/, '番号が正しくありません。'),
});
const Mark = z.strictObject({ isHandled: z.boolean() });

const operator = { config: { allow: 'operator' } } as const;
const tags = ['運営'];

/** The operator's list of reported pledges, and what they do about a pledge. */
export function adminPledgeRoutes(app: App, { adminPledges }: Pick<Services, 'adminPledges'>) {
  app.get(
    '/api/office/pledge-reports',
    {
      ...operator,
      schema: {
        querystring: Selection,
        response: { 200: z.array(AdminPledgeReport) },
        tags,
        summary: '#mypledgeの通報の一覧（未対応が先。20件ずつ、件数はx-total-count）',
      },
    },
    async (request, reply) => {
      const listed = await adminPledges.listReports(personOf(request), request.query);
      return reply.header('x-total-count', String(listed.total)).send(listed.reports);
    },
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
