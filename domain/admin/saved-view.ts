import * as z from 'zod/mini';
import { line } from '#domain/values/typed-text.ts';

/** An operator keeps at most so many views of a list. */
export const mostSavedViews = 20;

/** The lists with something to select by. */
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
const forgotten = ['keyword', 'cursor', 'page'];

/** Names and values of filters alone: a keyword may be somebody's name, and a place in a list is no view. */
const isFilterQuery = (query: string) =>
  /^[\w.~%+*=&-]*$/.test(query) &&
  [...new URLSearchParams(query).keys()].every((name) => !forgotten.includes(name));

/** The body of POST /api/office/views: a page's own query without "?"; the same name replaces. */
export const SavedViewDraft = z.strictObject({
  list: ListName,
  name: line('表示の名前', 40),
  query: z
    .string(queryMessage)
    .check(z.maxLength(300, queryMessage), z.refine(isFilterQuery, queryMessage)),
});
export type SavedViewDraft = z.infer<typeof SavedViewDraft>;

/** A selection of a list by a name of the operator's own. */
export const SavedView = z.object({ id: z.string(), name: z.string(), query: z.string() });
export type SavedView = z.infer<typeof SavedView>;
