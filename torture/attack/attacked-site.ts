import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { superuser } from '#kit/db/cluster/cluster-roles.server.ts';
import { databaseUrlOf, startServer } from '#test/server-process.ts';
import { bodiesOf, mailServer } from '#test/stand-ins/smtp-server.ts';
import { copyProject } from '#torture/mutants/plant-slips.ts';
import { associateId, rowsOf, trialFolder } from '#torture/site.ts';
import type { Running } from '#torture/trial.ts';
import type { Hole } from './hole.ts';

export const publicUrl = 'https://tasuki.example';
export const operator = { email: 'operator@tasuki.example', password: 'kuroshio no nami 47' };
const secret = 'a secret of thirty-two letters or more';

/** The product in production mode: behind a proxy, with TLS and a mail server. */
export type AttackedSite = {
  /** Folder of its code. */
  root: string;
  url: string;
  dataDir: string;
  databaseUrl: string;
  /** Log of the server so far. */
  output(): string;
  /** The newest mail to an address that contains `words`, as its reader sees it; waits for it. */
  mailTo(address: string, words: string): Promise<string>;
  /** Number of mails of a kind to an address. */
  countMails(address: string, kind: string): Promise<number>;
};

/** Builds a copy of the project with all these holes. Throws if one does not apply any more. */
export async function buildWithHoles(
  holes: readonly Hole[],
  atEnd: Running['atEnd'],
): Promise<string> {
  const folder = await trialFolder(atEnd);
  copyProject(folder);
  for (const { file, was, becomes } of holes) {
    const path = join(folder, file);
    const right = readFileSync(path, 'utf8');
    if (right.split(was).length !== 2)
      throw new Error(`no one place for a hole in ${file}: ${was}`);
    writeFileSync(
      path,
      right.replace(was, () => becomes),
    );
  }
  const bundler = join('node_modules', '@react-router', 'dev', 'bin.cjs');
  const built = spawnSync(process.execPath, [bundler, 'build', '--logLevel', 'error'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (built.status !== 0) throw new Error(`the build with holes failed:\n${built.stderr}`);
  return folder;
}

/** Starts the product of `root`, with one organisation and an operator. */
export async function openAttackedSite(
  root: string,
  atEnd: Running['atEnd'],
): Promise<AttackedSite> {
  const mails = await mailServer();
  atEnd(() => mails.close());
  const dataDir = await trialFolder(atEnd);
  const env = {
    PUBLIC_URL: publicUrl,
    SMTP_URL: mails.url,
    SECRET: secret,
    SAMPLE_DATA: 'off',
    TRUST_PROXY: '1',
    OPERATOR_EMAIL: operator.email,
    OPERATOR_PASSWORD: operator.password,
  };
  const server = await startServer(dataDir, env, root);
  atEnd(() => server.stop());
  // As the superuser, whatever role the server has.
  const databaseUrl = (await databaseUrlOf(dataDir)).replace(/\/\/\w+@/, `//${superuser}@`);
  await rowsOf(
    databaseUrl,
    `insert into associates (id, name, summary, classification) values ($1, '青い海の会', '', 'npo')`,
    [associateId],
  );
  const mailsTo = (address: string) =>
    mails.accepted.filter((raw) => new RegExp(`^To: .*${address}`, 'im').test(raw));
  return {
    root,
    url: server.url,
    dataDir,
    databaseUrl,
    output: server.output,
    async mailTo(address, words) {
      const deadline = performance.now() + 10_000;
      for (;;) {
        const found = mailsTo(address)
          .map((raw) => [raw, ...bodiesOf(raw)].join('\n'))
          .findLast((text) => text.includes(words));
        if (found !== undefined || performance.now() > deadline) return found ?? '';
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
    async countMails(address, kind) {
      const [row] = await rowsOf<{ n: number }>(
        databaseUrl,
        'select count(*)::int as n from outbox_mails where recipient = $1 and kind = $2',
        [address, kind],
      );
      return row?.n ?? 0;
    },
  };
}

/** Token of the link in a mail. */
export const tokenIn = (mail: string) => /#token=([\w-]{43})/.exec(mail)?.[1] ?? '';
