import * as z from 'zod/mini';
import { maxLetters } from './text/letter-count.ts';

function isWebsite(text: string): boolean {
  if (text === '') return true;
  return /^https?:\/\/[^\s/?#@:.]+(?:\.[^\s/?#@:.]+)+(?::\d+)?(?:[/?#]\S*)?$/i.test(text);
}

/** An optional URL of a website. */
export const Website = z
  .string()
  .check(
    z.trim(),
    maxLetters(300, 'ウェブサイトは300文字以内で入力してください。'),
    z.refine(
      isWebsite,
      'ウェブサイトは https:// から始まるアドレスで入力してください。なければ空欄のままでかまいません。',
    ),
  );
