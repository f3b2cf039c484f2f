import type { Pledge } from './pledge.ts';

/** The public name of an author as everybody may see them (public-author.ts); not everybody has chosen one. */
export const authorName = ({ author }: { author: Pick<Pledge['author'], 'name'> }): string =>
  author.name || '匿名の寄付者';
