import { z } from 'zod';
import { audited } from '#kit/audit/audited-list.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { door, listDoors } from '#kit/http/door.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import {
  AdminPledge,
  AdminPledgeReport,
  LiftWithholding,
  ReportCounts,
  WithholdPledge,
} from './admin-pledge-report.ts';
import { liftPledge, withholdPledge } from './admin-pledges.server.ts';
import { markReport, reportCounts, reportList } from './reported-pledges.server.ts';

const allow = 'pledges.moderate';
const tags = ['運営'];
const id = z.string().regex(/^[\w-]{1,64}$/, '番号が正しくありません。');
const one = { allow, tags, params: { id } } as const;
const Mark = z.strictObject({ isHandled: z.boolean() });

const withPictures = (context: Context, report: AdminPledgeReport): AdminPledgeReport => ({
  ...report,
  pledge: pictureLinks(context).ofPledge(report.pledge),
});

/** Reported pledges and their moderation. */
export const adminPledgeDoors = [
  ...listDoors(
    '/api/office/pledge-reports',
    {
      allow,
      tags,
      summary: '#mypledgeの通報の一覧（未対応が先。20件ずつ）',
      query: {
        state: z.enum(['open', 'handled'], '絞り込みの指定が正しくありません。').optional(),
      },
      item: AdminPledgeReport,
      columns: [
        ['番号', (report) => report.id],
        ['通報日', ({ createdAt }) => formatDate(createdAt)],
        ['理由', ({ reason }) => reason],
        ['対応日', ({ handledAt }) => (handledAt === null ? '' : formatDate(handledAt))],
        ['#mypledgeの番号', ({ pledge }) => pledge.id],
        ['申込番号', ({ pledge }) => pledge.appraisalId],
        ['文章', ({ pledge }) => pledge.text],
        ['公開を止めた理由', ({ pledge }) => pledge.withheldReason],
      ],
      fileName: 'pledge-reports',
    },
    (context) => {
      const list = audited(reportList)(context);
      return {
        ...list,
        async page(...asked) {
          const page = await list.page(...asked);
          return { ...page, items: page.items.map((one) => withPictures(context, one)) };
        },
      };
    },
  ),
  door(
    'GET /api/office/pledge-reports/counts',
    { allow, out: ReportCounts, tags, summary: '通報の未対応と対応済みの件数' },
    (context) => reportCounts(context),
  ),
  door(
    'POST /api/office/pledge-reports/:id',
    {
      ...one,
      body: Mark,
      out: AdminPledgeReport,
      summary: '通報を対応済みにする、または未対応に戻す',
    },
    async (context, { person, params, body }) =>
      withPictures(context, await markReport(context, person, params.id, body.isHandled)),
  ),
  door(
    'POST /api/office/pledges/:id/withhold',
    {
      ...one,
      body: WithholdPledge,
      out: AdminPledge,
      summary: '#mypledgeの公開を止める（非公開のものも。理由は書いた方にメールで届く）',
    },
    async (context, { person, params, body }) =>
      pictureLinks(context).ofPledge(await withholdPledge(context, person, params.id, body.reason)),
  ),
  door(
    'POST /api/office/pledges/:id/lift',
    {
      ...one,
      body: LiftWithholding,
      out: AdminPledge,
      summary: '#mypledgeの公開の停止を解く（stateはご覧になった状態。書いた方にメールで届く）',
    },
    async (context, { person, params, body }) =>
      pictureLinks(context).ofPledge(await liftPledge(context, person, params.id, body.state)),
  ),
] as const;
