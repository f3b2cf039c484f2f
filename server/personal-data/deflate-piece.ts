import { constants, deflateRawSync } from 'node:zlib';

/**
 * A piece of a file, deflated by itself (RFC 1951): such pieces one after the other, then `endOfFile`,
 * are the deflated file. Runs in a thread.
 */
export const deflatePiece = (piece: Uint8Array): Uint8Array<ArrayBuffer> =>
  deflateRawSync(piece, { finishFlush: constants.Z_SYNC_FLUSH });

/** An empty last block. */
export const endOfFile = Uint8Array.of(3, 0);
