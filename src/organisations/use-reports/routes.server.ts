import { z } from 'zod';
import { door } from '#kit/http/door.server.ts';
import { versionDoors } from '#kit/versions/version-doors.server.ts';
import { RoomDraft } from '#organisations/thanks/thanks-schema.ts';
import { BegunReport, RoomUses, UseReportContent } from './use-report.ts';
import { reportVersions } from './use-report-versions.server.ts';
import {
  demandOwnReport,
  publishUseReport,
  reportDrafts,
  reportUse,
  roomUses,
} from './use-reports.server.ts';

const tags = ['団体の担当者'];
const allow = 'associate-room.enter';
const params = { associateId: z.string().max(100) };

/** An organisation's reports on the use of its gifts, for its own people. */
export const useReportDoors = [
  door(
    'GET /api/staff/associates/:associateId/use-reports',
    {
      allow,
      isSlow: true,
      params,
      out: RoomUses,
      tags,
      summary: '使い道の報告と、まだ報告していない金額（新しい順、100件まで）',
    },
    (ctx, { person, params }) => roomUses(ctx, person, params.associateId),
  ),
  door(
    'GET /api/staff/associates/:associateId/use-reports/drafts',
    { allow, params, out: z.array(RoomDraft), tags, summary: '使い道の報告の書きかけ' },
    (ctx, { person, params }) => reportDrafts(ctx, person, params.associateId),
  ),
  door(
    'POST /api/staff/associates/:associateId/use-reports',
    {
      allow,
      isSlow: true,
      isRepeatable: true,
      params,
      body: UseReportContent,
      out: BegunReport,
      tags,
      summary: '使い道を報告する（契約により、すぐに公開するか、運営の確認を待つ）',
    },
    (ctx, { person, params, body, key }) => reportUse(ctx, person, params.associateId, body, key),
  ),
  ...versionDoors('/api/staff/use-reports/:key', {
    schema: UseReportContent,
    versions: reportVersions,
    allow: { read: allow, change: allow },
    tags,
    label: '使い道の報告',
    demand: demandOwnReport,
    publish: publishUseReport,
  }),
] as const;
