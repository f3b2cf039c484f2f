import * as z from 'zod/mini';
import { Classification, SocialChallengeId } from '#giving/applications/choice-schemas.ts';
import { maxMarkdownLetters } from '#kit/values/text/rich-text.ts';
import { line, optionalLine, optionalParagraphs } from '#kit/values/typed-text.ts';
import { Website } from '#kit/values/website.ts';

/** With more challenges, filtering by them would lose its meaning. */
export const maxAssociateChallenges = 5;
export const maxLocations = 20;
const [firstYear, lastYear] = [1000, 2999];

/** Id of a picture; '' for none. */
const PictureId = z
  .string()
  .check(z.regex(/^(?:[0-9a-z][0-9a-z-]{0,63})?$/, '画像の指定が正しくありません。'));
const hasNoDuplicates = (items: readonly unknown[]) => new Set(items).size === items.length;

/** What an organisation aims at; without a title the page shows its description instead. */
const VisionContent = z.strictObject({
  title: optionalLine('目指すことの見出し', 100),
  body: optionalParagraphs('目指すことの本文', maxMarkdownLetters),
  goal: optionalParagraphs('目指す姿', 1_000),
  useOfDonations: optionalParagraphs('ご寄付の使い道', 1_000),
  imageId: PictureId,
});

/**
 * Content of one version of an organisation's page. A draft may lack fields that publishing
 * requires (`missingForPublishing`).
 */
export const AssociateContent = z.strictObject({
  name: line('団体の名称', 100),
  nameKana: optionalLine('名称のふりがな', 200),
  summary: optionalLine('ひとことの紹介', 200),
  description: optionalParagraphs('団体の紹介', maxMarkdownLetters),
  classification: Classification,
  socialChallenges: z
    .array(SocialChallengeId)
    .check(
      z.maxLength(
        maxAssociateChallenges,
        `社会課題は${maxAssociateChallenges}つまでお選びください。`,
      ),
      z.refine(hasNoDuplicates, '同じ社会課題が2度選ばれています。'),
    ),
  locations: z
    .array(line('活動する地域', 100))
    .check(
      z.maxLength(maxLocations, `活動する地域は${maxLocations}か所までにしてください。`),
      z.refine(hasNoDuplicates, '同じ地域が2度書かれています。'),
    ),
  address: optionalLine('所在地', 200),
  representative: optionalLine('代表者', 100),
  websiteUrl: Website,
  foundedYear: z.nullable(
    z
      .int('活動を始めた年は、西暦4桁の数字で入力してください。')
      .check(
        z.minimum(firstYear, '活動を始めた年は、西暦4桁の数字で入力してください。'),
        z.maximum(lastYear, '活動を始めた年は、西暦4桁の数字で入力してください。'),
      ),
  ),
  coverImageId: PictureId,
  vision: VisionContent,
});
export type AssociateContent = z.infer<typeof AssociateContent>;

/** Initial content of an organisation: only its name. */
export const emptyAssociateContent = (name: string): AssociateContent => ({
  name,
  nameKana: '',
  summary: '',
  description: '',
  classification: 'undefined',
  socialChallenges: [],
  locations: [],
  address: '',
  representative: '',
  websiteUrl: '',
  foundedYear: null,
  coverImageId: '',
  vision: { title: '', body: '', goal: '', useOfDonations: '', imageId: '' },
});

/** Fields that a published page needs but this content lacks, with their labels on the form. */
export function missingForPublishing(content: AssociateContent): { path: string; label: string }[] {
  const requiredFields = [
    { path: 'summary', label: 'ひとことの紹介', isThere: content.summary !== '' },
    { path: 'socialChallenges', label: '社会課題', isThere: content.socialChallenges.length > 0 },
    { path: 'address', label: '所在地', isThere: content.address !== '' },
    { path: 'representative', label: '代表者', isThere: content.representative !== '' },
  ];
  return requiredFields.flatMap(({ isThere, ...field }) => (isThere ? [] : [field]));
}
