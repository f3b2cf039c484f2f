import { z } from 'zod';
import { AppraisalId } from '#giving/applications/appraisal-number.ts';
import type { Person } from '#kit/actor.server.ts';
import { type App, personOf } from '#kit/http/app.server.ts';
import { listRoutes } from '#kit/http/paging.server.ts';
import { etagOf, expectedVersion } from '#kit/http/versions.server.ts';
import type { Permission } from '#kit/permissions/permissions.ts';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { versionRoutes } from '#kit/versions/version-routes.server.ts';
import type { Services } from '#start/services.server.ts';
import {
  AppraisalDraft,
  AskReview,
  draftStateKeys,
  draftStates,
  FinishBox,
  ListedAppraisal,
  SendBack,
} from './appraisal-draft.ts';
import { bonusRulesKey } from './bonus-rules.server.ts';
import { BonusRules } from './bonus-rules-schema.ts';
import { categoryLabel, itemCategoryKeys } from './categories.ts';
import { itemRoutes } from './item-routes.server.ts';
import { itemConditionKeys } from './item-words.ts';
import { PriceSuggestion } from './price-suggestion.ts';

const allow = 'appraisals.write' as const;
const tags = ['査定'];
const path = '/api/office/appraisals';
const params = z.strictObject({ appraisalId: AppraisalId });

type Appraisals = Pick<Services, 'appraisals'>;
type Seen = { appraisalId: string; version: number | undefined };

/** On-site appraisals: received goods, drafts box by box, and the steps to a result. */
export function appraisalRoutes(app: App, services: Appraisals) {
  const { appraisals } = services;
  listRoutes(app, {
    path,
    allow,
    tags,
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
    ...appraisals.list,
  });
  priceRoutes(app, services);
  itemRoutes(app, services);
  stepRoutes(app, services);
  app.get(
    `${path}/:appraisalId`,
    {
      config: { allow },
      schema: {
        params,
        response: { 200: AppraisalDraft },
        tags,
        summary: '査定の下書き（ETagが版）。届いていないお申し込みは409',
      },
    },
    async (request, reply) => {
      const draft = await appraisals.read(personOf(request), request.params.appraisalId);
      return reply.header('etag', etagOf(draft.version)).send(draft);
    },
  );
  versionRoutes(app, {
    path: '/api/office/settings/bonus-rules',
    key: bonusRulesKey,
    allow: { read: 'settings.read', change: 'settings.change' },
    tags,
    label: '加算の決まり',
    schema: BonusRules,
    versions: appraisals.bonusRules,
  });
}

function priceRoutes(app: App, { appraisals }: Appraisals) {
  const category = z.enum(itemCategoryKeys, '品目を一覧から選んでください。');
  app.get(
    `${path}/price`,
    {
      config: { allow },
      schema: {
        querystring: z.strictObject({
          category,
          condition: z.enum(itemConditionKeys, '状態を一覧から選んでください。'),
          brand: z.string().max(60).default(''),
        }),
        response: { 200: PriceSuggestion },
        tags,
        summary: `これまでの査定からの目安（1点あたりの中央値と件数。20件に満たなければなし）`,
      },
    },
    (request) => appraisals.prices.price(request.query),
  );
  app.get(
    `${path}/brands`,
    {
      config: { allow },
      schema: {
        querystring: z.strictObject({ category }),
        response: { 200: z.strictObject({ brands: z.array(z.string()) }) },
        tags,
        summary: `${categoryLabel('tops')}などの品目で、これまでに査定したブランド`,
      },
    },
    async (request) => ({ brands: await appraisals.prices.brands(request.query.category) }),
  );
}

/** Each step takes the version of the draft that was seen, and returns the draft afterwards. */
function stepRoutes(app: App, { appraisals }: Appraisals) {
  const step = <Body>(
    name: string,
    options: { allow: Permission; summary: string; body: z.core.$ZodType<Body> },
    work: (person: Person, seen: Seen, body: Body) => Promise<unknown>,
  ) =>
    app.post(
      `${path}/:appraisalId/${name}`,
      {
        config: { allow: options.allow },
        schema: {
          params,
          body: options.body,
          response: { 200: AppraisalDraft },
          tags,
          summary: `${options.summary}（If-Matchに見ていた版）`,
        },
      },
      async (request, reply) => {
        const person = personOf(request);
        const { appraisalId } = request.params as { appraisalId: string };
        const version = expectedVersion(request.headers['if-match']);
        await work(person, { appraisalId, version }, request.body as Body);
        const draft = await appraisals.read(person, appraisalId);
        return reply.header('etag', etagOf(draft.version)).send(draft);
      },
    );
  const nothing = z.strictObject({});
  const { steps } = appraisals;
  step(
    'finish-box',
    { allow, summary: '箱の査定を終える、または続ける', body: FinishBox },
    steps.finishBox,
  );
  step(
    'ask-review',
    { allow, summary: 'すべての箱の査定を終えて確認へ', body: AskReview },
    steps.askReview,
  );
  step('continue', { allow, summary: '終えた査定を続ける', body: nothing }, steps.goOn);
  step(
    'send-back',
    { allow: 'results.release', summary: '確認から差し戻す', body: SendBack },
    steps.sendBack,
  );
  step(
    'confirm',
    { allow: 'results.release', summary: '確認して、結果の確定待ちへ', body: nothing },
    steps.confirm,
  );
}
