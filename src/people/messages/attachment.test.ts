import { expect, test } from 'vitest';
import { attachmentName, attachmentTypeOf } from './attachment.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ['a.pdf', bytes('%PDF-1.7'), 'application/pdf'],
  ['a.exe', bytes('%PDF-1.7'), 'application/pdf'],
  ['a.jpg', new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg'],
  ['a.txt', bytes('こんにちは'), 'text/plain'],
  ['a.csv', bytes('a,b\r\n'), 'text/plain'],
  ['a.html', bytes('<script>'), undefined],
  ['a.svg', bytes('<svg>'), undefined],
  ['a.pdf', bytes('MZ'), undefined],
  ['a.txt', new Uint8Array([0x4d, 0x5a, 0x00, 0x01]), undefined],
  ['a.txt', new Uint8Array(), undefined],
])('the type of %s is by its content', (name, content, type) => {
  expect(attachmentTypeOf(content, name)).toBe(type);
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\hanako\\見積.pdf', '見積.pdf'],
  ['a"b\r\n<c>.txt', 'abc.txt'],
  ['', '添付ファイル'],
  ['...', '添付ファイル'],
  [`${'あ'.repeat(200)}.pdf`, `${'あ'.repeat(95)}.pdf`],
])('the name %j is listed as %j', (given, name) => {
  expect(attachmentName(given)).toBe(name);
});
