import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import { deliverySlotLabels } from '#giving/applications/delivery.ts';
import { audited } from '#kit/audit/audited-list.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { door, listDoors, saved } from '#kit/http/door.server.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { formatPhone } from '#kit/values/phone.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { mostBoxNumber } from '#warehouse/kits/box-code.ts';
import { arrangePickup, takeBackPickup } from './arrange-pickups.server.ts';
import { CarrierAnswer, maxAnswerBytes, WordMeanings } from './carrier-answer.ts';
import { importAnswer, tryAnswer } from './import-answer.server.ts';
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
import { moveBox, outBoxList } from './out-boxes.server.ts';
import { formatTrackingNumber, parcelCarrierLabels, parcelCarriers } from './parcel.ts';
import { pickupFile } from './pickup-files.server.ts';
import { pickupList } from './pickup-list.server.ts';

const noFile = () => refuse('ValidationError', '運送会社のCSVファイルを1つ選んでください。');

const isEmpty = () =>
  refuse('ValidationError', 'ファイルが空です。運送会社のソフトから、もう一度書き出してください。');

/** Meanings that a person gave to unknown words, from the JSON field "meanings". */
function readMeanings(text: unknown): WordMeanings {
  try {
    return WordMeanings.parse(JSON.parse(String(text)));
  } catch {
    throw refuse('ValidationError', '配達状況のことばの意味を、一覧から選んでください。');
  }
}

/** Reads the form: one file, and the meanings of its unknown words. */
async function readAnswerBody(
  request: FastifyRequest,
): Promise<{ content: Uint8Array; meanings: WordMeanings }> {
  if (!request.isMultipart()) throw noFile();
  let content: Buffer | undefined;
  let meanings: WordMeanings = [];
  const limits = {
    ...{ fileSize: maxAnswerBytes, files: 1, parts: 2 },
    ...{ fields: 1, fieldSize: 16 * 1024 },
  };
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') {
      if (part.fieldname === 'meanings') meanings = readMeanings(part.value);
      continue;
    }
    content = await part.toBuffer().catch((error) => {
      if (!part.file.truncated) throw error;
      throw refuse(
        'PayloadTooLarge',
        'ファイルが大きすぎます。20MBまでのファイルを選んでください。',
      );
    });
  }
  if (!content) throw noFile();
  if (content.length === 0) throw isEmpty();
  return { content, meanings };
}

const tags = ['運営'];
const sends = { allow: 'kits.send', tags } as const;
const filter = '絞り込みの指定が正しくありません。';
const number = z.coerce
  .number('箱の番号が正しくありません。')
  .int('箱の番号が正しくありません。')
  .min(1, '箱の番号が正しくありません。')
  .max(mostBoxNumber, '箱の番号が正しくありません。');
const onePickup = { params: { appraisalId: AppraisalId } } as const;

/** Entries in the header, since headers must be short. */
const leftOutInHeader = 20;

const lists = [
  ...listDoors(
    '/api/office/tracking/boxes',
    {
      ...sends,
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
    },
    audited(outBoxList),
  ),
  ...listDoors(
    '/api/office/tracking/pickups',
    {
      ...sends,
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
    },
    audited(pickupList),
  ),
] as const;

/** Kits on their way, carriers' files, and requested pick-ups. */
export const trackingDoors = [
  ...lists,
  door(
    'POST /api/office/tracking/answer',
    {
      ...sends,
      bodyMs: 120_000,
      longMs: 120_000,
      mostBytes: maxAnswerBytes + 64 * 1024,
      query: {
        dryRun: z.enum(['true', 'false'], 'dryRunはtrueかfalseにしてください。').default('false'),
        carrier: z.enum(parcelCarriers, '運送会社を一覧から選んでください。').default('other'),
      },
      form: { file: 'file' },
      out: CarrierAnswer,
      summary:
        '運送会社のファイルから送り状番号と配達状況を取り込む（dryRun=trueなら確認だけ。意味のわからない配達状況は、meaningsで答えるまで取り込めない）',
    },
    async (ctx, { person, query: { dryRun, carrier }, request }) => {
      const { content, meanings } = await readAnswerBody(request);
      const said = { carrier, meanings };
      return dryRun === 'true'
        ? tryAnswer(ctx, content, said)
        : importAnswer(ctx, person, content, said);
    },
  ),
  door(
    'POST /api/office/tracking/boxes/:appraisalId/:number',
    {
      ...sends,
      params: { appraisalId: AppraisalId, number },
      body: OutBoxStep,
      out: OutBox,
      summary: '箱の状態を手で直す（versionは見ていた版）',
    },
    (ctx, { person, params, body }) => moveBox(ctx, person, params, body),
  ),
  door(
    'POST /api/office/tracking/pickups/file',
    {
      ...sends,
      notes: { kind: 'export', what: 'pickups' },
      body: PickupFileRequest,
      out: saved('text/csv', 'CSV'),
      summary:
        'その日の集荷の送り状ファイル。件数はx-row-count、入れられないものはx-left-out（書き出したものは手配済みになる）',
    },
    async (ctx, { person, body, reply }) => {
      const { count, leftOut, ...file } = await pickupFile(ctx, person, body);
      reply.headers({
        'x-row-count': String(count),
        // Percent-encoded JSON: [{ appraisalId, version, problems }].
        'x-left-out': encodeURIComponent(JSON.stringify(leftOut.slice(0, leftOutInHeader))),
      });
      return file;
    },
  ),
  door(
    'POST /api/office/tracking/pickups/:appraisalId/arrange',
    {
      ...sends,
      ...onePickup,
      body: ArrangeRequest,
      out: z.object({ isArranged: z.literal(true) }),
      summary: '集荷を、手書きの送り状などで手配したことを記録する（versionは見ていた版）',
    },
    async (ctx, { person, params, body }) => {
      await arrangePickup(ctx, person, { ...params, ...body });
      return { isArranged: true as const };
    },
  ),
  door(
    'POST /api/office/tracking/pickups/:appraisalId/take-back',
    {
      ...sends,
      ...onePickup,
      body: PickupTakeBack,
      out: z.object({ isArranged: z.literal(false) }),
      summary:
        '集荷の手配を取り消して、手配の前に戻す（versionは見ていた版。10分を過ぎたらreason）',
    },
    async (ctx, { person, params, body }) => {
      await takeBackPickup(ctx, person, { ...params, ...body });
      return { isArranged: false as const };
    },
  ),
] as const;
