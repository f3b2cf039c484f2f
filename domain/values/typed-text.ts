import * as z from 'zod/mini';
import { holdsInvisible, withoutBlankEnds, withoutInvisible } from './text/invisible-text.ts';
import { mostLetters } from './text/letter-count.ts';

/**
 * No letters that mean nothing elsewhere: control characters, half letters, private ones (外字), those that
 * are none, the mark of a lost one.
 */
const oneLine = /^[^\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\uFFFD]*$/u;
/** Line breaks and tabs are allowed as well. */
const severalLines = /^(?:[^\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\uFFFD]|[\n\r\t])*$/u;

const tooLong = (label: string, max: number) => `${label}は${max}文字以内で入力してください。`;
const unusable = (label: string) => `${label}に使えない文字が含まれています。`;
const unseen = (label: string) =>
  `${label}に、目に見えない文字が入っています。一度消して、入力し直してください。`;

/** A line of text that may be empty. */
export const optionalLine = (label: string, max: number) =>
  z.string().check(
    z.overwrite(withoutBlankEnds),
    mostLetters(max, tooLong(label, max)),
    z.regex(oneLine, unusable(label)),
    z.refine((text) => !holdsInvisible(text), unseen(label)),
  );

/** A required line of text: without blank ends, 1 to `max` characters, all of which are seen. */
export const line = (label: string, max: number) =>
  optionalLine(label, max).check(z.minLength(1, `${label}を入力してください。`));

/** Several lines of text that may be empty; letters that nobody sees are left out. */
export const optionalParagraphs = (label: string, max: number) =>
  z.string().check(
    z.overwrite((text) => withoutInvisible(text).trim()),
    mostLetters(max, tooLong(label, max)),
    z.regex(severalLines, unusable(label)),
  );

/** Several lines of text: trimmed, 1 to `max` characters. */
export const paragraphs = (label: string, max: number) =>
  optionalParagraphs(label, max).check(z.minLength(1, `${label}を入力してください。`));
