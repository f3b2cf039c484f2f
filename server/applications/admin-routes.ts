import { z } from 'zod';
import {
  AdminApplication,
  AdminApplicationDetail,
  ApplicationCounts,
  StepOutcome,
  StepRequest,
} from '#domain/applications/admin-application.ts';
import { Applied } from '#domain/applications/application.ts';
import { parseAppraisalId } from '#domain/applications/appraisal-number.ts';
import { PhoneApplication } from '#domain/applications/phone-application.ts';
import { refuse } from '#domain/errors/refusal.ts';
import { ApplicationState } from '#domain/values/choice-schemas.ts';
import { serviceDay } from '#domain/values/days/day-schema.ts';
import { type App, personOf } from '#server/http/app.ts';
import { csvEncodings } from '#server/http/csv-bytes.ts';
import { IdempotencyKey } from '#server/http/idempotency-key.ts';
import { keyword, newestOrOldest } from '#server/http/list-route.ts';
import { listRoutes } from '#server/http/paging.ts';
import type { Services } from '#server/services.ts';
import { applicationColumns } from './application-columns.ts';

const selection = {
  state: z.optional(ApplicationState),
  due: z.optional(z.enum(['kit', 'todo', 'overdue'], '絞り込みの指定が正しくありません。')),
  keyword,
  order: newestOrOldest,
};
const KitSelection = z.strictObject({
  day: z.optional(serviceDay()),
  encoding: z.enum(csvEncodings, '文字コードはutf8かshift_jisを選んでください。').default('utf8'),
  carrier: z.enum(['sagawa', 'yamato'], '運送会社を一覧から選んでください。').optional(),
});
const OneApplication = z.strictObject({ appraisalId: z.string().max(64) });

/** Headers are short: beyond this many, the file's own 備考 tells. */
const unfitInHeader = 50;

const reading = { config: { allow: 'applications.read' } } as const;
const tags = ['運営'];

/** The operator's list, the day's kit addresses and the steps by hand. */
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
        summary: '申し込みの詳細（閲覧は記録される）',
      },
    },
    async (request) => {
      const appraisalId = parseAppraisalId(request.params.appraisalId);
      const found = appraisalId && (await applications.adminFind(personOf(request), appraisalId));
      if (!found) throw refuse('NotFound', 'この申込番号のお申し込みは見つかりませんでした。');
      return found;
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
  app.get(
    '/api/office/kit-addresses.csv',
    {
      config: { allow: 'applications.export', notes: { kind: 'export', what: 'kit-addresses' } },
      schema: {
        querystring: KitSelection,
        response: { 200: z.any().describe('CSV') },
        produces: ['text/csv'],
        tags,
        summary:
          'その日に発送する箱のお届け先。古い順に1,000件まで、件数はx-row-count、総数はx-total-count（書き出しは記録される）',
      },
    },
    async (request, reply) => {
      const { query } = request;
      const file = await applications.kitAddresses(personOf(request), query);
      const charset = query.encoding === 'utf8' ? 'utf-8' : 'Shift_JIS';
      return reply
        .headers({
          'content-type': `text/csv; charset=${charset}; header=present`,
          'content-disposition': `attachment; filename="${file.fileName}"`,
          'x-total-count': String(file.total),
          'x-row-count': String(file.count),
          // Percent-encoded JSON: [{ appraisalId, letters }] of what Shift_JIS cannot hold.
          'x-unfit': encodeURIComponent(JSON.stringify(file.unfit.slice(0, unfitInHeader))),
        })
        .send(file.bytes);
    },
  );
}
