import type { Pledge } from './pledge.ts';

/** The public name of a pledge's author; not everybody has chosen one. */
export function authorName({ author }: { author: Pick<Pledge['author'], 'name'> }): string {
  return author.name === '' ? '匿名の寄付者' : author.name;
}
