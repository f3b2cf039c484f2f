import { withoutInvisible } from '#domain/values/text/invisible-text.ts';
import type { Pledge } from './pledge.ts';

type Author = Pledge['author'];

/**
 * The name that everybody sees: names that were stored before may hold letters that turn the words
 * around them.
 */
export const publicName = (name: string): string => withoutInvisible(name).trim();

/** Whether somebody has chosen no name, or one that nobody sees. */
export const isNameless = (name: string): boolean => publicName(name) === '';

/** An author as everybody may see them: of one without a name nothing is told. */
export const publicAuthor = (author: Author): Author =>
  isNameless(author.name)
    ? { uid: '', name: '', image: '' }
    : { ...author, name: publicName(author.name) };
