import type { Prefecture } from '#kit/values/prefecture.ts';

/**
 * First three digits of each prefecture's postal codes, from Japan Post's data (KEN_ALL and
 * business codes). Two prefectures may share some. The test compares every code.
 */
const beginnings: Record<Prefecture, string> = {
  北海道: '001-007 040-099',
  青森県: '018 030-039',
  岩手県: '020-029',
  宮城県: '980-989',
  秋田県: '010-019',
  山形県: '990-999',
  福島県: '960-979',
  茨城県: '300-319',
  栃木県: '311 320-329 349',
  群馬県: '370-379 384 389',
  埼玉県: '100 121 174 330-370',
  千葉県: '100 260-299',
  東京都: '100-208 220 370',
  神奈川県: '210-259',
  新潟県: '389 940-959',
  富山県: '930-939',
  石川県: '920-929 939',
  福井県: '910-919 922',
  山梨県: '400-409',
  長野県: '380-399 949',
  岐阜県: '500-509',
  静岡県: '410-439',
  愛知県: '431 440-498',
  三重県: '498 510-519 647',
  滋賀県: '520-529',
  京都府: '520 600-629',
  大阪府: '530-599 618 630',
  兵庫県: '539 563 650-679',
  奈良県: '630-639 647-648',
  和歌山県: '640-649',
  鳥取県: '680-684 689',
  島根県: '684-685 690-699',
  岡山県: '700-719',
  広島県: '720-739',
  山口県: '740-759',
  徳島県: '770-779',
  香川県: '760-769',
  愛媛県: '790-799',
  高知県: '780-789',
  福岡県: '800-816 818-839 871',
  佐賀県: '840-849',
  長崎県: '811 817 848 850-859',
  熊本県: '860-869',
  大分県: '839 870-879',
  宮崎県: '880-889',
  鹿児島県: '890-899',
  沖縄県: '900-907',
};

const prefecturesOf = new Map<string, Set<string>>();
for (const [prefecture, ranges] of Object.entries(beginnings)) {
  for (const range of ranges.split(' ')) {
    const [first = '', last = first] = range.split('-');
    for (let number = Number(first); number <= Number(last); number += 1) {
      const beginning = String(number).padStart(3, '0');
      const known = prefecturesOf.get(beginning) ?? new Set();
      prefecturesOf.set(beginning, known.add(prefecture));
    }
  }
}

/** Whether a seven-digit code may belong to a prefecture; unassigned prefixes match any. */
export function fitsPrefecture(digits: string, prefecture: string): boolean {
  return prefecturesOf.get(digits.slice(0, 3))?.has(prefecture) ?? true;
}
