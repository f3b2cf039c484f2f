import { z } from 'zod';
import { Prefecture, SocialChallengeId } from '#giving/applications/choice-schemas.ts';
import { refuse } from '#kit/errors/refusal.ts';
import type { App } from '#kit/http/app.server.ts';
import { sendPage } from '#kit/http/pages/send-page.server.ts';
import { cursor, pageHeaders, pageLimit } from '#kit/http/paging.server.ts';
import { maxKeywordLength } from '#kit/values/keyword-length.ts';
import { maxLetters } from '#kit/values/text/letter-count.ts';
import type { Services } from '#start/services.server.ts';
import {
  Associate,
  AssociateArticle,
  AssociateDetail,
  AssociateVision,
  CategoryAssociate,
} from './associate.ts';
import { directoryOrders, readPage } from './directory-query.ts';

/** An empty parameter, as a form sends it, counts as omitted. */
const given = <Schema extends z.core.$ZodType>(message: string, schema: Schema) =>
  z.union([z.literal('').transform(() => undefined), schema], message).optional();

const tooLong = `検索の言葉は1つの欄に${maxKeywordLength}文字以内で入力してください。`;
const noPage = 'ページ番号は1以上の数字で指定してください。';

// Other parameters (of links, of campaigns) are ignored; an invalid value is refused.
const Selection = z.object({
  keyword: given(tooLong, z.string().check(maxLetters(maxKeywordLength, tooLong))),
  order: given('並び順の指定が正しくありません。', z.enum(directoryOrders)),
  isDeductible: given('控除対象の指定はtrueかfalseにしてください。', z.stringbool()),
  socialChallengeId: given('社会課題を一覧から選んでください。', SocialChallengeId),
  prefecture: given('都道府県を一覧から選んでください。', Prefecture),
  page: given(
    noPage,
    z
      .string()
      .transform(readPage)
      .refine((page) => page !== undefined, noPage),
  ),
});

// Any text: an invalid id is simply not found.
const Id = z.object({ id: z.string() });
const tags = ['associates'];
const open = { allow: 'anyone' } as const;

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) {
    throw refuse('NotFound', '団体が見つかりませんでした。掲載が終わった可能性があります。');
  }
  return value;
}

/** Public routes of organisations: search, one organisation, its vision and reports. */
export function associateRoutes(app: App, { associates }: Pick<Services, 'associates'>) {
  app.get(
    '/api/associates',
    {
      config: open,
      schema: {
        tags,
        summary: '団体の一覧。はじめの2,000団体まで、pageがあれば24団体ずつ。総数はx-total-count',
        querystring: Selection,
        response: { 200: z.array(Associate) },
      },
    },
    async (request, reply) => {
      const { page, ...query } = request.query;
      const isWhole =
        page === undefined && Object.values(query).every((part) => part === undefined);
      if (isWhole) return sendPage(request, reply, await associates.wholeList());
      reply.header('cache-control', 'no-cache');
      if (page === undefined) {
        const { items, total } = await associates.list(query);
        return reply.header('x-total-count', String(total)).send(items);
      }
      const selection = await associates.search(query, page);
      if (!selection) throw refuse('NotFound', 'このページには団体がありません。');
      return reply.header('x-total-count', String(selection.total)).send(selection.items);
    },
  );
  app.get(
    '/api/associates/:id',
    {
      config: open,
      schema: {
        tags,
        summary: '団体の詳しい情報',
        params: Id,
        response: { 200: AssociateDetail },
      },
    },
    async ({ params }) => found(await associates.find(params.id)),
  );
  app.get(
    '/api/associates/:id/vision',
    {
      config: open,
      schema: { tags, summary: '団体のビジョン', params: Id, response: { 200: AssociateVision } },
    },
    async ({ params }) => found(await associates.vision(params.id)),
  );
  app.get(
    '/api/associates/:id/activities',
    {
      config: open,
      schema: {
        tags,
        summary: '団体の活動報告。新しい順。limit件ずつ、続きはx-next-cursor',
        querystring: z.object({ limit: pageLimit(1_000).default(100), cursor }),
        params: Id,
        response: { 200: z.array(AssociateArticle) },
      },
    },
    async ({ params, query }, reply) => {
      const page = found(await associates.activities(params.id, query.limit, query.cursor));
      return pageHeaders(reply, page).send(page.items);
    },
  );
  app.get(
    '/api/category-associates',
    {
      config: open,
      schema: {
        tags,
        summary: '分野ごとに選んだ団体',
        response: { 200: z.array(CategoryAssociate) },
      },
    },
    () => associates.categories(),
  );
}
