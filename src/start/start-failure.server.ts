import { statfs } from 'node:fs/promises';
import { loggedError } from '#kit/observing/logged-error.server.ts';
import { WrongSetting } from './env.server.ts';

/** Disk full or quota exceeded, by file system or PostgreSQL. */
const fullCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100']);
const fullText = /No space left on device|Disk quota exceeded/i;
/** Less than a start writes; PostgreSQL's own log may have had no room for its complaint. */
const tooFewBytes = 1024 * 1024;
/** A message of this product, with advice in both languages. */
const isBilingual = (message: string) =>
  /[ぁ-んァ-ヶ一-龠]/.test(message) && message.includes(' / ');

type Known = { code?: unknown; syscall?: unknown; path?: unknown; port?: unknown };

/**
 * Explains a failed start or command in Japanese and English: what happened and what to do, then the error's message if
 * it says more. `dataDir` is the folder of the product's files and database.
 */
export async function startFailure(
  error: unknown,
  dataDir = process.env.DATA_DIR || './data',
): Promise<string> {
  const message = error instanceof Error ? loggedError(error).message : String(error);
  const { advice, saysAll } = (await adviceOn(error, dataDir)) ?? {};
  if (advice) return saysAll ? advice : `${advice}\n${message}`;
  return isBilingual(message) ? message : `${unknownFailure}\n${message}`;
}

const unknownFailure =
  'うまくいきませんでした。下の原因を取り除いて、もう一度お試しください。途中までのものは引き継がれます。' +
  ' / This failed. Mend the cause below and try again: it goes on where it was.';

/** `saysAll` if the system's own message would only repeat the advice. */
type Advised = { advice: string; saysAll: boolean };

async function adviceOn(error: unknown, dataDir: string): Promise<Advised | undefined> {
  const causes = causesOf(error);
  if (causes.some(isDiskFull) || (await isFull(dataDir))) {
    const advice =
      `ディスクの空きがありません。空きを作ってから、もう一度起動してください（${dataDir}）。` +
      ` / The disk is full. Free some space and start again (${dataDir}).`;
    return { advice, saysAll: causes.some(({ syscall }) => syscall !== undefined) };
  }
  if (error instanceof WrongSetting) {
    const advice =
      '環境変数に直すところがあります。次の行をご確認のうえ、もう一度起動してください。' +
      ' / A setting is wrong: mend it and start again.';
    return { advice, saysAll: false };
  }
  for (const cause of causes) {
    const isListening = cause.syscall === 'listen' || cause.syscall === 'bind';
    const advise = isListening ? onListening : onCodes[String(cause.code)];
    if (!advise) continue;
    return {
      advice: advise(cause),
      saysAll: isListening || advise === unwritable || advise === readOnly,
    };
  }
  return undefined;
}

type Advice = (of: Known) => string;

const onListening: Advice = ({ code, port }) =>
  code === 'EADDRINUSE'
    ? `ポート${port}は、ほかのプログラムが使っています。そちらを終了するか、PORTで別の番号を指定してください。` +
      ` / Port ${port} is in use: end the program that uses it, or set PORT to another number.`
    : `ポート${port}で受け付けを始められません。PORTとHOSTをご確認ください。` +
      ` / The server cannot listen on port ${port}: check PORT and HOST.`;

const unreachable: Advice = () =>
  'データベースにつながりません。動いているかどうかと、DATABASE_URLをご確認ください。' +
  ' / The database cannot be reached: check that it runs, and DATABASE_URL.';
const refused: Advice = () =>
  'データベースに入れません。DATABASE_URLのユーザー名、パスワード、データベース名をご確認ください。' +
  ' / The database lets nobody in: check user, password and database name in DATABASE_URL.';
const withoutRights: Advice = () =>
  'データベースのユーザーに権限が足りません。データベースの所有者にしてください。' +
  ' / The database user lacks rights: make it the owner of the database.';
const lost: Advice = () =>
  'データベースとの接続が切れました。データベースを確かめて、もう一度お試しください。途中までのものは引き継がれます。' +
  ' / The connection to the database broke. Check the database and try again: it goes on where it was.';
const unwritable: Advice = ({ path }) =>
  `${path ?? 'ファイル'} を読み書きできません。起動するユーザーの権限と、DATA_DIRをご確認ください。` +
  ` / ${path ?? 'A file'} cannot be read or written: check the rights of the user who starts it, and DATA_DIR.`;

const readOnly: Advice = ({ path }) =>
  `${path ?? 'ファイル'} は、書き込みのできない場所（読み取り専用のファイルシステム）にあります。DATA_DIRで、書き込める場所を指定してください。` +
  ` / ${path ?? 'A file'} lies on a read-only file system: set DATA_DIR to a place that can be written to.`;

const onCodes: Record<string, Advice> = {
  ECONNREFUSED: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  '28P01': refused,
  '28000': refused,
  '3D000': refused,
  '42501': withoutRights,
  ECONNRESET: lost,
  EPIPE: lost,
  '57P01': lost,
  '57P02': lost,
  EACCES: unwritable,
  EPERM: unwritable,
  EROFS: readOnly,
};

function causesOf(error: unknown): (Known & { message: string })[] {
  const causes: Error[] = [];
  for (let at = error; causes.length < 5 && at instanceof Error; at = at.cause) {
    causes.push(at);
    // One error per address of a host.
    if (at instanceof AggregateError)
      causes.push(...at.errors.filter((one) => one instanceof Error));
  }
  return causes.map((cause) => {
    const { code, syscall, path, port } = cause as Known;
    const isLost = code === undefined && /^Connection terminated/.test(cause.message);
    return { code: isLost ? 'ECONNRESET' : code, syscall, path, port, message: cause.message };
  });
}

const isDiskFull = ({ code, message }: Known & { message: string }): boolean =>
  fullCodes.has(code) || fullText.test(message);

async function isFull(dataDir: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize < tooFewBytes;
  } catch {
    return false;
  }
}
