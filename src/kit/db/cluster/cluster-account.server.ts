import { chown, lstat, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** User that PostgreSQL runs as; undefined for the server's own user. */
export type Account = { uid: number; gid: number };

/**
 * PostgreSQL refuses to run as root, so root lends it an unprivileged account: the owner of `folder` if not root, else
 * the system's `postgres`, else `nobody`. Refuses where another user owns `folder`, or for root outside Linux.
 */
export async function databaseAccount(folder: string): Promise<Account | undefined> {
  const owner = await stat(folder).catch(() => undefined);
  if (process.getuid?.() !== 0) {
    if (owner && owner.uid !== process.getuid?.()) {
      throw new Error(
        `データフォルダ ${folder} は別のユーザー（uid ${owner.uid}）のものです。同じユーザーで起動してください。` +
          ` / The data folder belongs to uid ${owner.uid}; start as that user.`,
      );
    }
    return undefined;
  }
  if (process.platform !== 'linux') {
    throw new Error(
      'root では起動できません。普通のユーザーで起動してください。 / Do not start as root here.',
    );
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return await accountNamed(['postgres', 'nobody']);
}

async function accountNamed(names: string[]): Promise<Account> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of names) {
    const user = users.find((fields) => fields[0] === name);
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error(
    'root では PostgreSQL を動かせません。普通のユーザーで起動してください。' +
      ' / PostgreSQL cannot run as root and neither "postgres" nor "nobody" exists here.',
  );
}

/** Gives a folder and its content to `account` (data restored by root belongs to root). */
export async function handOver(folder: string, account: Account | undefined): Promise<void> {
  if (!account || (await lstat(folder)).uid === account.uid) return;
  await chown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await handOver(path, account);
    else if (!entry.isSymbolicLink()) await chown(path, account.uid, account.gid);
  }
}
