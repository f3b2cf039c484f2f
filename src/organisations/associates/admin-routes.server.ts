import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { keyword } from '#kit/http/list-route.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { etagOf, expectedVersion } from '#kit/http/versions.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { versionRoutes } from '#kit/versions/version-doors.server.ts';
import type { Services } from '#start/services.server.ts';
import {
  AdminAssociate,
  AssociateCounts,
  certificationAlerts,
  NewAssociate,
  SendingBack,
  WaitingChange,
} from './admin-associate.ts';
import { AssociateContent } from './associate-content.ts';
import { AssociateState, associateStates } from './associate-state.ts';
import { classifications } from './classification.ts';
import { recordRoutes } from './record-routes.server.ts';

const tags = ['運営'];
const base = '/api/office/associates';
const One = z.strictObject({ key: z.string().max(100) });
const reading = { allow: 'associates.read' } as const;
const changing = { allow: 'associates.edit' } as const;
const alertIds = Object.keys(certificationAlerts) as (keyof typeof certificationAlerts)[];

type Rooms = Pick<Services, 'associatePages' | 'adminAssociates'>;

/** Organisations for the operator: the list, the details of each, its page in versions. */
export function adminAssociateRoutes(
  app: App,
  services: Rooms & Parameters<typeof recordRoutes>[1],
) {
  listOfAssociates(app, services);
  recordRoutes(app, services);
  pageRoutes(app, services);
}

function listOfAssociates(app: App, { adminAssociates }: Rooms) {
  listRoutes(app, {
    path: base,
    ...reading,
    tags,
    summary: '団体の一覧（新しい順、50件ずつ）',
    query: {
      state: z.optional(AssociateState),
      alert: z.enum(alertIds, '認定の絞り込みが正しくありません。').optional(),
      keyword,
    },
    typed: ['keyword'],
    item: AdminAssociate,
    columns: [
      ['団体ID', ({ id }) => id],
      ['団体の名称', ({ name }) => name],
      ['名称のふりがな', ({ nameKana }) => nameKana],
      ['種別', ({ classification }) => classifications[classification].label],
      ['状態', ({ state }) => associateStates[state]],
      ['認定の期限', ({ certificationEndsOn }) => certificationEndsOn],
      ['登録した日', ({ createdAt }) => formatDate(createdAt)],
    ],
    fileName: 'associates',
    ...adminAssociates.associateList,
  });
  app.get(
    `${base}/counts`,
    {
      config: reading,
      schema: { response: { 200: AssociateCounts }, tags, summary: '状態ごとの団体の数' },
    },
    () => adminAssociates.counts(),
  );
  app.get(
    `${base}/waiting`,
    {
      config: reading,
      schema: {
        response: { 200: z.array(WaitingChange) },
        tags,
        summary: '運営の確認を待っている、団体のページの変更（古い順）',
      },
    },
    () => adminAssociates.waiting(),
  );
  app.post(
    base,
    {
      config: changing,
      schema: {
        body: NewAssociate,
        response: { 200: z.object({ id: z.string() }) },
        tags,
        summary: '団体の下書きを作る',
      },
    },
    (request) => adminAssociates.create(personOf(request), request.body),
  );
}

function pageRoutes(app: App, { associatePages }: Rooms) {
  versionRoutes(app, {
    path: `${base}/:key/page`,
    allow: { read: 'associates.read', change: 'associates.edit' },
    tags,
    label: '団体のページ',
    schema: AssociateContent,
    versions: associatePages,
  });
  app.post(
    `${base}/:key/page/send-back`,
    {
      config: changing,
      schema: {
        params: One,
        body: SendingBack,
        response: { 200: z.object({}) },
        tags,
        summary: '確認待ちの変更を、理由を添えて団体に戻す（If-Matchで版を確かめる）',
      },
    },
    async (request, reply) => {
      const tag = expectedVersion(request.headers['if-match']);
      const { key } = request.params;
      const done = await associatePages.sendBack(personOf(request), key, tag, request.body.note);
      return reply.header('etag', etagOf(done.tag)).send({});
    },
  );
}
