import { z } from 'zod';
import type { Allow, Person } from '#kit/actor.server.ts';
import type { Page, Position } from '#kit/db/keyset.server.ts';
import { withoutInvisible } from '#kit/values/text/invisible-text.ts';
import { maxLetters } from '#kit/values/text/letter-count.ts';
import type { CsvEncoding } from './csv/csv-bytes.server.ts';

/** Text of a search box. */
export const keyword = z
  .string()
  .overwrite(withoutInvisible)
  .check(maxLetters(100, '検索の言葉は100文字以内で入力してください。'))
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, '検索の言葉に使えない文字が含まれています。')
  .default('');

export const newestOrOldest = z
  .enum(['newest', 'oldest'], '並び順の指定が正しくありません。')
  .default('newest');

/** A column of a list's CSV: its heading, and an item's cell. */
export type Column<Item> = readonly [heading: string, cell: (item: Item) => string];

/** Declares a list's two routes, JSON and CSV: `selection` is the validated path and query. */
export type ListRoute<Params extends z.ZodRawShape, Query extends z.ZodRawShape, Item> = {
  path: string;
  /** Path of the CSV; by default the list's path with `.csv`. Required if that path ends in a parameter. */
  csvPath?: string;
  allow: Exclude<Allow, 'anyone' | 'signed-up'>;
  needs?: 'second-factor-shown';
  tags: string[];
  summary: string;
  params?: Params;
  query: Query;
  /**
   * Query fields that people type to find persons. Kept out of URLs: sent in the body of POST `path`/search and
   * `path`/search.csv.
   */
  typed?: readonly (keyof Query & string)[];
  item: z.core.$ZodType<Item>;
  columns: readonly Column<Item>[];
  /** Name of the file without its extension. */
  fileName: string;
  page(
    person: Person,
    selection: Selected<Params> & Selected<Query>,
    position: Position | undefined,
  ): Promise<Page<Item> | undefined>;
  /** The whole selection, in batches. */
  rows(
    person: Person,
    selection: Selected<Params> & Selected<Query>,
    encoding: CsvEncoding,
  ): Promise<AsyncIterable<Item[]> | undefined>;
  /** Message of the 404. */
  absent?: string;
};
export type Selected<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape, z.core.$strict>>;

/** Any declared list, for a list of lists. */
export type AnyListRoute = ListRoute<z.ZodRawShape, z.ZodRawShape, unknown>;

/** Declares a list without further routes, next to its query; paging.ts registers its routes. */
export const listRoute = <
  Item,
  Query extends z.ZodRawShape,
  Params extends z.ZodRawShape = Record<never, never>,
>(
  list: ListRoute<Params, Query, Item>,
) => list as unknown as AnyListRoute;
