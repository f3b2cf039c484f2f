import { describe, expect, test } from 'vitest';
import { headingCharacters, headingFont } from './heading-font.ts';

describe('the glyphs of headings', () => {
  test('are found in headings, in round elements and in titles', () => {
    expect(headingCharacters('<h2 className="x">箱{many ? "多" : "少"}</h2><p>文</p>')).toBe(
      '箱多少',
    );
    expect(headingCharacters('<p className="font-heading">着</p><p>服</p>')).toBe('着');
    expect(headingCharacters(`const steps = [{ title: '送る', text: '集荷' }];`)).toBe('送る');
    expect(headingCharacters(`<Card title="査定" note="値段" />`)).toBe('査定');
  });

  test('are not those of titles that are set in the letters of the text', () => {
    expect(headingCharacters(`pageMeta(args, { title: '履歴', description: '寄付' })`)).toBe('');
    expect(headingCharacters(`<Notice kind="success" title="保存しました">本文</Notice>`)).toBe('');
    expect(headingCharacters('<h2 className="font-sans">題</h2><h2>箱</h2>')).toBe('箱');
  });

  test('make a small font', async () => {
    const font = await headingFont('着なくなった一着を、つぎの誰かへのたすきに。0123456789円');
    expect(font.subarray(0, 4).toString()).toBe('wOF2');
    expect(font.length).toBeLessThan(10_000);
  });
});
