import { foldText } from '#organisations/associates/search-text.ts';

const small = /[ぁぃぅぇぉっゃゅょゎ]/g;
const large: Record<string, string> = {
  ...{ ぁ: 'あ', ぃ: 'い', ぅ: 'う', ぇ: 'え', ぉ: 'お' },
  ...{ っ: 'つ', ゃ: 'や', ゅ: 'ゆ', ょ: 'よ', ゎ: 'わ' },
};

/**
 * Normal form of a bank's or branch's name or reading for search, applied to both sides: ignores
 * width, case, kind and size of kana, dashes, points and spaces. Small kana become large, as in the
 * list's readings, and け becomes が, so that 阿佐ヶ谷, 阿佐ケ谷 and 阿佐が谷 match while they are typed, too.
 */
export function bankNameForm(text: string): string {
  return foldText(text)
    .replace(/[-・,、.。'"()「」]/g, '')
    .replace(/[○◯]/g, '〇')
    .replace(small, (letter) => large[letter] ?? letter)
    .replaceAll('け', 'が');
}

/** Kinds of banks: the list's abbreviation, the full names and the readings. */
const bankKinds: readonly (readonly string[])[] = [
  ['信金', '信用金庫', 'しんきん', 'しんようきんこ'],
  ['信組', '信用組合', '信用協同組合', 'しんくみ', 'しんようくみあい'],
  ['労金', '労働金庫', 'ろうきん', 'ろうどうきんこ'],
  [
    '信連',
    '信用農業協同組合連合会',
    'しんれん',
    'しんようのうぎょうきょうどうくみあいれんごうかい',
  ],
  [
    '信漁連',
    '信用漁業協同組合連合会',
    'しんぎょれん',
    'しんようぎょぎょうきょうどうくみあいれんごうかい',
  ],
  ['農協', '農業協同組合', 'のうきょう', 'のうぎょうきょうどうくみあい'],
  ['漁協', '漁業協同組合', 'ぎょきょう', 'ぎょぎょうきょうどうくみあい'],
  ['労金連', '労働金庫連合会', 'ろうきんれん', 'ろうどうきんこれんごうかい'],
  ['信組連', '信用協同組合連合会', 'しんくみれん', 'しんようきょうどうくみあいれんごうかい'],
  ['商工中金', '商工組合中央金庫'],
  ['農林中金', '農林中央金庫'],
  ['信託', '信託銀行', 'しんたく', 'しんたくぎんこう'],
  ['銀行', 'ぎんこう'],
].map((words) => words.map(bankNameForm));
const branchKinds: readonly (readonly string[])[] = [
  ['営業部', '本店営業部', 'えいぎょうぶ', 'ほんてんえいぎょうぶ'],
  ['出張所', 'しゅっちょうじょ'],
  ['支店', 'してん', '店', 'てん'],
  ['支所', 'ししょ'],
  ['代理店', 'だいりてん'],
  ['営業所', 'えいぎょうしょ'],
].map((words) => words.map(bankNameForm));

/** Kinds that the list's names omit. */
const usualKinds = {
  bank: ['銀行', 'ぎんこう'],
  branch: ['支店', 'してん', '店', '出張所', '営業部'],
};

/** The longest kind word at the end of a form, and its synonyms. */
function kindOf(form: string) {
  const ends = [...bankKinds, ...branchKinds].flatMap((words) =>
    words.filter((word) => form.endsWith(word)).map((word) => ({ word, words })),
  );
  return ends.sort((one, other) => other.word.length - one.word.length)[0];
}

/** A form without its kind word; a form that is only a kind word is kept. */
export function withoutKind(form: string): string {
  const kind = kindOf(form);
  return (kind && form.slice(0, -kind.word.length)) || form;
}

/** All names of a bank or branch in search form, with and without kind words. */
export function bankNameForms(
  entry: { name: string; kana: string },
  what: keyof typeof usualKinds,
): Set<string> {
  const written = [bankNameForm(entry.name), bankNameForm(entry.kana)];
  const kinds = kindOf(written[0] ?? '')?.words ?? usualKinds[what].map(bankNameForm);
  return new Set(
    written.flatMap((form) => {
      const stem = withoutKind(form);
      return [form, ...kinds.map((kind) => stem + kind)];
    }),
  );
}
