import * as z from 'zod/mini';

/** Neither control characters nor lone surrogates. */
const oneLine = /^[^\p{Cc}\p{Cs}]*$/u;
/** Line breaks and tabs are allowed; other control characters and lone surrogates are not. */
const severalLines = /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u;

const tooLong = (label: string, max: number) => `${label}は${max}文字以内で入力してください。`;
const unusable = (label: string) => `${label}に使えない文字が含まれています。`;

/** A required line of text: trimmed, 1 to `max` characters. */
export const line = (label: string, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `${label}を入力してください。`),
      z.maxLength(max, tooLong(label, max)),
      z.regex(oneLine, unusable(label)),
    );

/** A line of text that may be empty. */
export const optionalLine = (label: string, max: number) =>
  z
    .string()
    .check(z.trim(), z.maxLength(max, tooLong(label, max)), z.regex(oneLine, unusable(label)));

/** Several lines of text: trimmed, 1 to `max` characters. */
export const paragraphs = (label: string, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `${label}を入力してください。`),
      z.maxLength(max, tooLong(label, max)),
      z.regex(severalLines, unusable(label)),
    );

/** Several lines of text that may be empty. */
export const optionalParagraphs = (label: string, max: number) =>
  z
    .string()
    .check(z.trim(), z.maxLength(max, tooLong(label, max)), z.regex(severalLines, unusable(label)));
