import type { AssociateContent } from '#organisations/associates/associate-content.ts';
import { classifications } from '#organisations/associates/classification.ts';
import { socialChallenges } from '#organisations/challenges/social-challenge.ts';

const pictureWords = (id: string) => (id === '' ? '' : `画像 ${id.slice(0, 8)}`);

const markdownFields = ['団体の紹介', '目指すことの本文'];

/** A version of an organisation's page as text by field, for comparing versions. */
export function associateInWords(content: AssociateContent) {
  const { vision, classification, foundedYear } = content;
  const words: [string, string][] = [
    ['団体の名称', content.name],
    ['名称のふりがな', content.nameKana],
    ['ひとことの紹介', content.summary],
    ['団体の紹介', content.description],
    ['種別', classifications[classification]?.label ?? ''],
    ['社会課題', content.socialChallenges.map((id) => socialChallenges[id].label).join('、')],
    ['活動する地域', content.locations.join('\n')],
    ['所在地', content.address],
    ['代表者', content.representative],
    ['ウェブサイト', content.websiteUrl],
    ['活動を始めた年', foundedYear === null ? '' : `${foundedYear}年`],
    ['表紙の画像', pictureWords(content.coverImageId)],
    ['目指すことの見出し', vision.title],
    ['目指すことの本文', vision.body],
    ['目指す姿', vision.goal],
    ['ご寄付の使い道', vision.useOfDonations],
    ['目指すことの画像', pictureWords(vision.imageId)],
  ];
  return words.map(([label, value]) => ({
    label,
    value,
    isMarkdown: markdownFields.includes(label),
  }));
}
