import * as fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { RichText } from '#kit/ui/text/rich-text.tsx';
import { MarkdownPreview } from '#kit/values/text/rich-text-schema.ts';
import { safeHref } from '#kit/values/text/safe-href.ts';
import { isLongForm, seed } from '#test/form.ts';
import { markdownAttacks, unsafeAddresses } from '#test/markdown/markdown-attacks.ts';
import { readHtml } from '#test/markdown/read-html.ts';
import { processorMs } from '#test/timing/processor-time.ts';
import { toRichText } from './rich-text.server.ts';

const htmlOf = (markdown: string) =>
  renderToStaticMarkup(createElement(RichText, { blocks: toRichText(markdown) }))
    .replace(/^<div class="prose rich-text ">(.*)<\/div>$/s, '$1')
    .replace(/ class="[^"]*"/g, '');

const attributesOf: Record<string, readonly string[]> = {
  a: ['href', 'rel'],
  ol: ['start'],
  ...Object.fromEntries(
    ['h3', 'h4', 'p', 'ul', 'li', 'blockquote', 'hr', 'br', 'strong', 'em'].map((name) => [
      name,
      [],
    ]),
  ),
};
const allowedAddress =
  /^(?:https?:\/\/[^/?#@\s]+\/\S*|\/(?:[^/\\]\S*)?|mailto:[\w.+-]+@[\w.-]+|tel:\+?[\d-]+)$/;

/** Rendered text and elements; fails on anything not allowed. */
function shown(markdown: string) {
  const blocks = toRichText(markdown);
  expect(MarkdownPreview.safeParse({ blocks }).success).toBe(true);
  const { elements, text } = readHtml(htmlOf(markdown));
  for (const { name, attributes } of elements) {
    const allowed = attributesOf[name];
    expect(allowed, name).toBeDefined();
    expect(Object.keys(attributes).filter((key) => !allowed?.includes(key))).toEqual([]);
    const { href } = attributes;
    if (href === undefined) continue;
    expect(href).toMatch(allowedAddress);
    expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(
      new URL(href, 'https://own.example').protocol,
    );
    if (href.startsWith('/')) expect(new URL(href, 'https://own.example').host).toBe('own.example');
    else if (href.startsWith('http')) expect(attributes.rel).toBe('noopener nofollow ugc');
  }
  expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\uFEFF\0]/);
  expect(elements.filter(({ name }) => name === 'a').length).toBe(
    (htmlOf(markdown).match(/<a /g) ?? []).length,
  );
  expect(htmlOf(markdown)).not.toMatch(/<a [^>]*>(?:(?!<\/a>).)*<a /s);
  return { elements, text };
}

