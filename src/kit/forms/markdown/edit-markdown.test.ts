import { expect, test } from 'vitest';
import { type Edit, editFor, type Mark, type Selected } from './edit-markdown.ts';

/** Parses a text in which 「…」 marks the selection. */
function read(shown: string): Selected {
  const start = shown.indexOf('「');
  return { text: shown.replace(/[「」]/g, ''), start, end: shown.indexOf('」') - 1 };
}

function applied({ text }: Selected, { from, to, insert, start, end }: Edit): string {
  const next = text.slice(0, from) + insert + text.slice(to);
  return `${next.slice(0, start)}「${next.slice(start, end)}」${next.slice(end)}`;
}

test.each<[Mark, string, string]>([
  ['strong', 'あ「い」う', 'あ**「い」**う'],
  ['strong', 'あ**「い」**う', 'あ「い」う'],
  ['strong', 'あ「 い 」う', 'あ **「い」** う'],
  ['strong', 'あ「」う', 'あ**「太字にする文字」**う'],
  ['strong', '「あ\n\nい 」', '「**あ**\n\n**い** 」'],
  ['link', '「」', '[「リンクの文字」](https://)'],
  ['link', 'あ「海」う', 'あ[海](「https://」)う'],
  ['link', '「https://a.example/b」', '[「リンクの文字」](https://a.example/b)'],
  ['link', '「海\nの会」', '[海 の会](「https://」)'],
  ['bullets', 'あ\nい「」う\nえ', 'あ\n- いう「」\nえ'],
  ['bullets', '「」', '- 「」'],
  ['bullets', '「あ\n\nい」', '「- あ\n\n- い」'],
  ['bullets', '「あ\n 　\nい」', '「- あ\n 　\n- い」'],
  ['bullets', '「- あ\n- い」', '「あ\nい」'],
  ['bullets', '「- あ\n 　\n- い」', '「あ\n 　\nい」'],
  ['bullets', '「- あ\nい」', '「- あ\n- い」'],
  ['bullets', '「あ\nい\n」う', '「- あ\n- い」\nう'],
  ['numbers', '「あ\n\nい\nう」', '「1. あ\n\n2. い\n3. う」'],
  ['numbers', '「- あ\n- い」', '「1. あ\n2. い」'],
  ['numbers', '「1. あ\n2. い」', '「あ\nい」'],
  ['heading', 'あ「」', '# あ「」'],
  ['heading', '## あ「」', '# あ「」'],
  ['heading', '# あ「」', 'あ「」'],
  ['subheading', 'い\n# 「あ」', 'い\n## あ「」'],
])('%s of %j', (mark, before, after) => {
  const selected = read(before);
  expect(applied(selected, editFor(mark, selected))).toBe(after);
});
