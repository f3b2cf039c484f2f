import { withoutInvisible } from '#domain/values/text/invisible-text.ts';
import type { Pledge } from './pledge.ts';

/**
 * The public name of a pledge's author; not everybody has chosen one. Names that were stored before
 * may hold letters that turn the words around them.
 */
export function authorName({ author }: { author: Pick<Pledge['author'], 'name'> }): string {
  return withoutInvisible(author.name).trim() || '匿名の寄付者';
}
