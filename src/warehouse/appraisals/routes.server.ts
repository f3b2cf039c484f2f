import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import type { Person } from '#kit/actor.server.ts';
import { audited } from '#kit/audit/audited-list.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { type Asked, door, listDoors } from '#kit/http/door.server.ts';
import { expectedVersion, tagged } from '#kit/http/versions.server.ts';
import { imageLimits, readImageForm } from '#kit/images/image-body.server.ts';
import { images } from '#kit/images/images.server.ts';
import { pictureLinks } from '#kit/images/picture-links.server.ts';
import { imagePath } from '#kit/images/shown-image.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { versionDoors } from '#kit/versions/version-doors.server.ts';
import {
  AppraisalDraft,
  AskReview,
  draftStateKeys,
  draftStates,
  FinishBox,
  ListedAppraisal,
  SavedItem,
  SendBack,
} from './appraisal-draft.ts';
import { appraisalList, readAppraisal } from './appraisals.server.ts';
import { bonusRulesKey, bonusRulesKind } from './bonus-rules.server.ts';
import { categoryLabel, itemCategoryKeys } from './categories.ts';
import type { DraftStep } from './change-draft.server.ts';
import { ItemEntry, ItemId } from './draft-item.ts';
import { removeItem, saveItem } from './draft-items.server.ts';
import {
  askReview,
  confirmDraft,
  continueDraft,
  finishBox,
  sendBack,
} from './draft-steps.server.ts';
import { itemConditionKeys } from './item-words.ts';
import { PriceSuggestion } from './price-suggestion.ts';
import { readBrands, suggestPrice } from './price-suggestions.server.ts';

const tags = ['査定'];
const appraises = { allow: 'appraisals.write', tags } as const;
const reviews = { allow: 'results.release', tags } as const;
const one = { params: { appraisalId: AppraisalId }, out: AppraisalDraft } as const;
const oneItem = { params: { appraisalId: AppraisalId, itemId: ItemId }, out: SavedItem } as const;
const category = z.enum(itemCategoryKeys, '品目を一覧から選んでください。');
const nothing = z.strictObject({});

type OfDraft<Body> = Pick<
  Asked<'appraisals.write', { appraisalId: typeof AppraisalId }, Record<never, never>, Body>,
  'person' | 'params' | 'body' | 'request' | 'reply'
>;

/** A step on the version of the draft that was seen; answers the draft afterwards. */
const thenDraft =
  <Body>(step: (ctx: Context, person: Person, seen: DraftStep, body: Body) => Promise<unknown>) =>
  async (ctx: Context, { person, params, body, request, reply }: OfDraft<Body>) => {
    const version = expectedVersion(request.headers['if-match']);
    await step(ctx, person, { ...params, version }, body);
    return tagged(reply, await readAppraisal(ctx, person, params.appraisalId));
  };

const list = listDoors(
  '/api/office/appraisals',
  {
    ...appraises,
    summary: '査定を待つお申し込みの一覧（届いた順。20件ずつ）',
    query: { state: z.enum(draftStateKeys, '絞り込みの指定が正しくありません。').optional() },
    item: ListedAppraisal,
    columns: [
      ['申込番号', ({ appraisalId }) => appraisalId],
      ['到着', ({ receivedAt }) => formatDateTime(receivedAt)],
      ['箱', ({ boxes }) => String(boxes)],
      ['状態', ({ state }) => draftStates[state]],
      ['行数', ({ items }) => String(items)],
      ['最後に変えた人', ({ changedBy }) => changedBy],
    ],
    fileName: 'appraisals',
  },
  audited(appraisalList),
);

