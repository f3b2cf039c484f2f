import { withoutInvisible } from '#domain/values/text/invisible-text.ts';
import type { Pledge } from './pledge.ts';

type Author = Pledge['author'];

/** Whether somebody has chosen no name, or one that nobody sees. */
export const isNameless = (name: string): boolean => withoutInvisible(name).trim() === '';

/** An author as everybody may see them: of one without a name nothing is told. */
export const publicAuthor = (author: Author): Author =>
  isNameless(author.name) ? { uid: '', name: '', image: '' } : author;

/**
 * The public name of a pledge's author; not everybody has chosen one. Names that were stored before
 * may hold letters that turn the words around them.
 */
export function authorName({ author }: { author: Pick<Author, 'name'> }): string {
  return withoutInvisible(author.name).trim() || '匿名の寄付者';
}
