import { constants, deflateRawSync } from 'node:zlib';

/**
 * Deflates a piece of a file by itself (RFC 1951). Concatenated pieces and `endOfFile` are the deflated file. Runs in
 * a thread.
 */
export const deflatePiece = (piece: Uint8Array): Uint8Array<ArrayBuffer> =>
  deflateRawSync(piece, { finishFlush: constants.Z_SYNC_FLUSH });

/** An empty final block. */
export const endOfFile = Uint8Array.of(3, 0);
