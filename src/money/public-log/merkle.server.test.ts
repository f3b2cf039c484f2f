import { expect, test } from 'vitest';
import {
  emptyRoot,
  inclusionProof,
  isIncluded,
  leafHash,
  type PerfectRoot,
  perfectRoot,
  treeRoot,
} from './merkle.server.ts';

// Known answers of the reference implementation of Certificate Transparency
// (https://github.com/google/certificate-transparency/blob/master/cpp/merkletree/merkle_tree_test.cc).

const leaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex'));
const hashes = leaves.map(leafHash);
const perfect: PerfectRoot = async (from, to) => perfectRoot(hashes.slice(from, to));

const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

test.each(roots.map((root, index) => [index + 1, root]))(
  'the root of %i leaves is the known one',
  async (size, root) => {
    expect((await treeRoot(perfect, size)).toString('hex')).toBe(root);
  },
);

test('an empty tree has the hash of nothing', async () => {
  const hex = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  expect((await treeRoot(perfect, 0)).toString('hex')).toBe(hex);
  expect(emptyRoot.toString('hex')).toBe(hex);
});

test('proofs of inclusion are the known ones', async () => {
  const proof = async (leaf: number, size: number) =>
    (await inclusionProof(perfect, leaf, size)).map((hash) => hash.toString('hex'));
  expect(await proof(0, 1)).toEqual([]);
  expect(await proof(0, 8)).toEqual([
    '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
  ]);
  expect(await proof(5, 8)).toEqual([
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ]);
  expect(await proof(2, 3)).toEqual([
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  ]);
  expect(await proof(1, 5)).toEqual([
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
  ]);
});

test('a proof holds for its leaf, tree and place alone', async () => {
  for (let size = 1; size <= 8; size++) {
    const root = await treeRoot(perfect, size);
    for (let leaf = 0; leaf < size; leaf++) {
      const proof = await inclusionProof(perfect, leaf, size);
      const hash = hashes[leaf] ?? emptyRoot;
      expect(isIncluded(hash, proof, { leaf, size, root })).toBe(true);
      expect(isIncluded(emptyRoot, proof, { leaf, size, root })).toBe(false);
      expect(isIncluded(hash, [...proof, root], { leaf, size, root })).toBe(false);
      expect(isIncluded(hash, proof, { leaf: size, size, root })).toBe(false);
      if (size > 1) {
        const place = { leaf: (leaf + 1) % size, size, root };
        expect(isIncluded(hash, proof, place)).toBe(false);
      }
    }
  }
});
