import { z } from 'zod';
import {
  LiftWithholding,
  OfficePledge,
  OfficePledgeReport,
  WithholdPledge,
} from '#domain/office-pledge-report.ts';
import { type App, personOf } from '#server/app.ts';
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
export function officePledgeRoutes(app: App, { officePledges }: Pick<Services, 'officePledges'>) {
  app.get(
    '/api/office/pledge-reports',
    {
      ...operator,
      schema: {
        querystring: Selection,
        response: { 200: z.array(OfficePledgeReport) },
        tags,
        summary: '#mypledgeの通報の一覧（未対応が先。20件ずつ、件数はx-total-count）',
      },
    },
    async (request, reply) => {
      const listed = await officePledges.listReports(personOf(request), request.query);
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
        response: { 200: OfficePledgeReport },
        tags,
        summary: '通報を対応済みにする、または未対応に戻す',
      },
    },
    (request) =>
      officePledges.markReport(personOf(request), request.params.id, request.body.isHandled),
  );
  app.post(
    '/api/office/pledges/:id/withhold',
    {
      ...operator,
      schema: {
        params: OneOf,
        body: WithholdPledge,
        response: { 200: OfficePledge },
        tags,
        summary: '#mypledgeの公開を止める（非公開のものも。理由は書いた方にメールで届く）',
      },
    },
    (request) => officePledges.withhold(personOf(request), request.params.id, request.body.reason),
  );
  app.post(
    '/api/office/pledges/:id/lift',
    {
      ...operator,
      schema: {
        params: OneOf,
        body: LiftWithholding,
        response: { 200: OfficePledge },
        tags,
        summary: '#mypledgeの公開の停止を解く（stateはご覧になった状態。書いた方にメールで届く）',
      },
    },
    (request) => officePledges.lift(personOf(request), request.params.id, request.body.state),
  );
}
