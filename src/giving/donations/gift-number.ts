import * as z from 'zod/mini';
import { unifyHyphens } from '#kit/values/text-width.ts';

const numberForm = /^G-[0-9A-F]{5}-[0-9A-F]{5}$/;

const canonical = (text: string): string => {
  const bare = unifyHyphens(text.slice(0, 64))
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s-]/g, '');
  return bare.replace(/^G?([0-9A-F]{5})([0-9A-F]{5})$/, 'G-$1-$2');
};

/**
 * Typed number of a gift, in its organisation's notation. Not the 申込番号, which appears in public
 * pledges and would link a sum to a pledge.
 */
export const GiftNumber = z.string('寄付番号を入力してください。').check(
  z.overwrite(canonical),
  z.refine(
    (text) => numberForm.test(text),
    '寄付番号は「寄付」の一覧にある番号です（例：G-1A2B3-4C5D6）。',
  ),
);
