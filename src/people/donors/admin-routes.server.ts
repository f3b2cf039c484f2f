import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type App, personOf } from '#kit/http/app.server.ts';
import { keyword } from '#kit/http/list-route.server.ts';
import { cursor, listRoutes, pageHeaders } from '#kit/http/paging.server.ts';
import { fileStream } from '#kit/http/streams/file-stream.server.ts';
import { demandedVersion, etagOf } from '#kit/http/versions.server.ts';
import { roleLabels } from '#kit/permissions/roles.ts';
import { formatPhone } from '#kit/values/phone.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import {
  Donor,
  DonorId,
  DonorLine,
  DonorNote,
  type DonorPart,
  donorEntries,
  donorPartLabels,
  donorParts,
} from './donor.ts';
import {
  Corrected,
  Correction,
  ErasureOnRequest,
  LockChange,
  NoteDraft,
  Reasoned,
} from './donor-changes.ts';
import { Merged, MergePreview, MergeRequest, Unmerged } from './donor-merge.ts';

const OneDonor = z.strictObject({ donorId: DonorId });
const OneNote = z.strictObject({
  donorId: DonorId,
  noteId: z.coerce
    .number('メモの番号が正しくありません。')
    .int()
    .positive()
    .max(2 ** 52),
});
const OneMerge = z.strictObject({ mergeId: z.uuid('統合の番号が正しくありません。') });
const Done = z.object({ success: z.literal(true) });
const done = { success: true } as const;

const reading = { config: { allow: 'donors.read' } } as const;
const changing = { config: { allow: 'donors.change' } } as const;
/** For exporting or erasing all data of a person. */
const shownAnew = { allow: 'donors.change', needs: 'second-factor-shown' } as const;
const tags = ['運営'];

const versionOf = (request: FastifyRequest) => demandedVersion(request.headers['if-match']);

/** Donors and guests for the operator. */
export function adminDonorRoutes(app: App, { donors }: Pick<Services, 'donors'>) {
  listRoutes(app, {
    path: '/api/office/donors',
    allow: 'donors.read',
    tags,
    summary: '寄付者とゲストの一覧。50件ずつ',
    query: { keyword },
    typed: ['keyword'],
    item: DonorLine,
    columns: [
      ['番号', ({ id }) => id],
      ['会員', ({ isGuest }) => (isGuest ? '' : '会員')],
      ['役割', ({ role }) => roleLabels[role]],
      ['お名前', ({ name }) => name],
      ['お名前（かな）', ({ nameKana }) => nameKana],
      ['メールアドレス', ({ email }) => email],
      ['電話番号', ({ tel }) => formatPhone(tel)],
      ['ロック', ({ isLocked }) => (isLocked ? 'ロック中' : '')],
      ['登録日', ({ createdAt }) => formatDate(createdAt)],
    ],
    fileName: 'donors',
    ...donors.list,
  });
  app.get(
    '/api/office/donors/:donorId',
    {
      ...reading,
      schema: {
        params: OneDonor,
        response: { 200: Donor },
        tags,
        summary: '寄付者またはゲスト（閲覧は記録される。版はETag）',
      },
    },
    async (request, reply) => {
      const { donor, version } = await donors.find(personOf(request), request.params.donorId);
      return reply.header('etag', etagOf(version)).send(donor);
    },
  );
  for (const part of donorParts) partRoute(app, donors, part);
  correctionRoutes(app, donors);
  noteRoutes(app, donors);
  accountRoutes(app, donors);
  mergeRoutes(app, donors);
}

type Donors = Services['donors'];

function partRoute(app: App, donors: Donors, part: DonorPart) {
  app.get(
    `/api/office/donors/:donorId/${part}`,
    {
      ...reading,
      schema: {
        params: OneDonor,
        querystring: z.strictObject({ cursor }),
        response: { 200: z.array(donorEntries[part] as z.core.$ZodType) },
        tags,
        summary: `寄付者の${donorPartLabels[part]}。20件ずつ（閲覧は記録される。次はx-next-cursor）`,
      },
    },
    async (request, reply) => {
      const { donorId } = request.params;
      const found = await donors.donorPart(personOf(request), donorId, part, request.query.cursor);
      return pageHeaders(reply, found).send(found.items);
    },
  );
}