describe('what a hostile author writes', () => {
  test('is of more than two hundred kinds', () => {
    expect(new Set(markdownAttacks).size).toBe(markdownAttacks.length);
    expect(markdownAttacks.length).toBeGreaterThan(300);
  });

  test.each(markdownAttacks.map((text) => [JSON.stringify(text).slice(0, 70), text]))(
    'comes out harmless: %s',
    (_name, text) => {
      shown(text);
    },
  );

  test.each(unsafeAddresses)('no link leads to %j', (address) => {
    for (const text of [`[押す](${address})`, `[押す](<${address}>)`, `<${address}>`]) {
      const { elements } = shown(text);
      const hrefs = elements.flatMap(({ attributes }) => attributes.href ?? []);
      // A link with hidden characters becomes one that anyone could have written in plain sight.
      for (const href of hrefs) expect(href).toMatch(/^(?:https:\/\/evil\.example)?\/[^/\\]/);
    }
  });

  test('HTML is shown as it was typed', () => {
    expect(shown('<script>alert("1")</script>').text).toBe('<script>alert("1")</script>');
    expect(shown('<!-- a --> **b** <svg onload=alert(1)>').text).toBe(
      '<!-- a --> b <svg onload=alert(1)>',
    );
  });

  test('a link that leads nowhere we know is its words', () => {
    expect(htmlOf('[押す](javascript:alert(1))と[これ](/search)')).toBe(
      '<p>押すと<a href="/search">これ</a></p>',
    );
  });

  test('anything at all comes out harmless', () => {
    const pieces = fc.constantFrom(
      ...[
        '[',
        ']',
        '(',
        ')',
        '<',
        '>',
        '!',
        '*',
        '**',
        '_',
        '`',
        '```',
        '\\',
        '&',
        '#',
        '- ',
        '1. ',
      ],
      ...[
        '\n',
        '\n\n',
        '    ',
        '> ',
        '"',
        "'",
        '&#',
        ';',
        ':',
        '//',
        '/',
        'javascript:',
        'https://a.example',
      ],
      ...[
        '<script>',
        'onerror=',
        '&colon;',
        '\u200B',
        '\u202E',
        '\0',
        'あ',
        '、',
        '「',
        '」',
        '---',
      ],
    );
    const text = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 60 });
    fc.assert(
      fc.property(text, (parts) => void shown(parts.join(''))),
      { numRuns: isLongForm ? 2_000 : 300, seed },
    );
  });

  test('an address that is let through stays what it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string()),
        (typed) => {
          const href = safeHref(typed);
          if (href !== undefined) expect(safeHref(href)).toBe(href);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('what takes long elsewhere', () => {
  test.each(
    markdownAttacks
      .filter(({ length }) => length > 5_000)
      .map((text) => [JSON.stringify(text.slice(0, 20)), text]),
  )('is read at once: %s…', (_name, text) => {
    expect(processorMs(() => void toRichText(text))).toBeLessThan(1_500);
  });

  test('a text beyond what is read is shown as it was typed', () => {
    const text = `# 題\n${'あ'.repeat(20_000)}`;
    expect(toRichText(text)).toEqual([{ type: 'paragraph', children: [{ type: 'text', text }] }]);
    expect(toRichText('*a* '.repeat(4_900))).toHaveLength(1);
    expect(JSON.stringify(toRichText('*a* '.repeat(4_900)))).not.toContain('emphasis');
  });
});

describe('what an organisation writes', () => {
  test('has headings, lists, quotes and links', () => {
    const text = `# 活動のご報告

いつも**ありがとうございます**。
おかげさまで*三年目*になりました。

## 届けたもの

- 冬のコート
- 子ども服
  1. 上着
  2. 靴
- くつ下

3. 三つ目
4. 四つ目

> 「あたたかいです」
> と言っていただきました。

***

くわしくは[私たちのページ](https://umi.example/活動?a=1&b=2)、[さがす](/search)、
[メール](mailto:info@umi.example)、[お電話](tel:03-1234-5678)で。`;
    expect(htmlOf(text)).toBe(
      [
        '<h3>活動のご報告</h3>',
        '<p>いつも<strong>ありがとうございます</strong>。<br/>おかげさまで<em>三年目</em>になりました。</p>',
        '<h4>届けたもの</h4>',
        '<ul><li><p>冬のコート</p></li><li><p>子ども服</p><ol start="1"><li><p>上着</p></li><li><p>靴</p></li></ol></li>',
        '<li><p>くつ下</p></li></ul>',
        '<ol start="3"><li><p>三つ目</p></li><li><p>四つ目</p></li></ol>',
        '<blockquote><p>「あたたかいです」<br/>と言っていただきました。</p></blockquote>',
        '<hr/>',
        '<p>くわしくは<a href="https://umi.example/%E6%B4%BB%E5%8B%95?a=1&amp;b=2" rel="noopener nofollow ugc">私たちのページ</a>、',
        '<a href="/search">さがす</a>、<br/><a href="mailto:info@umi.example">メール</a>、<a href="tel:03-1234-5678">お電話</a>で。</p>',
      ].join(''),
    );
  });

  test.each([
    ['これは**「重要」**です。', '<p>これは<strong>「重要」</strong>です。</p>'],
    ['**ご注意：**必ずお読みください', '<p><strong>ご注意：</strong>必ずお読みください</p>'],
    ['服の寄付\n---\n次', '<p>服の寄付</p><hr/><p>次</p>'],
    ['　字下げした段落\n    もう一行', '<p>　字下げした段落<br/>もう一行</p>'],
    ['    字下げした行', '<p>字下げした行</p>'],
    ['a_b_c 5*3*2', '<p>a_b_c 5<em>3</em>2</p>'],
    ['`npm`と\n```\n一\n 二\n```', '<p>npmと</p><p>一<br/> 二</p>'],
    ['![海の写真](https://a.example/x.png)', '<p>海の写真</p>'],
    [
      '<https://a.example>',
      '<p><a href="https://a.example/" rel="noopener nofollow ugc">https://a.example</a></p>',
    ],
    [
      '[](https://a.example/x)',
      '<p><a href="https://a.example/x" rel="noopener nofollow ugc">https://a.example/x</a></p>',
    ],
    ['👨\u200D👩\u200D👧と葛\u{E0100}飾', '<p>👨\u200D👩\u200D👧と葛\u{E0100}飾</p>'],
    ['', ''],
    ['\u200B \n', ''],
  ])('%j', (markdown, html) => expect(htmlOf(markdown)).toBe(html));

  test('headings leave no level out, and none stands within a quote or a list', () => {
    const levels = (text: string) =>
      shown(text).elements.flatMap(({ name }) => (/h\d/.test(name) ? [name] : []));
    expect(levels('## 一\n### 二\n###### 三\n# 四\n## 五')).toEqual(['h3', 'h4', 'h4', 'h3', 'h4']);
    expect(htmlOf('> # 一')).toBe('<blockquote><p><strong>一</strong></p></blockquote>');
  });

  test('what is nested deeper stands at the second level', () => {
    expect(htmlOf('- 一\n  - 二\n    - 三\n      - 四')).toBe(
      '<ul><li><p>一</p><ul><li><p>二</p><p>三</p><p>四</p></li></ul></li></ul>',
    );
    expect(htmlOf('>>>> 一')).toBe('<blockquote><blockquote><p>一</p></blockquote></blockquote>');
    expect(shown('*a **b *c **d *e **f***'.repeat(3)).text).toContain('f');
  });
});
