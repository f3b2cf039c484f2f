import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Japanese wording that readers stumbled over, with its replacement. */
const goneWording: readonly [gone: RegExp, instead: string][] = [
  [/(?<!郵便番号を入力して|メールアドレスを入力して)下さい/, 'ください'],
  [/内がわ|見かた|[題品]べつ|もどる|くわし|えらぶ|あぶない|おたずね|うけたまわ/, 'the kanji'],
  [/(?:発送|到着|送金|お礼|書類|確認|提出|査定|送信)まち/, '待ち'],
  [/お送りになれない/, 'お送りいただけない'],
  [/ほうで拝見します/, '高いほうの値段をつけます'],
  [/着払いで集荷します/, '着払いで集荷を頼みます'],
  [/流通の少ないお品物/, '需要が少なく、値段がつきませんでした'],
  [/団体へ届いた寄付を、すべて公開/, '成立した寄付の集計（送金前を含みます）'],
  [/たすきで発行した/, '団体の委託でたすきが作成した'],
  [/キャンセルしない/, '申し込みを続ける'],
  [/前回の続きから入力/, '前回の入力を復元しました'],
  [/label="[せめ]い"/, '姓（ふりがな）, 名（ふりがな）'],
  [
    /あらためて|すみやかに|まちがえ|ちがう|書きかえ|書き替え|たがいに|のこりの|いちど消/,
    'the kanji',
  ],
  [/覚え書き|併せて/, '覚書, あわせて'],
  [/団体に届い[たて]/, '団体へ届いた'],
  [/最初の応援者に(?!なり)/, '最初の応援者になりませんか'],
  [
    /査定額の(?:すべて|全額)|査定金?額が、?そのまま|引くこともありません|査定の費用は引きません|送料も?・?査定も?無料/,
    'what arrives, by src/money/ledger/cost-words.ts',
  ],
  [/(?:通知|連絡|報告|処分|発行|送金)を行/, 'the plain verb: お知らせします'],
  [/についてに|についてのとき/, 'a title in 「」: 「運営者について」のページに'],
  [/その節は\{/, 'その節は、「{{寄付先}}」'],
  [/\} \/ \$?\{[^}]*\}(?:ページ|文字|枚|点)/, '1/4ページ'],
];

/** Other sites end a hash tag at a space. */
const hashTagsOfPosts = 'src/giving/applications/post-text.ts';

const files = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => [file, readFileSync(file, 'utf8')] as const);

const japanese = '[ぁ-んァ-ヶ一-龥ー]';

/** Texts on one line of a source: string literals, or the whole content of an element. */
function textsOf(source: string): string[] {
  const lines = source.split('\n').filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line));
  const quoted = lines.flatMap((line) =>
    [...line.matchAll(/'([^'\\]*)'|"([^"\\]*)"|`([^`\\]*)`/g)].map(
      ([, one, two, three]) => one ?? two ?? three ?? '',
    ),
  );
  const inElements = [...source.matchAll(/>([^<>{}]*)<\/(?!Link|a>)/g)].map(([, text = '']) =>
    text.replaceAll(/\s*\n\s*/g, '').trim(),
  );
  return [...quoted, ...inElements].filter((text) => new RegExp(japanese).test(text));
}

test('no text has wording that is gone', () => {
  const found = files.flatMap(([file, source]) =>
    goneWording.flatMap(([gone, instead]) => {
      const [phrase] = gone.exec(source) ?? [];
      return phrase ? [`${file}: ${phrase} → ${instead}`] : [];
    }),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});

test('the last of several sentences ends like the others', () => {
  const isOpen = new RegExp(`[^。]。.*${japanese}$`);
  // Skips two kinds of text: an API summary lists properties after its title, and a title has no full stop.
  const texts = files
    .filter(([file]) => !/routes\.server\.ts$|kit\/http\/|start\/sample\//.test(file))
    .flatMap(([, source]) => textsOf(source));
  expect(texts.length).toBeGreaterThan(5_000);
  expect(texts.filter((text) => isOpen.test(text))).toEqual([]);
});

test('three sentences in a row never end alike', () => {
  const endings = (text: string) => text.split('。').map((sentence) => sentence.slice(-5));
  const repeatsEnding = (text: string) =>
    endings(text).some(
      (end, place, all) => end.length === 5 && end === all[place + 1] && end === all[place + 2],
    );
  const texts = files
    .filter(([file]) => !file.startsWith('src/start/sample/'))
    .flatMap(([, source]) => textsOf(source));
  expect(texts.filter(repeatsEnding)).toEqual([]);
});

test('#mypledge stands in a sentence without spaces', () => {
  const spaced = new RegExp(`${japanese} #mypledge|#mypledge ${japanese}`);
  const found = files.filter(
    ([file, source]) => file !== hashTagsOfPosts && textsOf(source).some((one) => spaced.test(one)),
  );
  expect(found.map(([file]) => file)).toEqual([]);
});
