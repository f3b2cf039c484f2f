import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterAll, expect, test } from 'vitest';
import { mailFailureOf, type OutgoingMail, saveAsFiles } from './mail.server.ts';

const root = await mkdtemp(join(tmpdir(), 'tasuki-mails-'));
afterAll(() => rm(root, { recursive: true }));

const from = 'たすき <noreply@tasuki.example>';
const mail: OutgoingMail = {
  messageId: '<0b0c@tasuki.example>',
  to: 'hanako@tasuki.example',
  subject: '【たすき】ご登録ありがとうございます',
  text: 'ありがとうございます。',
  html: '<p>ありがとうございます。</p>',
  createdAt: new Date('2026-11-20T01:00:00Z'),
};
const signal = new AbortController().signal;

test('a mail becomes one file, however often it is saved', async () => {
  const folder = join(root, 'mails');
  const save = saveAsFiles({ folder, from });
  await save(mail, signal);
  await save(mail, signal);
  expect(await readdir(folder)).toEqual(['0b0c@tasuki.example.eml']);
  const raw = await readFile(join(folder, '0b0c@tasuki.example.eml'), 'utf8');
  expect(raw).toContain('To: hanako@tasuki.example');
  expect(raw).toContain('Message-ID: <0b0c@tasuki.example>');
  expect(raw).toContain('Date: Fri, 20 Nov 2026 01:00:00 +0000');
  expect(raw).toContain('Auto-Submitted: auto-generated');
});

test('a message id cannot lead out of the folder', async () => {
  const folder = join(root, 'inside', 'mails');
  await saveAsFiles({ folder, from })({ ...mail, messageId: '<../../evil@x>' }, signal);
  expect(await readdir(folder)).toEqual(['....evil@x.eml']);
});

test('a folder that cannot be written is an outage, and leaves nothing half written', async () => {
  const folder = join(root, 'a-file');
  await writeFile(folder, 'in the way');
  const failure = await saveAsFiles({ folder, from })(mail, signal).catch(mailFailureOf);
  expect(failure).toMatchObject({ kind: 'outage' });
});

test('a file of a mail has its attachments, under their names, and where an answer goes', async () => {
  const folder = join(root, 'with-files');
  const attachments = [
    { name: 'ご案内.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.7') },
  ];
  await saveAsFiles({ folder, from })(
    { ...mail, replyTo: 'reply+x@tasuki.example', attachments },
    signal,
  );
  const raw = await readFile(join(folder, '0b0c@tasuki.example.eml'));
  const read = await simpleParser(raw);
  expect(read.replyTo?.value).toMatchObject([{ address: 'reply+x@tasuki.example' }]);
  expect(read.attachments).toMatchObject([
    { filename: 'ご案内.pdf', contentType: 'application/pdf', contentDisposition: 'attachment' },
  ]);
  expect(read.attachments[0]?.content.toString()).toBe('%PDF-1.7');
});
