import { z } from 'zod';

/** Sets Japanese default messages for schemas, since users read them. */
export function speakJapanese(): void {
  z.config({
    localeError: (issue) => {
      if (issue.code === 'unrecognized_keys') {
        return `使えない項目が含まれています：${issue.keys.join('、')}`;
      }
      return issue.code === 'invalid_type' && issue.input === undefined
        ? '必要な項目が入力されていません。'
        : '入力の形式が正しくありません。入力内容をご確認ください。';
    },
  });
}