/** On-site appraisals: received goods, drafts box by box and item by item, and the steps to a result. */
export const appraisalDoors = [
  ...list,
  door(
    'GET /api/office/appraisals/price',
    {
      ...appraises,
      query: {
        category,
        condition: z.enum(itemConditionKeys, '状態を一覧から選んでください。'),
        brand: z.string().max(60).default(''),
      },
      out: PriceSuggestion,
      summary: `これまでの査定からの目安（1点あたりの中央値と件数。20件に満たなければなし）`,
    },
    (ctx, { query }) => suggestPrice(ctx, query),
  ),
  door(
    'GET /api/office/appraisals/brands',
    {
      ...appraises,
      query: { category },
      out: z.strictObject({ brands: z.array(z.string()) }),
      summary: `${categoryLabel('tops')}などの品目で、これまでに査定したブランド`,
    },
    async (ctx, { query }) => ({ brands: await readBrands(ctx, query.category) }),
  ),
  door(
    'POST /api/office/appraisals/:appraisalId/items/:itemId',
    {
      ...appraises,
      ...oneItem,
      body: ItemEntry,
      summary: 'お品物を保存する（If-Matchに見ていたお品物の版、新しいものは"0"）',
    },
    (ctx, { person, params, body, request }) => {
      const version = expectedVersion(request.headers['if-match']);
      return saveItem(ctx, person, { ...params, version }, body);
    },
  ),
  door(
    'POST /api/office/appraisals/:appraisalId/items/:itemId/remove',
    {
      ...appraises,
      ...oneItem,
      body: nothing,
      summary: 'お品物を取り除く（If-Matchに見ていたお品物の版）',
    },
    (ctx, { person, params, request }) => {
      const version = expectedVersion(request.headers['if-match']);
      return removeItem(ctx, person, { ...params, version });
    },
  ),
  door(
    'GET /api/office/appraisals/:appraisalId',
    {
      ...appraises,
      ...one,
      summary: '査定の下書き（ETagが版）。届いていないお申し込みは409',
    },
    async (ctx, { person, params, reply }) =>
      tagged(reply, await readAppraisal(ctx, person, params.appraisalId)),
  ),
  door(
    'POST /api/office/appraisals/:appraisalId/finish-box',
    {
      ...appraises,
      ...one,
      body: FinishBox,
      summary: '箱の査定を終える、または続ける（If-Matchに見ていた版）',
    },
    thenDraft(finishBox),
  ),
  door(
    'POST /api/office/appraisals/:appraisalId/ask-review',
    {
      ...appraises,
      ...one,
      body: AskReview,
      summary: 'すべての箱の査定を終えて確認へ（If-Matchに見ていた版）',
    },
    thenDraft(askReview),
  ),
  door(
    'POST /api/office/appraisals/:appraisalId/continue',
    {
      ...appraises,
      ...one,
      body: nothing,
      summary: '終えた査定を続ける（If-Matchに見ていた版）',
    },
    thenDraft(continueDraft),
  ),
  door(
    'POST /api/office/appraisals/:appraisalId/send-back',
    {
      ...reviews,
      ...one,
      body: SendBack,
      summary: '確認から差し戻す（If-Matchに見ていた版）',
    },
    thenDraft(sendBack),
  ),
  door(
    'POST /api/office/appraisals/:appraisalId/confirm',
    {
      ...reviews,
      ...one,
      body: nothing,
      summary: '確認して、結果の確定待ちへ（If-Matchに見ていた版）',
    },
    thenDraft(confirmDraft),
  ),
  door(
    'POST /api/upload/image/appraisals',
    {
      ...appraises,
      ...imageLimits,
      form: { image: 'file' },
      out: z.strictObject({ imageId: z.string(), image: z.string() }),
      summary: 'お品物の写真（imageの欄にJPEG・PNG・WebP、10MBまで）',
    },
    async (ctx, { request }) => {
      const bytes = await readImageForm(request);
      const { id } = await images(ctx).keep(bytes, { kind: 'appraisal-item' });
      return { imageId: id, image: pictureLinks(ctx).signed(imagePath(id)) };
    },
  ),
  ...versionDoors('/api/office/settings/bonus-rules', {
    key: bonusRulesKey,
    allow: { read: 'settings.read', change: 'settings.change' },
    tags,
    label: '加算の決まり',
    kind: bonusRulesKind,
  }),
] as const;
