import { z } from 'zod';
import { setStateRight, takeBackSteps } from '#giving/applications/steps/admin-steps.server.ts';
import { audited } from '#kit/audit/audited-list.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { door, listDoors } from '#kit/http/door.server.ts';
import { type Column, keyword, newestOrOldest } from '#kit/http/list-route.server.ts';
import { tagged } from '#kit/http/versions.server.ts';
import { formatPhone } from '#kit/values/phone.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import {
  AdminApplication,
  AdminApplicationDetail,
  ApplicationCounts,
  StepRequest,
} from './admin-application.ts';
import { applicationCounts, applicationList, findApplication } from './admin-list.server.ts';
import { Applied } from './application.ts';
import { ApplicationEdit, EditedApplication } from './application-edit.ts';
import { applicationStateFacts } from './application-state.ts';
import { enterForCaller } from './apply.server.ts';
import { parseAppraisalId } from './appraisal-number.ts';
import { ApplicationState } from './choice-schemas.ts';
import { deliverySlotLabels } from './delivery.ts';
import { editApplication } from './editing/edit-application.server.ts';
import { PhoneApplication } from './phone-application.ts';
import { SetRightRequest, StepOutcome, TakeBackRequest } from './step-changes.ts';
import { stepApplications } from './steps/admin-steps.server.ts';

/** CSV columns of the operator's list of applications. */
const applicationColumns: readonly Column<AdminApplication>[] = [
  ['申込番号', ({ appraisalId }) => appraisalId],
  ['申込日', ({ createdAt }) => formatDate(createdAt)],
  ['状態', ({ state }) => applicationStateFacts[state].admin],
  ['お名前', ({ name }) => name],
  ['お名前（かな）', ({ nameKana }) => nameKana],
  ['電話番号', ({ tel }) => formatPhone(tel)],
  ['会員', ({ isGuest }) => (isGuest ? '' : '会員')],
  ['寄付先', ({ targetName }) => targetName],
  ['寄付先の種類', ({ kind }) => (kind === 'fund' ? '基金' : '団体')],
  ['箱の数', ({ boxes }) => String(boxes)],
  ['お届け希望日', ({ deliveryDate }) => (deliveryDate === '' ? '' : formatDate(deliveryDate))],
  ['お届け時間帯', ({ deliverySlot }) => deliverySlotLabels[deliverySlot]],
  ['キットの発送日', ({ kitSentOn }) => (kitSentOn === '' ? '' : formatDate(kitSentOn))],
  ['寄付金額（円）', ({ amountYen }) => (amountYen === null ? '' : String(amountYen))],
  ['お約束の日', ({ promisedOn }) => (promisedOn === '' ? '' : formatDate(promisedOn))],
  ['経過日数', ({ elapsedDays }) => String(elapsedDays)],
];

const tags = ['運営'];
const reads = { allow: 'applications.read', tags } as const;
const moves = { allow: 'applications.move', out: z.array(StepOutcome), tags } as const;
const edits = { allow: 'applications.edit', tags } as const;
const params = { appraisalId: z.string().max(64) };
const absent = () => notFound('申込番号のお申し込み');

/** The operator's list of applications, and manual steps with them. */
export const adminApplicationDoors = [
  ...listDoors(
    '/api/office/applications',
    {
      ...reads,
      summary: '申し込みの一覧。50件ずつ',
      query: {
        state: z.optional(ApplicationState),
        due: z.optional(z.enum(['kit', 'todo', 'overdue'], '絞り込みの指定が正しくありません。')),
        keyword,
        order: newestOrOldest,
      },
      typed: ['keyword'],
      item: AdminApplication,
      columns: applicationColumns,
      fileName: 'applications',
    },
    audited(applicationList),
  ),
  door(
    'POST /api/office/applications',
    {
      allow: 'applications.enter',
      isRepeatable: true,
      status: 201,
      body: PhoneApplication,
      out: Applied,
      tags,
      summary: 'お電話のお申し込みを入力する（会員でない方のuidは"0"）',
    },
    (ctx, { person, key, body }) => enterForCaller(ctx, person, key, body),
  ),
  door(
    'GET /api/office/applications/counts',
    { ...reads, out: ApplicationCounts, summary: '状態ごとの件数' },
    (ctx) => applicationCounts(ctx),
  ),
  door(
    'GET /api/office/applications/:appraisalId',
    {
      ...reads,
      params,
      out: AdminApplicationDetail,
      summary: '申し込みの詳細（閲覧は記録される。版はETag）',
    },
    async (ctx, { person, params, reply }) => {
      const appraisalId = parseAppraisalId(params.appraisalId);
      const found = appraisalId && (await findApplication(ctx, person, appraisalId));
      if (!found) throw absent();
      return tagged(reply, found);
    },
  ),
  door(
    'POST /api/office/applications/:appraisalId',
    {
      ...edits,
      ifMatch: 'needed',
      params,
      body: ApplicationEdit,
      out: EditedApplication,
      summary: '申し込みの内容を編集する（見た版をIf-Matchで指定する）',
    },
    async (ctx, { person, params, body, version, reply }) => {
      const appraisalId = parseAppraisalId(params.appraisalId);
      if (!appraisalId) throw absent();
      return tagged(reply, await editApplication(ctx, person, { appraisalId, version }, body));
    },
  ),
  door(
    'POST /api/office/applications/step',
    { ...moves, body: StepRequest, summary: '1件または選んだ申し込みを次の状態へ進める' },
    (ctx, { person, body }) => stepApplications(ctx, person, body),
  ),
  door(
    'POST /api/office/applications/take-back',
    { ...moves, body: TakeBackRequest, summary: '10分以内の操作を取り消して、前の状態に戻す' },
    (ctx, { person, body }) => takeBackSteps(ctx, person, body),
  ),
  door(
    'POST /api/office/applications/set-right',
    {
      ...edits,
      body: SetRightRequest,
      out: StepOutcome,
      summary: '間違えた状態を、理由をつけて前の状態に直す',
    },
    (ctx, { person, body }) => setStateRight(ctx, person, body),
  ),
] as const;
