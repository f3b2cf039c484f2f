import { prefectures } from '#kit/values/prefecture.ts';
import { containsTerms, foldText, keywordTerms } from './search-text.ts';

// Spellings by reading: one word per line. The longest match wins: 障がい者 before 障がい.

/** Words of the challenges and of organisations' work, by reading. */
const words: Record<string, string> = {
  こども: '子ども 子供',
  しょうがい: '障がい 障害 障碍',
  しょうがいしゃ: '障がい者 障害者 障碍者',
  こうれいしゃ: '高齢者 お年寄り シニア',
  どうぶつ: '動物 ペット',
  かんきょう: '環境 エコロジー',
  npoほうじん: 'NPO法人 特定非営利活動法人 エヌピーオー法人',
  npo: 'エヌピーオー',
  こくさいきょうりょく: '国際協力',
  こくさい: '国際',
  きょうりょく: '協力',
  きょういく: '教育',
  しえん: '支援',
  しゅうろう: '就労',
  じんけん: '人権',
  じょせい: '女性',
  ちいき: '地域',
  こみゅにてい: 'コミュニティー コミュニティ',
  さんぎょう: '産業',
  しゃかい: '社会',
  ほけん: '保健',
  いりょう: '医療',
  ぶんか: '文化',
  げいじゅつ: '芸術',
  けいざい: '経済',
  かっせい: '活性',
  さいがい: '災害',
  そのた: 'その他',
  ほうじん: '法人',
  きふ: '寄付 寄附',
  ふくし: '福祉',
  かいご: '介護',
  かんご: '看護',
  びょういん: '病院',
  びょうき: '病気',
  なんびょう: '難病',
  ほご: '保護',
  ほごけん: '保護犬',
  じょうと: '譲渡',
  もうどうけん: '盲導犬',
  さとおや: '里親',
  じどう: '児童',
  おやこ: '親子',
  こそだて: '子育て',
  ふとうこう: '不登校',
  ひとりおや: 'ひとり親 一人親',
  しょくどう: '食堂',
  しょくりょう: '食料 食糧',
  ひんこん: '貧困',
  なんみん: '難民',
  がくしゅう: '学習',
  しょうがく: '奨学',
  がっこう: '学校',
  としょかん: '図書館',
  わかもの: '若者',
  しんりん: '森林',
  さとやま: '里山',
  しぜん: '自然',
  のうぎょう: '農業',
  りんぎょう: '林業',
  ぎょぎょう: '漁業',
  でんとう: '伝統',
  おんがく: '音楽',
  えんげき: '演劇',
  ひさい: '被災',
  ふっこう: '復興',
  しんさい: '震災',
  ごうう: '豪雨',
  ぼうさい: '防災',
  へいわ: '平和',
  ぼうりょく: '暴力',
  そうだん: '相談',
};

/** Readings of the prefectures, in their order, without 都, 府 and 県. */
const prefectureReadings =
  'ほっかいどう あおもり いわて みやぎ あきた やまがた ふくしま いばらき とちぎ ぐんま さいたま ちば とうきょう かながわ にいがた とやま いしかわ ふくい やまなし ながの ぎふ しずおか あいち みえ しが きょうと おおさか ひょうご なら わかやま とっとり しまね おかやま ひろしま やまぐち とくしま かがわ えひめ こうち ふくおか さが ながさき くまもと おおいた みやざき かごしま おきなわ'.split(
    ' ',
  );
const suffixes: Record<string, string> = { 都: 'と', 府: 'ふ', 県: 'けん' };

/** Folded spellings by first letter, longest first. */
const spellings = new Map<string, [spelling: string, said: string][]>();

function addSpelling(spelling: string, said: string) {
  const folded = foldText(spelling);
  const first = folded.charAt(0);
  const known = spellings.get(first) ?? [];
  known.push([folded, foldText(said)]);
  spellings.set(
    first,
    known.sort(([a], [b]) => b.length - a.length),
  );
}

for (const [said, written] of Object.entries(words)) {
  for (const spelling of written.split(' ')) addSpelling(spelling, said);
}
for (const [index, prefecture] of prefectures.entries()) {
  const said = prefectureReadings[index] ?? '';
  const suffix = suffixes[prefecture.slice(-1)];
  addSpelling(prefecture, said + (suffix ?? ''));
  if (suffix) addSpelling(prefecture.slice(0, -1), said);
}

/** The reading of a folded text: 障害, 障がい and しょうがい become the same, and so do 東京 and とうきょう. */
export function readingOfText(folded: string): string {
  let said = '';
  let from = 0;
  for (let at = 0; at < folded.length; ) {
    const known = spellings.get(folded.charAt(at));
    const word = known?.find(([spelling]) => folded.startsWith(spelling, at));
    if (!word) {
      at += 1;
      continue;
    }
    said += folded.slice(from, at) + word[1];
    at += word[0].length;
    from = at;
  }
  return said + folded.slice(from);
}

/** Whether a text contains every word of a keyword, as typed or by reading; always true for an empty keyword. */
export function matchesKeyword(text: string, keyword: string): boolean {
  const [folded, terms] = [foldText(text), keywordTerms(keyword)];
  return (
    containsTerms(folded, terms) || containsTerms(readingOfText(folded), terms.map(readingOfText))
  );
}
