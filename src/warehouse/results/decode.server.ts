/** Detected encoding, shown to the operator. */
export type Encoding = 'UTF-8' | 'Shift_JIS';

/** Reason that a whole file cannot be read, and the row (the header is row 1). */
export type FileProblem = { row: number; message: string };

/** Text of a file in pieces that end at line ends, so that it can be parsed piece by piece. */
export type Decoded = { encoding: Encoding; pieces: string[] } | { problem: FileProblem };

const pieceBytes = 64 * 1024;
const pieceCharacters = 32 * 1024;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

const saveAgain =
  '表計算ソフトで「CSV UTF-8（コンマ区切り）」として保存し直してから、お試しください。';

/** Never part of a table: control characters, including NUL, and the replacement character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched for
const unreadable = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]/;

/**
 * Decodes a CSV file strictly: with a byte order mark or valid as UTF-8 it is UTF-8, anything else Shift_JIS as
 * Windows writes it (CP932). Nothing is replaced: the first invalid byte is a problem, with its row. UTF-16 is not
 * supported.
 */
export function decode(bytes: Uint8Array): Decoded {
  if (isUtf16(bytes)) {
    return problem(1, `文字コードがUTF-16のファイルは読み取れません。${saveAgain}`);
  }
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const content = hasMark ? bytes.subarray(3) : bytes;
  const asUtf8 = decodeAs('UTF-8', content);
  if ('pieces' in asUtf8 || hasMark || headerIsUtf8(content)) return asUtf8;
  return decodeAs('Shift_JIS', content);
}

/** Text from JSON, checked as strictly as bytes, including lone surrogates. */
export function decodeText(text: string): Decoded {
  const content = text.startsWith('\ufeff') ? text.slice(1) : text;
  const isBad = (part: string) => unreadable.test(part) || !part.isWellFormed();
  const pieces: string[] = [];
  let linesBefore = 0;
  for (let from = 0; from < content.length; ) {
    const to = textPieceEnd(content, from);
    const piece = content.slice(from, to);
    const lines = linesOf(piece);
    if (isBad(piece)) return unreadableAt(linesBefore + 1 + lines.findIndex(isBad));
    pieces.push(piece);
    linesBefore += lines.length;
    from = to;
  }
  return { encoding: 'UTF-8', pieces };
}

function decodeAs(encoding: Encoding, bytes: Uint8Array): Decoded {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const pieces: string[] = [];
  let linesBefore = 0;
  for (const piece of piecesOf(bytes)) {
    const text = decodeStrictly(decoder, piece);
    if (text === undefined) return invalidByteAt(decoder, piece, linesBefore);
    if (unreadable.test(text)) {
      return unreadableAt(
        linesBefore + 1 + linesOf(text).findIndex((line) => unreadable.test(line)),
      );
    }
    pieces.push(text);
    linesBefore += linesOf(text).length;
  }
  return { encoding, pieces };
}

function decodeStrictly(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function invalidByteAt(decoder: TextDecoder, piece: Uint8Array, linesBefore: number): Decoded {
  const lines = [...splitBytes(piece)];
  const at = lines.findIndex((line) => decodeStrictly(decoder, line) === undefined);
  return problem(
    linesBefore + Math.max(at, 0) + 1,
    `文字コードがUTF-8でもShift_JISでもない文字があります。${saveAgain}`,
  );
}

const unreadableAt = (row: number) =>
  problem(row, `読み取れない文字（文字化けや制御文字）があります。元のデータを確かめてください。`);

const problem = (row: number, message: string): Decoded => ({ problem: { row, message } });

/**
 * Detects UTF-16 by its mark, or by zeros in every second byte at the start: a table starts with ASCII such as
 * commas.
 */
function isUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const start = bytes.subarray(0, 512);
  const zeros = [0, 0];
  start.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  return Math.max(...zeros) >= 3 && Math.min(...zeros) === 0;
}

/** Whether the first line is valid UTF-8 beyond ASCII: then invalid bytes further on are damage. */
function headerIsUtf8(bytes: Uint8Array): boolean {
  const header = splitBytes(bytes).next().value ?? bytes;
  const text = decodeStrictly(new TextDecoder('utf-8', { fatal: true }), header);
  return text !== undefined && /[^\0-\x7f]/.test(text);
}

/** Bytes of line ends never occur inside a character of UTF-8 or Shift_JIS, so it is safe to cut there. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; ) {
    const to = pieceEnd(bytes, from);
    yield bytes.subarray(from, to);
    from = to;
  }
}

function pieceEnd(bytes: Uint8Array, from: number): number {
  if (bytes.length - from <= pieceBytes) return bytes.length;
  for (const end of [lineFeed, carriageReturn]) {
    const last = bytes.lastIndexOf(end, from + pieceBytes);
    if (last >= from) return last + 1;
  }
  const next = bytes.indexOf(lineFeed, from);
  return next < 0 ? bytes.length : next + 1;
}

function textPieceEnd(text: string, from: number): number {
  if (text.length - from <= pieceCharacters) return text.length;
  for (const end of ['\n', '\r']) {
    const last = text.lastIndexOf(end, from + pieceCharacters);
    if (last >= from) return last + 1;
  }
  const next = text.indexOf('\n', from);
  return next < 0 ? text.length : next + 1;
}

function* splitBytes(bytes: Uint8Array): Generator<Uint8Array> {
  const end = bytes.includes(lineFeed) ? lineFeed : carriageReturn;
  for (let from = 0; from < bytes.length; ) {
    const at = bytes.indexOf(end, from);
    const to = at < 0 ? bytes.length : at + 1;
    yield bytes.subarray(from, to);
    from = to;
  }
}

/** Lines with their line ends, so that joining restores the text. */
const linesOf = (text: string): string[] => text.match(/[^\n\r]*(?:\r\n|\n|\r)|[^\n\r]+$/g) ?? [];
