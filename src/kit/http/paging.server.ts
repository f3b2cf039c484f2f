import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { decodeCursor, encodeCursor } from '#kit/db/cursor.server.ts';
import { type Page, type Position, unreadableCursor } from '#kit/db/keyset.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { type App, personOf } from './app.server.ts';
import { type CsvEncoding, csvEncodings, csvPart } from './csv/csv-bytes.server.ts';
import type { Column, ListRoute, Selected } from './list-route.server.ts';
import { fileStream } from './streams/file-stream.server.ts';

/** Cursor of a list's next and previous page; its content is checked against the list's keys. */
export const cursor = z
  .string()
  .max(500, unreadableCursor)
  .transform((text, context): Position => {
    const position = decodeCursor(text);
    if (position) return position;
    context.addIssue({ code: 'custom', message: unreadableCursor });
    return z.NEVER;
  })
  .optional();

/** Page size parameter of a public list. */
export function pageLimit(most: number) {
  const message = `件数は1から${most}までの数字で指定してください。`;
  return z.coerce.number(message).int(message).min(1, message).max(most, message);
}

/** Sets headers with the total, if counted, and the cursors of adjacent pages. */
export function pageHeaders(
  reply: FastifyReply,
  { total, next, previous }: Omit<Page<unknown>, 'items' | 'total'> & Partial<Page<unknown>>,
): FastifyReply {
  if (total) reply.header('x-total-count', total.isMore ? `${total.count}+` : String(total.count));
  if (next) reply.header('x-next-cursor', encodeCursor(next));
  if (previous) reply.header('x-previous-cursor', encodeCursor(previous));
  return reply;
}

/** Answers a page's items with its headers. */
export function paged<Item>(
  reply: FastifyReply,
  { items, ...page }: Omit<Page<Item>, 'total'> & Partial<Page<Item>>,
): Item[] {
  pageHeaders(reply, page);
  return items;
}

const encoding = z
  .enum(csvEncodings, '文字コードはutf8かshift_jisを選んでください。')
  .default('utf8');

/** The part of a list's query allowed in URLs, and defaults for the rest. */
function inAddress<Query extends z.ZodRawShape>(query: Query, typed: readonly string[] = []) {
  const part = (isTyped: boolean) =>
    Object.fromEntries(
      Object.entries(query).filter(([name]) => typed.includes(name) === isTyped),
    ) as z.ZodRawShape;
  return { named: part(false), unsaid: z.object(part(true)).parse({}) };
}

/** Registers a list: its pages as JSON by cursor, a whole selection as CSV. */
export function listRoutes<
  Item,
  Query extends z.ZodRawShape,
  Params extends z.ZodRawShape = Record<never, never>,
>(app: App, list: ListRoute<Params, Query, Item>) {
  const { path, allow, needs, tags, summary, query, typed, item } = list;
  const config = { allow, ...(needs && { needs }) };
  const params = z.strictObject(list.params ?? {});
  const { named, unsaid } = inAddress(query, typed);
  const schema = {
    params,
    response: { 200: z.array(item) },
    tags,
    summary: `${summary}（件数はx-total-count、前後のページはx-next-cursorとx-previous-cursor）`,
  };
  async function answer(request: FastifyRequest, reply: FastifyReply, asked: object) {
    const { cursor: position, ...filters } = asked as { cursor?: Position };
    const selection = { ...(request.params as object), ...filters } as Selected<Params> &
      Selected<Query>;
    const page = await list.page(personOf(request), selection, position);
    if (!page) throw absent(list);
    return pageHeaders(reply, page).send(page.items);
  }
  app.get(
    path,
    {
      config,
      schema: { ...schema, querystring: z.strictObject({ ...named, cursor }) },
    },
    (request, reply) => answer(request, reply, { ...unsaid, ...request.query }),
  );
  if (typed) {
    app.post(
      `${path}/search`,
      {
        config,
        schema: {
          ...schema,
          body: z.strictObject({ ...query, cursor }),
          summary: `${schema.summary}。検索の言葉は本文で送る`,
        },
      },
      (request, reply) => answer(request, reply, request.body as object),
    );
  }
  listFileRoute(app, list);
}

/** CSV route of a list with its own JSON route. */
export function listFileRoute<
  Item,
  Query extends z.ZodRawShape,
  Params extends z.ZodRawShape = Record<never, never>,
>(app: App, list: Omit<ListRoute<Params, Query, Item>, 'page' | 'item'>) {
  const { path, csvPath = `${path}.csv`, allow, needs, tags, summary, query, typed } = list;
  const params = z.strictObject(list.params ?? {});
  const { named, unsaid } = inAddress(query, typed);
  const notes = { kind: 'export', what: list.fileName } as const;
  const config = { allow, notes, ...(needs && { needs }) };
  const schema = {
    params,
    response: { 200: z.any().describe('CSV') },
    produces: ['text/csv'],
    tags,
    summary: `${summary}のCSV（選んだもののすべて。書き出しは記録される）`,
  };
  async function answer(request: FastifyRequest, reply: FastifyReply, asked: object) {
    const { encoding: chosen, ...filters } = asked as { encoding: CsvEncoding };
    const selection = { ...(request.params as object), ...filters } as Selected<Params> &
      Selected<Query>;
    const parts = await list.rows(personOf(request), selection, chosen);
    if (!parts) throw absent(list);
    const charset = chosen === 'utf8' ? 'utf-8' : 'Shift_JIS';
    return reply
      .headers({
        'content-type': `text/csv; charset=${charset}; header=present`,
        'content-disposition': `attachment; filename="${list.fileName}.csv"`,
        'cache-control': 'no-store',
      })
      .send(await fileStream(csvOf(list.columns, parts, chosen)));
  }
  app.get(
    csvPath,
    {
      config,
      schema: { ...schema, querystring: z.strictObject({ ...named, encoding }) },
    },
    (request, reply) => answer(request, reply, { ...unsaid, ...request.query }),
  );
  if (!typed) return;
  app.post(
    `${path}/search.csv`,
    {
      config,
      schema: {
        ...schema,
        body: z.strictObject({ ...query, encoding }),
        summary: `${schema.summary}。検索の言葉は本文で送る`,
      },
    },
    (request, reply) => answer(request, reply, request.body as object),
  );
}

const absent = ({ absent = 'お探しの一覧が見つかりませんでした。' }: { absent?: string }) =>
  refuse('NotFound', absent);

/** Yields the heading with the first rows, so that a list that fails to read sends nothing. */
async function* csvOf<Item>(
  columns: readonly Column<Item>[],
  parts: AsyncIterable<Item[]>,
  chosen: CsvEncoding,
): AsyncGenerator<Buffer> {
  const cells = (item: Item) => columns.map(([, cell]) => cell(item));
  let heading: string[][] = [columns.map(([text]) => text)];
  for await (const items of parts) {
    yield csvPart('people', [...heading, ...items.map(cells)], chosen, heading.length > 0);
    heading = [];
  }
  if (heading.length > 0) yield csvPart('people', heading, chosen, true);
}
