import { createHash } from 'node:crypto';

// Hashes of a Merkle tree by RFC 6962, section 2.1: https://www.rfc-editor.org/rfc/rfc6962#section-2.1

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const [leafMark, nodeMark] = [Uint8Array.of(0), Uint8Array.of(1)];

export const leafHash = (leaf: Uint8Array): Buffer => sha256(leafMark, leaf);
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(nodeMark, left, right);
export const emptyRoot = sha256();

/** Root over hashes of one level; their number is a power of two. */
export function perfectRoot(hashes: readonly Buffer[]): Buffer {
  const [only] = hashes;
  if (only && hashes.length === 1) return only;
  if (hashes.length === 0 || hashes.length % 2 > 0) throw new RangeError('not a perfect tree');
  return perfectRoot(
    Array.from({ length: hashes.length / 2 }, (_, at) =>
      nodeHash(hashes[2 * at] ?? emptyRoot, hashes[2 * at + 1] ?? emptyRoot),
    ),
  );
}

/** Largest power of two below a number above 1. */
const splitOf = (size: number): number => 2 ** (Math.ceil(Math.log2(size)) - 1);

/** Root of the leaves `from` to before `to`; their number is a power of two and divides `from`. */
export type PerfectRoot = (from: number, to: number) => Promise<Buffer>;

/** Root of the leaves `from` to before `to`; `from` is a multiple of the largest perfect tree in them. */
async function rootOf(perfect: PerfectRoot, from: number, to: number): Promise<Buffer> {
  const size = to - from;
  if (size === 0) return emptyRoot;
  if (Number.isInteger(Math.log2(size))) return perfect(from, to);
  const middle = from + splitOf(size);
  return nodeHash(await rootOf(perfect, from, middle), await rootOf(perfect, middle, to));
}

/** Root of a tree of `size` leaves. */
export const treeRoot = (perfect: PerfectRoot, size: number): Promise<Buffer> =>
  rootOf(perfect, 0, size);

/** Hashes that lead from a leaf to the root of a tree of `size` leaves, the leaf's neighbour first. */
export async function inclusionProof(
  perfect: PerfectRoot,
  leaf: number,
  size: number,
): Promise<Buffer[]> {
  const proof: Buffer[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (leaf < middle) {
      proof.unshift(await rootOf(perfect, middle, to));
      to = middle;
    } else {
      proof.unshift(await rootOf(perfect, from, middle));
      from = middle;
    }
  }
  return proof;
}

/** Whether a proof leads from a leaf's hash to a root. */
export function isIncluded(
  hash: Buffer,
  proof: readonly Buffer[],
  at: { leaf: number; size: number; root: Buffer },
): boolean {
  const sides: ('left' | 'right')[] = [];
  let [from, to] = [0, at.size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    sides.unshift(at.leaf < middle ? 'right' : 'left');
    if (at.leaf < middle) to = middle;
    else from = middle;
  }
  if (at.leaf >= at.size || sides.length !== proof.length) return false;
  const root = proof.reduce(
    (node, sibling, index) =>
      sides[index] === 'left' ? nodeHash(sibling, node) : nodeHash(node, sibling),
    hash,
  );
  return root.equals(at.root);
}
