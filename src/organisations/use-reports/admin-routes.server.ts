import { z } from 'zod';
import { door } from '#kit/http/door.server.ts';
import { associateUses } from './associate-uses.server.ts';
import { AssociateUses } from './associate-uses.ts';
import { HidingReason } from './use-report.ts';
import { hideReport } from './use-reports.server.ts';

const tags = ['運営'];

/** Confirmations and reports of an organisation, for operators. */
export const adminUseReportDoors = [
  door(
    'GET /api/office/associates/:associateId/uses',
    {
      allow: 'associates.read',
      params: { associateId: z.string().max(100) },
      out: AssociateUses,
      tags,
      summary: '団体の受け取りの確認と使い道の報告（記録される）',
    },
    (ctx, { person, params }) => associateUses(ctx, person, params.associateId),
  ),
  door(
    'POST /api/office/use-reports/:reportId/hide',
    {
      allow: 'associates.edit',
      params: { reportId: z.string().regex(/^[\w-]{1,64}$/, '報告の指定が正しくありません。') },
      body: HidingReason,
      out: z.strictObject({}),
      tags,
      summary: '使い道の報告の文章と写真の公開を、理由をつけて停止する・再開する',
    },
    async (ctx, { person, params, body }) => {
      await hideReport(ctx, person, params.reportId, body);
      return {};
    },
  ),
] as const;
