import * as z from 'zod/mini';
import { line } from '#kit/values/typed-text.ts';

/** Saved views per operator and list. */
export const maxSavedViews = 20;

/** Lists that have filters. */
export const ListName = z.enum(
  [
    'applications',
    'identity-checks',
    'mails',
    'messages',
    'listings',
    'pledge-reports',
    'audit-log',
  ],
  '一覧の指定が正しくありません。',
);
export type ListName = z.infer<typeof ListName>;

const queryMessage = '保存できる絞り込みではありません。';
const excludedParameters = ['keyword', 'cursor', 'page'];

/** Filters only: a keyword may be a person's name, and a page position is not part of a view. */
const isFilterQuery = (query: string) =>
  /^[\w.~%+*=&-]*$/.test(query) &&
  [...new URLSearchParams(query).keys()].every((name) => !excludedParameters.includes(name));

/**
 * Body of POST /api/office/views: the page's query without "?". Saving under an existing name
 * replaces that view.
 */
export const SavedViewDraft = z.strictObject({
  list: ListName,
  name: line('表示の名前', 40),
  query: z
    .string(queryMessage)
    .check(z.maxLength(300, queryMessage), z.refine(isFilterQuery, queryMessage)),
});
export type SavedViewDraft = z.infer<typeof SavedViewDraft>;

/** A selection of a list, saved by an operator under a name. */
export const SavedView = z.object({ id: z.string(), name: z.string(), query: z.string() });
export type SavedView = z.infer<typeof SavedView>;
