import { z } from 'zod';
import {
  AdminAssociate,
  AdminAssociateDetail,
  AgreementDraft,
  AssociateCounts,
  AssociateMove,
  CertificationDraft,
  certificationAlerts,
  MergeOrder,
  MergePreview,
  NewAssociate,
  SendingBack,
  WaitingChange,
  Withdrawal,
} from '#domain/associates/admin-associate.ts';
import { AssociateContent } from '#domain/associates/associate-content.ts';
import { AssociateState, associateStates } from '#domain/associates/associate-state.ts';
import { classifications } from '#domain/associates/classification.ts';
import { refuse } from '#domain/errors/refusal.ts';
import { formatDate } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { type App, personOf } from '#server/http/app.ts';
import { keyword } from '#server/http/list-route.ts';
import { listRoutes } from '#server/http/paging.ts';
import { etagOf, expectedVersion } from '#server/http/versions.ts';
import { readImageForm, takesImage } from '#server/images/image-body.ts';
import type { Services } from '#server/services.ts';
import { versionRoutes } from '#server/versions/version-routes.ts';

const tags = ['運営'];
const base = '/api/office/associates';
const One = z.strictObject({ key: z.string().max(100) });
const reading = { allow: 'associates.read' } as const;
const changing = { allow: 'associates.edit' } as const;
const alertIds = Object.keys(certificationAlerts) as (keyof typeof certificationAlerts)[];

type Rooms = Pick<
  Services,
  'associatePages' | 'adminAssociates' | 'associateSeals' | 'pictureLinks'
>;

/** Organisations for the operator: the list, what is known of each, its page in versions. */
export function adminAssociateRoutes(app: App, services: Rooms) {
  listOfAssociates(app, services);
  oneAssociate(app, services);
  recordRoutes(app, services);
  sealRoutes(app, services);
  mergeRoutes(app, services);
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

/** The organisation as it is after a change. */
async function detailOf({ adminAssociates, pictureLinks }: Rooms, id: string) {
  const found = await adminAssociates.find(id);
  if (!found) throw refuse('NotFound', 'お探しの団体は見つかりませんでした。');
  const { sealPath, ...detail } = found;
  return { ...detail, seal: pictureLinks.signed(sealPath) };
}

function oneAssociate(app: App, services: Rooms) {
  app.get(
    `${base}/:key`,
    {
      config: reading,
      schema: {
        params: One,
        response: { 200: AdminAssociateDetail },
        tags,
        summary: '団体の状態・認定・契約',
      },
    },
    ({ params }) => detailOf(services, params.key),
  );
}

/** Registers a change that answers the organisation as it is then. */
function changeRoute<Body>(
  app: App,
  services: Rooms,
  { path, body, summary }: { path: string; body: z.core.$ZodType<Body>; summary: string },
  work: (person: Person, key: string, body: Body) => Promise<unknown>,
) {
  app.post(
    `${base}/:key/${path}`,
    {
      config: changing,
      schema: { params: One, body, response: { 200: AdminAssociateDetail }, tags, summary },
    },
    async (request) => {
      await work(personOf(request), request.params.key, request.body as Body);
      return detailOf(services, request.params.key);
    },
  );
}

function recordRoutes(app: App, services: Rooms) {
  const { adminAssociates } = services;
  changeRoute(
    app,
    services,
    { path: 'state', body: AssociateMove, summary: '団体を公開・休止・終了する' },
    adminAssociates.move,
  );
  changeRoute(
    app,
    services,
    { path: 'certifications', body: CertificationDraft, summary: '認定を記録する' },
    adminAssociates.addCertification,
  );
  changeRoute(
    app,
    services,
    { path: 'agreements', body: AgreementDraft, summary: '契約を記録する（前の契約は残る）' },
    adminAssociates.addAgreement,
  );
  app.post(
    `${base}/:key/certifications/:certificationId/withdraw`,
    {
      config: changing,
      schema: {
        params: z.strictObject({
          ...One.shape,
          certificationId: z.coerce.number().int().min(1).max(2_147_483_647),
        }),
        body: Withdrawal,
        response: { 200: AdminAssociateDetail },
        tags,
        summary: '認定の記録を、理由を添えて取り下げる',
      },
    },
    async (request) => {
      const { key, certificationId } = request.params;
      const one = { associateId: key, certificationId };
      await adminAssociates.withdrawCertification(personOf(request), one, request.body.reason);
      return detailOf(services, key);
    },
  );
}

function sealRoutes(app: App, services: Rooms) {
  const { associateSeals } = services;
  app.post(
    `${base}/:key/seal`,
    {
      ...takesImage,
      config: { ...takesImage.config, ...changing },
      schema: {
        consumes: ['multipart/form-data'],
        params: One,
        response: { 200: AdminAssociateDetail },
        tags,
        summary: '受領証明書の印影（imageの欄に背景の透明なPNG、1MBまで）',
      },
    },
    async (request) => {
      const bytes = await readImageForm(request);
      await associateSeals.replaceSeal(personOf(request), request.params.key, bytes);
      return detailOf(services, request.params.key);
    },
  );
  app.delete(
    `${base}/:key/seal`,
    {
      config: changing,
      schema: { params: One, response: { 200: AdminAssociateDetail }, tags, summary: '印影を外す' },
    },
    async (request) => {
      await associateSeals.removeSeal(personOf(request), request.params.key);
      return detailOf(services, request.params.key);
    },
  );
}

function mergeRoutes(app: App, services: Rooms) {
  app.get(
    `${base}/:key/merge`,
    {
      config: changing,
      schema: {
        params: One,
        querystring: z.strictObject({ into: z.string().max(100) }),
        response: { 200: MergePreview },
        tags,
        summary: '重複した団体の統合で移るもの',
      },
    },
    ({ params, query }) => services.adminAssociates.previewMerge(params.key, query.into),
  );
  changeRoute(
    app,
    services,
    { path: 'merge', body: MergeOrder, summary: '重複した団体を統合する' },
    services.adminAssociates.merge,
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
