import { z } from 'zod';

/** Limits on unknown field names repeated in a message, and on characters of each. */
const maxNames = 10;
const maxNameLength = 40;

function unknownFields(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => name.slice(0, maxNameLength).toWellFormed());
  const rest = names.length - shown.length;
  return `使えない項目が含まれています：${shown.join('、')}${rest > 0 ? `、ほか${rest}件` : ''}`;
}

/** Sets Japanese default messages for schemas, since users read them. */
export function setJapaneseMessages(): void {
  z.config({
    localeError: (issue) => {
      if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys);
      return issue.code === 'invalid_type' && issue.input === undefined
        ? '必要な項目が入力されていません。'
        : '入力の形式が正しくありません。入力内容をご確認ください。';
    },
  });
}
