import { withoutInvisible } from '#kit/values/text/invisible-text.ts';
import type { Pledge } from './pledge.ts';

type Author = Pledge['author'];

/** Public form of a name: older names may contain control characters that reverse text direction. */
export const publicName = (name: string): string => withoutInvisible(name).trim();

/** Whether the name is empty or invisible. */
export const isNameless = (name: string): boolean => publicName(name) === '';

/** Public part of an author; without a name nothing is shown. */
export const publicAuthor = (author: Author): Author =>
  isNameless(author.name)
    ? { uid: '', name: '', image: '' }
    : { ...author, name: publicName(author.name) };
