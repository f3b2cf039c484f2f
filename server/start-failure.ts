import { statfs } from 'node:fs/promises';
import { loggedError } from './observing/logged-error.ts';

/** Of a file, of a quota, of PostgreSQL. */
const fullCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100']);
const fullText = /No space left on device|Disk quota exceeded/i;
/** Less than a start writes: PostgreSQL's own log may have found no room to complain in. */
const tooFewBytes = 1024 * 1024;

/**
 * What is said of a start that failed: its message, before it that the disk is full where that is why.
 * `dataDir` is where the product's own files and database are.
 */
export async function startFailure(
  error: unknown,
  dataDir = process.env.DATA_DIR || './data',
): Promise<string> {
  const message = error instanceof Error ? loggedError(error).message : String(error);
  if (!saysFull(error) && !(await isFull(dataDir))) return message;
  return (
    `ディスクの空きがありません。空きを作ってから、もう一度起動してください（${dataDir}）。` +
    ` / The disk is full. Free some space and start again.\n${message}`
  );
}

function saysFull(error: unknown): boolean {
  for (let depth = 0, at = error; depth < 5 && at instanceof Error; depth++, at = at.cause) {
    if (fullCodes.has((at as { code?: unknown }).code) || fullText.test(at.message)) return true;
  }
  return false;
}

async function isFull(dataDir: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize < tooFewBytes;
  } catch {
    return false;
  }
}
