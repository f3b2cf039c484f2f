import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Japanese that people stumbled over, and what is written in its place. */
const goneWording: readonly [gone: RegExp, instead: string][] = [
  [/(?<!郵便番号を入力して|メールアドレスを入力して)下さい/, 'ください'],
  [/内がわ|見かた|[題品]べつ|もどる|くわしく|えらぶ|あぶない|おたずね|うけたまわ/, 'the kanji'],
  [/(?:発送|到着|送金|お礼|書類|確認|提出|査定|送信)まち/, '待ち'],
  [/お送りになれない/, 'お送りいただけない'],
  [/ほうで拝見します/, '高いほうの値段をつけます'],
  [/着払いで集荷します/, '着払いで集荷を頼みます'],
  [/流通の少ないお品物/, '需要が少なく、値段がつきませんでした'],
  [/団体に届いた寄付を、すべて公開/, '成立した寄付の集計（送金前を含みます）'],
  [/たすきで発行した/, '団体の委託でたすきが作成した'],
  [/キャンセルしない/, '申し込みを続ける'],
  [/前回の続きから入力/, '前回の入力を復元しました'],
  [/label="[せめ]い"/, '姓（ふりがな）, 名（ふりがな）'],
];

test('no text has wording that is gone', () => {
  const files = execFileSync('git', ['ls-files', 'app', 'domain', 'server'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const found = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return goneWording.flatMap(([gone, instead]) => {
      const [phrase] = gone.exec(text) ?? [];
      return phrase ? [`${file}: ${phrase} → ${instead}`] : [];
    });
  });
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
