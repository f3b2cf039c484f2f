import { z } from 'zod';
import type { Person } from '#kit/actor.server.ts';
import { notFound } from '#kit/errors/refusal.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { readImageForm, takesImage } from '#kit/images/image-body.server.ts';
import { AskedApproval } from '#people/approvals/approval.ts';
import type { Services } from '#start/services.server.ts';
import {
  AdminAssociateDetail,
  AgreementDraft,
  AssociateMove,
  CertificationDraft,
  MergeOrder,
  MergePreview,
  Withdrawal,
} from './admin-associate.ts';

const tags = ['運営'];
const path = '/api/office/associates/:key';
const One = z.strictObject({ key: z.string().max(100) });
const reading = { allow: 'associates.read' } as const;
const changing = { allow: 'associates.edit' } as const;
/** Gives people of one organisation access to another. */
const granting = { ...changing, needs: 'second-factor-shown' } as const;

type Records = Pick<Services, 'adminAssociates' | 'associateSeals' | 'pictureLinks'>;

/** The operator's record of an organisation: its state, certifications, agreements, seal, merging. */
export function recordRoutes(app: App, services: Records) {
  oneAssociate(app, services);
  recordChanges(app, services);
  sealRoutes(app, services);
  mergeRoutes(app, services);
}

/** The organisation after a change. */
async function detailOf({ adminAssociates, pictureLinks }: Records, id: string) {
  const found = await adminAssociates.find(id);
  if (!found) throw notFound('団体');
  const { sealPath, ...detail } = found;
  return { ...detail, seal: pictureLinks.signed(sealPath) };
}

function oneAssociate(app: App, services: Records) {
  app.get(
    path,
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

/** Registers a change that returns the organisation afterwards. */
function changeRoute<Body>(
  app: App,
  services: Records,
  { name, body, summary }: { name: string; body: z.core.$ZodType<Body>; summary: string },
  work: (person: Person, key: string, body: Body) => Promise<unknown>,
) {
  app.post(
    `${path}/${name}`,
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

function recordChanges(app: App, services: Records) {
  const { adminAssociates } = services;
  changeRoute(
    app,
    services,
    { name: 'state', body: AssociateMove, summary: '団体を公開・休止・終了する' },
    adminAssociates.move,
  );
  changeRoute(
    app,
    services,
    { name: 'certifications', body: CertificationDraft, summary: '認定を記録する' },
    adminAssociates.addCertification,
  );
  changeRoute(
    app,
    services,
    { name: 'agreements', body: AgreementDraft, summary: '契約を記録する（前の契約は残る）' },
    adminAssociates.addAgreement,
  );
  app.post(
    `${path}/certifications/:certificationId/withdraw`,
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

function sealRoutes(app: App, services: Records) {
  const { associateSeals } = services;
  app.post(
    `${path}/seal`,
    {
      ...takesImage,
      config: { ...takesImage.config, ...changing },
      schema: {
        form: { image: 'file' },
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
    `${path}/seal`,
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

function mergeRoutes(app: App, services: Records) {
  app.get(
    `${path}/merge`,
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
  app.post(
    `${path}/merge`,
    {
      config: granting,
      schema: {
        params: One,
        body: MergeOrder,
        response: { 200: AskedApproval },
        tags,
        summary: '重複した団体の統合を依頼する（もう1人の承認で反映）',
      },
    },
    (request) =>
      services.adminAssociates.askForMerge(personOf(request), request.params.key, request.body),
  );
}
