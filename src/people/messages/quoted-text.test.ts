import { describe, expect, test } from 'vitest';
import { processorMs } from '#test/timing/processor-time.ts';
import { withoutQuoted } from './quoted-text.ts';

const said = 'ありがとうございます。\nよろしくお願いします。';

describe('what a mail quotes is left out', () => {
  test.each([
    ['-----Original Message-----\nFrom: a@b.example\nお問い合わせの件'],
    ['> お返事です。\n> よろしく'],
    ['On Fri, Nov 20, 2026 at 10:00 AM たすき <reply@tasuki.example> wrote:\n> お返事です。'],
    [
      'On Fri, Nov 20, 2026 at 10:00 AM たすき <reply+tc-1234-5678@tasuki.example>\nwrote:\n> お返事です。',
    ],
    ['2026年11月20日(金) 10:00 たすき <reply@tasuki.example>:\n> お返事です。'],
    ['2026/11/20 10:00、たすき <reply@tasuki.example>のメール:\n\n> お返事です。'],
    ['2026年11月20日 10:00、たすき <reply@tasuki.example>は書きました：\n＞お返事です。'],
    ['差出人: たすき <reply@tasuki.example>\n送信日時: 2026年11月20日\nお返事です。'],
    ['________________________________\nお返事です。'],
  ])('%j', (quoted) => {
    expect(withoutQuoted(`${said}\n\n${quoted}`)).toBe(said);
    expect(withoutQuoted(`${said}\n\n${quoted}`.replaceAll('\n', '\r\n'))).toBe(said);
  });
});

test('a mail that answers between the lines stays whole', () => {
  expect(withoutQuoted('> いつですか\n> どこですか')).toBe('> いつですか\n> どこですか');
});

test('days and names in what was said are no quote', () => {
  const text = '2026年11月20日に届きました。\n田中さんが書きましたが、違います。';
  expect(withoutQuoted(text)).toBe(text);
});

test('a line of a million letters takes no time', () => {
  const read = () => {
    withoutQuoted(`On ${'a '.repeat(500_000)}`);
    withoutQuoted(`2026年11月20日${'さんは'.repeat(300_000)}`);
  };
  expect(processorMs(read)).toBeLessThan(1_000);
});
