import * as z from 'zod/mini';

/** Id of a picture; '' for none. */
export const PictureId = z
  .string()
  .check(z.regex(/^(?:[0-9a-z][0-9a-z-]{0,63})?$/, '画像の指定が正しくありません。'));
