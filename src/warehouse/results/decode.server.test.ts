import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decode, decodeText } from './decode.server.ts';

const sjis = (text: string) => iconv.encode(text, 'cp932');
const utf8 = (text: string) => Buffer.from(text, 'utf8');
const bytes = (...values: number[]) => Buffer.from(values);
const read = async (content: Uint8Array) => {
  const decoded = await decode(content);
  return 'problem' in decoded ? decoded : { ...decoded, pieces: decoded.pieces.join('') };
};

test.each([
  ['Shift_JIS', sjis('申込番号,備考\r\n1,表ソ能\r\n'), '申込番号,備考\r\n1,表ソ能\r\n'],
  ['Shift_JIS', sjis('備考\n～－髙﨑①㈱\n'), '備考\n～－髙﨑①㈱\n'],
  ['UTF-8', utf8('備考\n〜−髙𠮷\n'), '備考\n〜−髙𠮷\n'],
  ['UTF-8', utf8('\ufeff備考\n表\n'), '備考\n表\n'],
  ['UTF-8', utf8(''), ''],
])('reads %s letter by letter', async (encoding, content, text) => {
  expect(await read(content)).toEqual({ encoding, pieces: text });
});

test('wave dashes, minus and backslash letters keep the letters of Windows', async () => {
  // 0x8160, 0x817C, and 0x5C as the trail byte of 表 and ソ.
  const content = bytes(0x81, 0x60, 0x81, 0x7c, 0x95, 0x5c, 0x83, 0x5c, 0x5c);
  expect(await read(content)).toEqual({ encoding: 'Shift_JIS', pieces: '～－表ソ\\' });
});

test.each([
  ['UTF-16 with its mark', Buffer.from('\ufeff申込番号,備考', 'utf16le'), 1, /UTF-16/],
  ['UTF-16 with its other mark', bytes(0xfe, 0xff, 0x75, 0x33), 1, /UTF-16/],
  ['UTF-16 without', Buffer.from('申込番号,備考,点数,金額', 'utf16le'), 1, /UTF-16/],
  ['UTF-16 of the other order', Buffer.from('申込,備考,点数,', 'utf16le').swap16(), 1, /UTF-16/],
  ['damage in UTF-8', Buffer.concat([utf8('備考\n表\n'), bytes(0xe8, 0xa1)]), 3, /CSV UTF-8/],
  ['damage in Shift_JIS', Buffer.concat([sjis('備考\n表\n'), bytes(0x81, 0x0a)]), 3, /CSV UTF-8/],
  ['half a mark of UTF-16', bytes(0xff, 0x2c, 0x0a), 1, /UTF-8でもShift_JISでもない/],
  ['half of its other mark', bytes(0xfe, 0x2c, 0x0a), 1, /UTF-8でもShift_JISでもない/],
  ['what would end a mark', bytes(0x2c, 0xff, 0x0a), 1, /UTF-8でもShift_JISでもない/],
  ['the other end of a mark', bytes(0x2c, 0xfe, 0x0a), 1, /UTF-8でもShift_JISでもない/],
  ['damage behind the mark of UTF-8', Buffer.concat([utf8('\ufeffa\n'), sjis('表\n')]), 2, /CSV/],
  ['damage in a file of one line', Buffer.concat([utf8('備考'), bytes(0x81)]), 1, /CSV UTF-8/],
  ['damage between returns', Buffer.concat([utf8('備考\ra\r'), bytes(0x81)]), 3, /CSV UTF-8/],
  ['a return that was doubled', utf8('備考\r\r\n\0\n'), 3, /読み取れない文字/],
  ['two NULs, too few for UTF-16', utf8('a\0b\0c\n'), 1, /読み取れない文字/],
  ['NULs in even and odd places', utf8('\0\0\0\0\0\0\n'), 1, /読み取れない文字/],
  ['NULs far into the file', utf8(`${'a\n'.repeat(256)}\0a\0a\0a\0\n`), 257, /読み取れない文字/],
  ['a NUL', utf8('備考\n\0\n'), 2, /読み取れない文字/],
  ['letters that were lost before', utf8('備考\n文字\ufffd\n'), 2, /読み取れない文字/],
  ['a file that is no text', bytes(0x89, 0x50, 0x4e, 0x47, 0xff, 0x0d, 0x0a), 1, /CSV UTF-8/],
])('refuses %s, and says in which row', async (_what, content, row, message) => {
  expect(await read(content)).toEqual({
    problem: { row, message: expect.stringMatching(message) },
  });
});

test.each([0x00, 0x01, 0x08, 0x0b, 0x0c, 0x0e, 0x1f, 0x7f])(
  'the control character 0x%i belongs into no table',
  (control) => {
    const text = `備考\r\na\r\nb${String.fromCharCode(control)}\r\n`;
    const refused = { problem: { row: 3, message: expect.stringMatching(/制御文字/) } };
    expect(decode(utf8(text))).toEqual(refused);
    expect(decode(sjis(text))).toEqual(refused);
    expect(decodeText(text)).toEqual(refused);
  },
);

test('tabs and line ends belong into a table', () => {
  const text = '備考\ta\n\tb\r\n c~\r';
  expect(decode(utf8(text))).toEqual({ encoding: 'UTF-8', pieces: [text] });
  expect(decodeText(text)).toEqual({ encoding: 'UTF-8', pieces: [text] });
});

