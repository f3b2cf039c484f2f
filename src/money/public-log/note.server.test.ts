import { expect, test } from 'vitest';
import { checkpointText, openNote, readCheckpoint, signNote, verifierKey } from './note.server.ts';

const key = { name: 'tasuki.example/log', seed: Buffer.alloc(32, 7) };
const text = 'If you think cryptography is the answer to your problem,\nthen you don’t know.\n';

test('a note of Go’s golang.org/x/mod/sumdb/note is opened by its verifier key', () => {
  // The example of its documentation: https://pkg.go.dev/golang.org/x/mod/sumdb/note
  const vkey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const note = [
    'If you think cryptography is the answer to your problem,',
    "then you don't know what your problem is.",
    '',
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=',
    '',
  ].join('\n');
  expect(openNote(note, [vkey])).toMatch(/^If you think/);
  expect(openNote(note.replace('answer', 'solution'), [vkey])).toBeUndefined();
});

test('a note is opened by its own key, and by no other', () => {
  const note = signNote(text, key);
  expect(openNote(note, [verifierKey(key)])).toBe(text);
  const other = verifierKey({ ...key, seed: Buffer.alloc(32, 8) });
  expect(openNote(note, [other])).toBeUndefined();
  expect(openNote(note, [other, verifierKey(key)])).toBe(text);
  expect(openNote(note, [verifierKey({ ...key, name: 'elsewhere/log' })])).toBeUndefined();
  expect(openNote(note.replace('answer', 'question'), [verifierKey(key)])).toBeUndefined();
  expect(openNote(text, [verifierKey(key)])).toBeUndefined();
});

test('a checkpoint says origin, size, root and generation', () => {
  const checkpoint = { origin: key.name, size: 1_234, root: Buffer.alloc(32, 1), generation: 3 };
  const written = checkpointText(checkpoint);
  expect(written.split('\n')).toEqual([
    'tasuki.example/log',
    '1234',
    Buffer.alloc(32, 1).toString('base64'),
    'generation 3',
    '',
  ]);
  expect(readCheckpoint(written)).toEqual(checkpoint);
  expect(readCheckpoint('tasuki.example/log\nmany\nAAAA\n')).toBeUndefined();
});
