import type { Pledge } from './pledge.ts';

/** Public name of an author, or the default for authors without one (public-author.ts). */
export const authorName = ({ author }: { author: Pick<Pledge['author'], 'name'> }): string =>
  author.name || '匿名の寄付者';