function correctionRoutes(app: App, donors: Donors) {
  app.post(
    '/api/office/donors/:donorId/correct',
    {
      ...changing,
      schema: {
        params: OneDonor,
        body: Correction,
        response: { 200: Corrected },
        tags,
        summary:
          '会員のお名前・電話番号・ご住所を、お申し出により直す（見た版をIf-Matchで指定する。ご本人にメール）',
      },
    },
    async (request, reply) => {
      const { donorId } = request.params;
      const { account, version } = await donors.correctAccount(
        personOf(request),
        donorId,
        versionOf(request),
        request.body,
      );
      return reply.header('etag', etagOf(version)).send({ account });
    },
  );
  app.post(
    '/api/office/applications/:appraisalId/correct',
    {
      ...changing,
      schema: {
        params: z.strictObject({ appraisalId: z.string().max(64) }),
        body: Correction,
        response: { 200: Corrected },
        tags,
        summary:
          '箱を送る前のお申し込みのお名前・電話番号・ご住所を直す（見た版をIf-Matchで指定する。ご本人にメール）',
      },
    },
    async (request, reply) => {
      const { appraisalId } = request.params;
      const { account, version } = await donors.correctApplication(
        personOf(request),
        appraisalId,
        versionOf(request),
        request.body,
      );
      return reply.header('etag', etagOf(version)).send({ account });
    },
  );
}

function noteRoutes(app: App, donors: Donors) {
  app.post(
    '/api/office/donors/:donorId/notes',
    {
      ...changing,
      schema: {
        params: OneDonor,
        body: NoteDraft,
        response: { 201: DonorNote },
        tags,
        summary: '寄付者にメモを残す',
      },
    },
    async (request, reply) => {
      const { donorId } = request.params;
      const note = await donors.addNote(personOf(request), donorId, request.body.body);
      return reply.status(201).send(note);
    },
  );
  app.post(
    '/api/office/donors/:donorId/notes/:noteId/withdraw',
    {
      ...changing,
      schema: {
        params: OneNote,
        response: { 200: DonorNote },
        tags,
        summary: 'メモを取り消す（内容は消える）',
      },
    },
    (request) =>
      donors.withdrawNote(personOf(request), request.params.donorId, request.params.noteId),
  );
}

function accountRoutes(app: App, donors: Donors) {
  app.post(
    '/api/office/donors/:donorId/lock',
    {
      ...changing,
      schema: {
        params: OneDonor,
        body: LockChange,
        response: { 200: Done },
        tags,
        summary: '会員のアカウントをロックする、またはロックを解除する',
      },
    },
    async (request) => {
      await donors.setLock(personOf(request), request.params.donorId, request.body);
      return done;
    },
  );
  app.post(
    '/api/office/donors/:donorId/export',
    {
      config: { ...shownAnew, notes: { kind: 'export', what: 'donor' } },
      schema: {
        params: OneDonor,
        body: Reasoned,
        response: { 200: z.any().describe('ZIP') },
        produces: ['application/zip'],
        tags,
        summary: 'ご本人の請求により、個人データを書き出す（JSON、CSV、画像）',
      },
    },
    async (request, reply) => {
      const { donorId } = request.params;
      const { fileName, parts } = await donors.handOver(
        personOf(request),
        donorId,
        request.body.reason,
      );
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="${fileName}"`,
        })
        .send(await fileStream(parts));
    },
  );
  app.post(
    '/api/office/donors/:donorId/erase',
    {
      config: { ...shownAnew, notes: { kind: 'erasure', what: 'donor' } },
      schema: {
        params: OneDonor,
        body: ErasureOnRequest,
        response: { 200: Done },
        tags,
        summary: 'ご本人の請求により、記録を消去する（進行中のお申し込みがあると断る）',
      },
    },
    async (request) => {
      await donors.erase(personOf(request), request.params.donorId, request.body.reason);
      return done;
    },
  );
}

function mergeRoutes(app: App, donors: Donors) {
  app.get(
    '/api/office/donors/:donorId/doubles',
    {
      ...reading,
      schema: {
        params: OneDonor,
        response: { 200: z.array(DonorLine) },
        tags,
        summary: '同じ方かもしれない、ほかの記録（閲覧は記録される）',
      },
    },
    (request) => donors.doubles(personOf(request), request.params.donorId),
  );
  app.get(
    '/api/office/donors/:donorId/merge',
    {
      ...changing,
      schema: {
        params: OneDonor,
        querystring: z.strictObject({ from: DonorId }),
        response: { 200: MergePreview },
        tags,
        summary: '統合すると何が移るか（閲覧は記録される）',
      },
    },
    (request) => donors.mergePreview(personOf(request), request.params.donorId, request.query.from),
  );
  app.post(
    '/api/office/donors/:donorId/merge',
    {
      ...changing,
      schema: {
        params: OneDonor,
        body: MergeRequest,
        response: { 200: Merged },
        tags,
        summary: 'もう一つの記録をこの会員に統合する（seenは確認した件数）',
      },
    },
    (request) => donors.merge(personOf(request), request.params.donorId, request.body),
  );
  app.post(
    '/api/office/donor-merges/:mergeId/undo',
    {
      ...changing,
      schema: {
        params: OneMerge,
        body: Reasoned,
        response: { 200: Unmerged },
        tags,
        summary: '統合を元に戻す',
      },
    },
    (request) => donors.unmerge(personOf(request), request.params.mergeId, request.body.reason),
  );
}
