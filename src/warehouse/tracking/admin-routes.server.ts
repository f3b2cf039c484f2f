import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { deliverySlotLabels } from '#giving/applications/delivery.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { formatPhone } from '#kit/values/phone.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import type { Services } from '#start/services.server.ts';
import { mostBoxNumber } from '#warehouse/kits/box-code.ts';
import { readAnswerBody } from './answer-body.server.ts';
import { CarrierAnswer, maxAnswerBytes } from './carrier-answer.ts';
import {
  AdminPickup,
  ArrangeRequest,
  OutBox,
  OutBoxStep,
  outBoxFilterLabels,
  outBoxFilters,
  PickupFileRequest,
  PickupTakeBack,
} from './out-box.ts';
import { formatTrackingNumber, parcelCarrierLabels, parcelCarriers } from './parcel.ts';

const tags = ['運営'];
const base = '/api/office/tracking';
const allow = 'kits.send' as const;
const filter = '絞り込みの指定が正しくありません。';

const AnswerQuery = z.strictObject({
  dryRun: z.enum(['true', 'false'], 'dryRunはtrueかfalseにしてください。').default('false'),
  carrier: z.enum(parcelCarriers, '運送会社を一覧から選んでください。').default('other'),
});
const OneBox = z.strictObject({
  appraisalId: AppraisalId,
  number: z.coerce
    .number('箱の番号が正しくありません。')
    .int('箱の番号が正しくありません。')
    .min(1, '箱の番号が正しくありません。')
    .max(mostBoxNumber, '箱の番号が正しくありません。'),
});

/** Entries in the header, since headers must be short. */
const leftOutInHeader = 20;

/** Routes of kits on their way, carriers' files, and requested pick-ups. */
export function adminTrackingRoutes(app: App, { tracking }: Pick<Services, 'tracking'>) {
  app.post(
    `${base}/answer`,
    {
      config: { allow, bodyTimeoutMs: 120_000 },
      handlerTimeout: 120_000,
      bodyLimit: maxAnswerBytes + 64 * 1024,
      schema: {
        querystring: AnswerQuery,
        form: { file: 'file' },
        response: { 200: CarrierAnswer },
        tags,
        summary:
          '運送会社のファイルから送り状番号と配達状況を取り込む（dryRun=trueなら確認だけ。意味のわからない配達状況は、meaningsで答えるまで取り込めない）',
      },
    },
    async (request) => {
      const { dryRun, carrier } = request.query;
      const { content, meanings } = await readAnswerBody(request);
      const said = { carrier, meanings };
      return dryRun === 'true'
        ? tracking.tryAnswer(content, said)
        : tracking.importAnswer(personOf(request), content, said);
    },
  );
  listRoutes(app, {
    path: `${base}/boxes`,
    allow,
    tags,
    summary: '発送して、まだ届いていない箱の一覧（発送の古い順。50件ずつ）',
    query: { state: z.enum(outBoxFilters, filter).optional() },
    item: OutBox,
    columns: [
      ['申込番号', ({ appraisalId }) => appraisalId],
      ['箱', ({ number, boxes }) => `${number}/${boxes}`],
      ['お名前', ({ name }) => name],
      ['状態', ({ kitState }) => outBoxFilterLabels[kitState]],
      ['運送会社のことば', ({ carrierWord }) => carrierWord],
      ['運送会社', ({ carrier }) => (carrier === '' ? '' : parcelCarrierLabels[carrier])],
      ['送り状番号', ({ trackingNumber }) => formatTrackingNumber(trackingNumber)],
      ['発送日', ({ kitSentAt }) => formatDate(kitSentAt)],
      ['発送からの日数', ({ daysOut }) => String(daysOut)],
    ],
    fileName: 'boxes-out',
    ...tracking.outBoxList,
  });
  app.post(
    `${base}/boxes/:appraisalId/:number`,
    {
      config: { allow },
      schema: {
        params: OneBox,
        body: OutBoxStep,
        response: { 200: OutBox },
        tags,
        summary: '箱の状態を手で直す（versionは見ていた版）',
      },
    },
    (request) => tracking.moveBox(personOf(request), request.params, request.body),
  );
  listRoutes(app, {
    path: `${base}/pickups`,
    allow,
    tags,
    summary: '集荷の一覧（希望日の早い順。50件ずつ）',
    query: {
      state: z.enum(['open', 'arranged'], filter).default('open'),
      day: z.optional(serviceDay(filter)),
    },
    item: AdminPickup,
    columns: [
      ['集荷の希望日', ({ day }) => day],
      ['時間帯', ({ slot }) => deliverySlotLabels[slot]],
      ['申込番号', ({ appraisalId }) => appraisalId],
      ['箱の数', ({ boxes }) => String(boxes)],
      ['お名前', ({ name }) => name],
      ['電話番号', ({ tel }) => formatPhone(tel)],
      ['ご住所', ({ address }) => address],
    ],
    fileName: 'pickups',
    ...tracking.pickupList,
  });
  app.post(
    `${base}/pickups/file`,
    {
      config: { allow, notes: { kind: 'export', what: 'pickups' } },
      schema: {
        body: PickupFileRequest,
        response: { 200: z.any().describe('CSV') },
        produces: ['text/csv'],
        tags,
        summary:
          'その日の集荷の送り状ファイル。件数はx-row-count、入れられないものはx-left-out（書き出したものは手配済みになる）',
      },
    },
    async (request, reply) => {
      const file = await tracking.pickupFile(personOf(request), request.body);
      return reply
        .headers({
          'content-type': 'text/csv',
          'content-disposition': `attachment; filename="${file.fileName}"`,
          'x-row-count': String(file.count),
          // Percent-encoded JSON: [{ appraisalId, version, problems }].
          'x-left-out': encodeURIComponent(JSON.stringify(file.leftOut.slice(0, leftOutInHeader))),
        })
        .send(file.bytes);
    },
  );
  app.post(
    `${base}/pickups/:appraisalId/arrange`,
    {
      config: { allow },
      schema: {
        params: z.strictObject({ appraisalId: AppraisalId }),
        body: ArrangeRequest,
        response: { 200: z.object({ isArranged: z.literal(true) }) },
        tags,
        summary: '集荷を、手書きの送り状などで手配したことを記録する（versionは見ていた版）',
      },
    },
    async (request) => {
      const seen = { ...request.params, ...request.body };
      await tracking.arrangePickup(personOf(request), seen);
      return { isArranged: true as const };
    },
  );
  app.post(
    `${base}/pickups/:appraisalId/take-back`,
    {
      config: { allow },
      schema: {
        params: z.strictObject({ appraisalId: AppraisalId }),
        body: PickupTakeBack,
        response: { 200: z.object({ isArranged: z.literal(false) }) },
        tags,
        summary:
          '集荷の手配を取り消して、手配の前に戻す（versionは見ていた版。10分を過ぎたらreason）',
      },
    },
    async (request) => {
      await tracking.takeBackPickup(personOf(request), { ...request.params, ...request.body });
      return { isArranged: false as const };
    },
  );
}
