// Checks a public log of お金の記録 with nothing but Node 20 or newer:
//
//   node verify.mjs https://SITE/log [--key VERIFIER_KEY] [--since CHECKPOINT_FILE]
//
// SITE/log may also be a folder with a copy of the files. It checks the signature of the checkpoint, that every entry
// is in the signed tree, that an earlier checkpoint is a beginning of it, and that days and sums hold. Formats:
// https://c2sp.org/tlog-tiles, https://c2sp.org/tlog-checkpoint, https://c2sp.org/signed-note, RFC 6962.

import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const width = 256;

/** Ends with a sentence that says what does not hold, and where. */
class Failure extends Error {}

const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const leafHash = (leaf) => sha256(Uint8Array.of(0), leaf);
const nodeHash = (left, right) => sha256(Uint8Array.of(1), left, right);

/** Reads files of the log by their path below it; undefined for one that is not there. */
function sourceOf(base) {
  if (!/^https?:\/\//.test(base)) {
    return (name) => readFile(join(base, name)).catch(() => undefined);
  }
  return async (name) => {
    const reply = await fetch(`${base.replace(/\/$/, '')}/${name}`);
    return reply.ok ? Buffer.from(await reply.arrayBuffer()) : undefined;
  };
}

/** Text of a note that one of the keys has signed. */
function openNote(note, keys) {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  for (const line of note.slice(end + 2).split('\n')) {
    const [, name, packed = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = Buffer.from(packed, 'base64');
    for (const key of keys) {
      const [, keyName, id, typed = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(key) ?? [];
      if (name !== keyName || bytes.subarray(0, 4).toString('hex') !== id) continue;
      const der = Buffer.concat([
        Buffer.from('302a300506032b6570032100', 'hex'),
        Buffer.from(typed, 'base64').subarray(1),
      ]);
      const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
      if (verify(null, Buffer.from(text), publicKey, bytes.subarray(4))) return text;
    }
  }
  return undefined;
}

function readCheckpoint(note, keys, what) {
  const text = openNote(note, keys);
  if (text === undefined) throw new Failure(`${what}の署名が、確かめる鍵と合いません。`);
  const [origin, size, root, ...more] = text.split('\n');
  const [, generation = '1'] = /^generation (\d+)$/m.exec(more.join('\n')) ?? [];
  return { origin, size: Number(size), root, generation: Number(generation) };
}

/** 1234067 is x001/x234/067. */
function pathOf(index) {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0');
  const groups = digits.match(/\d{3}/g);
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
}

/** A tile or bundle of `count` entries; a copy of the files may hold a partial one under the full name. */
async function readTile(read, folder, index, count) {
  const path = `tile/${folder}/${pathOf(index)}`;
  if (count === width) return read(path);
  return (await read(`${path}.p/${count}`)) ?? (await read(path));
}

function linesOf(bundle, first) {
  const lines = [];
  for (let at = 0; at < bundle.length; ) {
    const length = bundle.readUInt16BE(at);
    const line = bundle.subarray(at + 2, at + 2 + length);
    if (line.length !== length) throw new Failure(`${first + lines.length}番の行が途中で切れています。`);
    lines.push(line);
    at += 2 + length;
  }
  return lines;
}

/** Root of the leaves so far, of which perfect trees are kept; the largest first. */
const rootOf = (trees) =>
  trees.length === 0
    ? sha256()
    : trees
        .slice(0, -1)
        .reduceRight((root, { hash }) => nodeHash(hash, root), trees.at(-1).hash);

function addLeaf(trees, hash) {
  let tree = { size: 1, hash };
  while (trees.at(-1)?.size === tree.size) {
    const left = trees.pop();
    tree = { size: 2 * tree.size, hash: nodeHash(left.hash, tree.hash) };
  }
  trees.push(tree);
}

/** Days never go back, sums lead to each other. */
function rules() {
  let day = '';
  return (line, position) => {
    const fail = (what) => {
      throw new Failure(`${position}番の行：${what}`);
    };
    let entry;
    try {
      entry = JSON.parse(line);
    } catch {
      fail('読み取れません。');
    }
    if (typeof entry.day !== 'string' || entry.day < day) fail('日付が、前の行より古くなっています。');
    day = entry.day;
    const { givenYen, costYen, arrivedYen } = entry;
    const sums = [givenYen, costYen, arrivedYen];
    if (sums.every((sum) => typeof sum === 'number') && givenYen - costYen !== arrivedYen) {
      fail(`${givenYen}円 − ${costYen}円が、${arrivedYen}円になりません。`);
    }
    return entry;
  };
}

/** The first entry that is not the one that was hashed into the tree, by the tiles. */
async function firstDifference(read, size, hashes) {
  for (let first = 0; first < size; first += width) {
    const count = Math.min(width, size - first);
    const tile = await readTile(read, '0', first / width, count);
    for (let at = 0; at < count; at++) {
      const published = tile?.subarray(32 * at, 32 * at + 32);
      if (!published || !hashes[first + at]?.equals(published)) return first + at;
    }
  }
  return undefined;
}

async function check(base, { key, since }) {
  const read = sourceOf(base);
  const keyFile = key ?? (await read('key'))?.toString('utf8');
  if (keyFile === undefined) throw new Failure('確かめる鍵がありません。--keyで渡してください。');
  const keys = keyFile.split('\n').filter((line) => line !== '');
  const note = await read('checkpoint');
  if (!note) throw new Failure('公開記録（checkpoint）がありません。');
  const latest = readCheckpoint(note.toString('utf8'), keys, '公開記録');
  const earlier =
    since && readCheckpoint(await readFile(since, 'utf8'), keys, '手もとの記録');
  if (earlier && earlier.size > latest.size) {
    throw new Failure(
      `記録が巻き戻されています。手もとの記録は${earlier.size}行、公開されている記録は${latest.size}行です。`,
    );
  }
  const [trees, hashes, kinds] = [[], [], new Map()];
  const checkRules = rules();
  let broken;
  let isContinued = !earlier || earlier.size === 0;
  for (let first = 0; first < latest.size; first += width) {
    const count = Math.min(width, latest.size - first);
    const bundle = await readTile(read, 'entries', first / width, count);
    if (!bundle) throw new Failure(`${first}番からの行がありません。`);
    const lines = linesOf(bundle, first).slice(0, count);
    if (lines.length < count) throw new Failure(`${first + lines.length}番の行がありません。`);
    for (const [at, line] of lines.entries()) {
      const hash = leafHash(line);
      hashes.push(hash);
      addLeaf(trees, hash);
      if (earlier && hashes.length === earlier.size) {
        isContinued = rootOf(trees).toString('base64') === earlier.root;
      }
      try {
        const { kind } = checkRules(line.toString('utf8'), first + at);
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      } catch (error) {
        broken ??= error;
      }
    }
  }
  if (rootOf(trees).toString('base64') !== latest.root) {
    const position = await firstDifference(read, latest.size, hashes);
    throw new Failure(
      position === undefined
        ? '署名された記録と、行やその印（tile）が違います。'
        : `${position}番の行が、署名された記録と違います。`,
    );
  }
  if (!isContinued) {
    throw new Failure(
      `記録が枝分かれしています。手もとの記録（${earlier.size}行）は、公開されている記録の始まりではありません。`,
    );
  }
  if (broken) throw broken;
  return { latest, kinds, earlier };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, since: { type: 'string' } },
});
const [base] = positionals;
if (!base) {
  console.error('node verify.mjs https://SITE/log [--key 確かめる鍵] [--since 前のcheckpoint]');
  process.exit(2);
}
try {
  const { latest, kinds, earlier } = await check(base, values);
  console.log(`${latest.origin}：${latest.size}行は、署名された記録のとおりです（世代${latest.generation}）。`);
  if (earlier) console.log(`手もとの記録（${earlier.size}行）から、続いています。`);
  for (const [kind, count] of kinds) console.log(`  ${kind}: ${count}`);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
