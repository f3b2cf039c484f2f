import * as z from 'zod/mini';
import { holdsInvisible, withoutBlankEnds, withoutInvisible } from './text/invisible-text.ts';
import { maxLetters } from './text/letter-count.ts';

/**
 * Excludes control characters, lone surrogates, private-use characters (外字), noncharacters and the
 * replacement character.
 */
const oneLine = /^[^\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\uFFFD]*$/u;
/** Also allows line breaks and tabs. */
const severalLines = /^(?:[^\p{Cc}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}\uFFFD]|[\n\r\t])*$/u;

const tooLong = (label: string, max: number) => `${label}は${max}文字以内で入力してください。`;
const unusable = (label: string) => `${label}に使えない文字が含まれています。`;
const unseen = (label: string) =>
  `${label}に、目に見えない文字が入っています。一度消して、入力し直してください。`;

/** An optional line of text. */
export const optionalLine = (label: string, max: number) =>
  z.string().check(
    z.overwrite(withoutBlankEnds),
    maxLetters(max, tooLong(label, max)),
    z.regex(oneLine, unusable(label)),
    z.refine((text) => !holdsInvisible(text), unseen(label)),
  );

/** A required line of text: trimmed, 1 to `max` characters. */
export const line = (label: string, max: number) =>
  optionalLine(label, max).check(z.minLength(1, `${label}を入力してください。`));

/** Optional text of several lines; invisible characters are removed. */
export const optionalParagraphs = (label: string, max: number) =>
  z.string().check(
    z.overwrite((text) => withoutInvisible(text).trim()),
    maxLetters(max, tooLong(label, max)),
    z.regex(severalLines, unusable(label)),
  );

/** Required text of several lines: trimmed, 1 to `max` characters. */
export const paragraphs = (label: string, max: number) =>
  optionalParagraphs(label, max).check(z.minLength(1, `${label}を入力してください。`));
