import { z } from 'zod';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { IdempotencyKey } from '#kit/http/idempotency-key.server.ts';
import { keyword, newestOrOldest } from '#kit/http/list-route.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { demandedVersion, etagOf } from '#kit/http/versions.server.ts';
import type { Services } from '#start/services.server.ts';
import {
  AdminApplication,
  AdminApplicationDetail,
  ApplicationCounts,
  StepRequest,
} from './admin-application.ts';
import { Applied } from './application.ts';
import { applicationColumns } from './application-columns.server.ts';
import { ApplicationEdit, EditedApplication } from './application-edit.ts';
import { parseAppraisalId } from './appraisal-number.ts';
import { ApplicationState } from './choice-schemas.ts';
import { PhoneApplication } from './phone-application.ts';
import { SetRightRequest, StepOutcome, TakeBackRequest } from './step-changes.ts';

const selection = {
  state: z.optional(ApplicationState),
  due: z.optional(z.enum(['kit', 'todo', 'overdue'], '絞り込みの指定が正しくありません。')),
  keyword,
  order: newestOrOldest,
};
const OneApplication = z.strictObject({ appraisalId: z.string().max(64) });

const reading = { config: { allow: 'applications.read' } } as const;
const tags = ['運営'];

/** The operator's list and manual steps. */
export function adminApplicationRoutes(app: App, { applications }: Pick<Services, 'applications'>) {
  listRoutes(app, {
    path: '/api/office/applications',
    allow: 'applications.read',
    tags,
    summary: '申し込みの一覧。50件ずつ',
    query: selection,
    typed: ['keyword'],
    item: AdminApplication,
    columns: applicationColumns,
    fileName: 'applications',
    ...applications.adminList,
  });
  app.post(
    '/api/office/applications',
    {
      config: { allow: 'applications.enter' },
      schema: {
        headers: IdempotencyKey,
        body: PhoneApplication,
        response: { 201: Applied },
        tags,
        summary: 'お電話のお申し込みを入力する（会員でない方のuidは"0"）',
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      return reply.status(201).send(await applications.enter(personOf(request), key, request.body));
    },
  );
  app.get(
    '/api/office/applications/counts',
    {
      ...reading,
      schema: { response: { 200: ApplicationCounts }, tags, summary: '状態ごとの件数' },
    },
    () => applications.adminCounts(),
  );
  app.get(
    '/api/office/applications/:appraisalId',
    {
      ...reading,
      schema: {
        params: OneApplication,
        response: { 200: AdminApplicationDetail },
        tags,
        summary: '申し込みの詳細（閲覧は記録される。版はETag）',
      },
    },
    async (request, reply) => {
      const appraisalId = parseAppraisalId(request.params.appraisalId);
      const found = appraisalId && (await applications.adminFind(personOf(request), appraisalId));
      if (!found) throw notFound('申込番号のお申し込み');
      return reply.header('etag', etagOf(found.version)).send(found);
    },
  );
  app.post(
    '/api/office/applications/:appraisalId',
    {
      config: { allow: 'applications.edit' },
      schema: {
        params: OneApplication,
        body: ApplicationEdit,
        response: { 200: EditedApplication },
        tags,
        summary: '申し込みの内容を編集する（見た版をIf-Matchで指定する）',
      },
    },
    async (request, reply) => {
      const appraisalId = parseAppraisalId(request.params.appraisalId);
      if (!appraisalId) throw notFound('申込番号のお申し込み');
      const version = demandedVersion(request.headers['if-match']);
      const seen = { appraisalId, version };
      const edited = await applications.edit(personOf(request), seen, request.body);
      return reply.header('etag', etagOf(edited.version)).send(edited);
    },
  );
  app.post(
    '/api/office/applications/step',
    {
      config: { allow: 'applications.move' },
      schema: {
        body: StepRequest,
        response: { 200: z.array(StepOutcome) },
        tags,
        summary: '1件または選んだ申し込みを次の状態へ進める',
      },
    },
    (request) => applications.adminStep(personOf(request), request.body),
  );
  app.post(
    '/api/office/applications/take-back',
    {
      config: { allow: 'applications.move' },
      schema: {
        body: TakeBackRequest,
        response: { 200: z.array(StepOutcome) },
        tags,
        summary: '10分以内の操作を取り消して、前の状態に戻す',
      },
    },
    (request) => applications.takeBack(personOf(request), request.body),
  );
  app.post(
    '/api/office/applications/set-right',
    {
      config: { allow: 'applications.edit' },
      schema: {
        body: SetRightRequest,
        response: { 200: StepOutcome },
        tags,
        summary: '間違えた状態を、理由をつけて前の状態に直す',
      },
    },
    (request) => applications.setRight(personOf(request), request.body),
  );
}
