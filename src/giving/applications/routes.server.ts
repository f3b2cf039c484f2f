import { z } from 'zod';
import { refuse } from '#kit/errors/refusal.ts';
import { door } from '#kit/http/door.server.ts';
import { tagged } from '#kit/http/versions.server.ts';
import {
  ApplicationStatus,
  Applied,
  ApplyBody,
  CancelByEmail,
  Cancelled,
  CancelRequest,
  ClaimLink,
  ClaimLinkRequest,
  CorrectionRequest,
  StatusRequest,
} from './application.ts';
import {
  applicationStatus,
  cancelApplication,
  cancelByEmail,
  claimLink,
  correctApplication,
  ownApplications,
} from './application-actions.server.ts';
import { applicationStages } from './application-state.ts';
import { applyForBox } from './apply.server.ts';
import { AppraisalId, parseAppraisalId } from './appraisal-number.ts';

const tags = ['申し込み'];
const anyone = { allow: 'anyone', tags } as const;
const own = { allow: 'signed-in', tags } as const;

const limitMessage = '件数は1から100までの数字で指定してください。';
const selection = {
  stage: z.enum(applicationStages, '絞り込みの指定が正しくありません。').optional(),
  numbers: z
    .string()
    .regex(/^TS-[\dA-Z]{4}-[\dA-Z]{4}(,TS-[\dA-Z]{4}-[\dA-Z]{4}){0,99}$/, {
      error: '申込番号を、コンマで区切って100件まで指定してください。',
    })
    .optional(),
  cursor: z.optional(AppraisalId),
  limit: z.coerce
    .number(limitMessage)
    .int(limitMessage)
    .min(1, limitMessage)
    .max(100, limitMessage)
    .default(50),
};

const notYours = () =>
  refuse(
    'NotFound',
    'お申し込みが見つかりませんでした。申込番号やメールのリンクをお確かめください。',
  );

/** Applying for a box, and following it as its donor or by the mailed link. */
export const applicationDoors = [
  door(
    'POST /api/appraisal/apply',
    {
      ...anyone,
      isRepeatable: true,
      status: 201,
      body: ApplyBody,
      out: Applied,
      summary: '箱を申し込む（ログインしていない方のuidは"0"）',
    },
    (ctx, { person, key, body, request: { address } }) =>
      applyForBox(ctx, person, { address, key }, body),
  ),
  door(
    'POST /api/applications/status',
    {
      ...anyone,
      body: StatusRequest,
      out: ApplicationStatus,
      summary: 'メールのリンクで状況を見る',
    },
    async (ctx, { person, body, reply }) => {
      const status = await applicationStatus(ctx, person, body);
      if (!status) throw notYours();
      return tagged(reply, status);
    },
  ),
  door(
    'POST /api/applications/claim-link',
    {
      ...anyone,
      body: ClaimLinkRequest,
      out: ClaimLink,
      summary: 'メールのリンクで履歴に加えられる申し込みを見る（リンクは使われない）',
    },
    (ctx, { person, body }) => claimLink(ctx, person, body),
  ),
  door(
    'POST /api/applications/correct',
    {
      ...anyone,
      ifMatch: 'taken',
      body: CorrectionRequest,
      out: ApplicationStatus,
      summary: '箱の発送までに、お届け先と希望日を変える（見た版をIf-Matchで指定する）',
    },
    async (ctx, { person, body, version, reply }) =>
      tagged(reply, await correctApplication(ctx, person, body, version)),
  ),
  door(
    'POST /api/applications/cancel',
    {
      ...anyone,
      ifMatch: 'taken',
      body: CancelRequest,
      out: ApplicationStatus,
      summary: '箱の発送までに、申し込みをキャンセルする（見た版をIf-Matchで指定する）',
    },
    async (ctx, { person, body, version, reply }) =>
      tagged(reply, await cancelApplication(ctx, person, body, version)),
  ),
  door(
    'POST /api/applications/cancel-by-email',
    {
      ...anyone,
      isRepeatable: true,
      body: CancelByEmail,
      out: Cancelled,
      summary: '箱の発送までに、申込番号とメールアドレスでキャンセルする',
    },
    (ctx, { person, key, body, request: { address } }) =>
      cancelByEmail(ctx, person, { address, key }, body),
  ),
  door(
    'GET /api/users/applications',
    {
      ...own,
      query: selection,
      out: z.array(ApplicationStatus),
      summary: '自分の申し込み（新しい順。cursorは最後に見た申込番号。stageかnumbersで、それだけ）',
    },
    async (ctx, { person, query: { numbers, ...selected }, reply }) => {
      const which = { ...selected, numbers: numbers?.split(',') };
      const { applications, total } = await ownApplications(ctx, person, which);
      reply.header('x-total-count', String(total));
      return applications;
    },
  ),
  door(
    'GET /api/users/applications/:appraisalId',
    {
      ...own,
      params: { appraisalId: z.string().max(64) },
      out: ApplicationStatus,
      summary: '自分の申し込みの状況',
    },
    async (ctx, { person, params, reply }) => {
      const appraisalId = parseAppraisalId(params.appraisalId);
      const status = appraisalId && (await applicationStatus(ctx, person, { appraisalId }));
      if (!status) throw notYours();
      return tagged(reply, status);
    },
  ),
] as const;