test('a file of ASCII names may have Shift_JIS below them', () => {
  const content = Buffer.concat([utf8('id,note\n1,'), sjis('表ソ\n')]);
  expect(decode(content)).toEqual({ encoding: 'Shift_JIS', pieces: ['id,note\n1,表ソ\n'] });
});

test('a text has one mark at most: a second one is a letter of its header', () => {
  expect(decode(utf8('\ufeff\ufeffa\n'))).toMatchObject({ pieces: ['\ufeffa\n'] });
  expect(decodeText('\ufeff\ufeffa\n')).toMatchObject({ pieces: ['\ufeffa\n'] });
  expect(decodeText('')).toEqual({ encoding: 'UTF-8', pieces: [] });
});

test('a UTF-8 file with one broken letter is not read as Shift_JIS', async () => {
  // 0xE8 0xA1 0x41 would be valid Shift_JIS, but the header is UTF-8.
  const content = Buffer.concat([utf8('備考\n'), bytes(0xe8, 0xa1, 0x41)]);
  expect(await read(content)).toMatchObject({ problem: { row: 2 } });
});

test('a JSON text may contain no half of a letter', async () => {
  expect(await decodeText('備考\n𠮷\ud800\n')).toMatchObject({ problem: { row: 2 } });
  expect(await decodeText('\ufeff備考\n𠮷\n')).toEqual({
    encoding: 'UTF-8',
    pieces: ['備考\n𠮷\n'],
  });
});

test.each(['\n', '\r\n', '\r'])(
  'a long JSON text is cut at its lines, which end with %j',
  async (end) => {
    const lines = Array.from({ length: 9_000 }, (_, n) => `${n},𠮷${'表'.repeat(n % 40)}`);
    const whole = await decodeText(lines.join(end));
    if ('problem' in whole) throw new Error(whole.problem.message);
    expect(whole.pieces.length).toBeGreaterThan(3);
    expect(whole.pieces.join('')).toBe(lines.join(end));
    expect(whole.pieces.slice(0, -1).every((piece) => piece.endsWith(end))).toBe(true);
    const bad = await decodeText(lines.with(8_765, '\0').join(end));
    expect(bad).toMatchObject({ problem: { row: 8_766 } });
  },
);

test('the pieces of a long file make up the whole, cut at line ends only', async () => {
  const text = `見出し\r\n${'表ソ,～,"引用\r\n"\r\n'.repeat(20_000)}`;
  for (const content of [utf8(text), sjis(text)]) {
    const decoded = await decode(content);
    const pieces = 'pieces' in decoded ? decoded.pieces : [];
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join('')).toBe(text);
    expect(pieces.every((piece) => piece.endsWith('\n'))).toBe(true);
  }
});

test('any bytes are text without a lost letter, or refused with a row', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (content) => {
      const decoded = await decode(content);
      if ('problem' in decoded) {
        expect(decoded.problem.row).toBeGreaterThan(0);
      } else {
        expect(decoded.pieces.join('')).not.toMatch(/[\0\ufffd]/);
      }
    }),
    { numRuns: 2_000 },
  );
});

describe('a long file', () => {
  const row = '表ソ,～\r\n';
  const rows = (count: number) => row.repeat(count);

  test.each([
    ['a lost letter in UTF-8', Buffer.concat([utf8(rows(20_000)), bytes(0xe8, 0x0a)]), 20_001],
    ['a lost letter in Shift_JIS', Buffer.concat([sjis(rows(20_000)), bytes(0x81, 0x0a)]), 20_001],
    ['a NUL', utf8(`${rows(20_000)}a\r\n\0\r\n`), 20_002],
    ['a NUL before more', sjis(`${rows(20_000)}\0\r\n${rows(20_000)}`), 20_001],
  ])('with %s is refused at the row of it', (_what, content, at) => {
    expect(decode(content)).toMatchObject({ problem: { row: at } });
  });

  test.each(['\n', '\r'])('is cut at the last line that fits, where lines end with %j', (end) => {
    // 64 KiB of bytes and 32 Ki characters: a line that ends beyond them belongs to the next piece.
    const lines = Array.from({ length: 9_000 }, () => `${'a'.repeat(15)}${end}`);
    const decoded = decode(utf8(lines.join('')));
    expect('pieces' in decoded && decoded.pieces.map(({ length }) => length)).toEqual([
      65_536, 65_536, 12_928,
    ]);
    const text = decodeText(lines.join(''));
    expect('pieces' in text && text.pieces.map(({ length }) => length)).toEqual([
      32_768, 32_768, 32_768, 32_768, 12_928,
    ]);
  });

  test('with a line that is longer than a piece is cut behind that line', () => {
    const long = `${'a'.repeat(200_000)}\n`;
    const text = `x\n${long}${long}y\n`;
    const decoded = decode(utf8(text));
    expect('pieces' in decoded && decoded.pieces).toEqual(['x\n', long, long, 'y\n']);
    expect(decodeText(text)).toEqual(decoded);
    const open = 'a'.repeat(200_000);
    expect(decode(utf8(open))).toEqual({ encoding: 'UTF-8', pieces: [open] });
    expect(decodeText(open)).toEqual({ encoding: 'UTF-8', pieces: [open] });
  });
});
