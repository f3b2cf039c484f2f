import { type ThanksScope, thanksScopes } from '#organisations/thanks/thanks.ts';
import type { ThanksContent } from '#organisations/thanks/thanks-schema.ts';

type Readers = { scope: ThanksScope; appraisalId: string; periodFrom: string; periodTo: string };
const inWords = (day: string) => day.replaceAll('-', '/');

/** The recipients of a thank-you message, in words. */
export function thanksReaders({ scope, appraisalId, periodFrom, periodTo }: Readers): string {
  if (scope === 'donation') return `寄付番号 ${appraisalId} のご寄付へ`;
  if (scope === 'period') return `${inWords(periodFrom)}から${inWords(periodTo)}までのご寄付へ`;
  return `${thanksScopes.all}へ`;
}

/** A version of a thank-you message, field by field. */
export const thanksInWords = (content: ThanksContent) => [
  { label: '件名', value: content.title },
  { label: '本文', value: content.body, isMarkdown: true },
  { label: '写真', value: content.imageId === '' ? '' : `画像 ${content.imageId.slice(0, 8)}` },
  { label: 'お届けする相手', value: thanksReaders(content) },
  { label: 'これからのご寄付', value: content.isStanding ? '届ける' : '届けない' },
  { label: 'お礼のページ', value: content.isPublic ? '掲載する' : '掲載しない' },
];
