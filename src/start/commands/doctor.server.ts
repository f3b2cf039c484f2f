import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { audit } from '#kit/audit/audit.server.ts';
import { diskOf } from '#kit/files/disk.server.ts';
import { sendBySmtp } from '#kit/files/mail.server.ts';
import { adoptStore } from '#kit/files/store-mark.server.ts';
import { runCommand, withDatabase } from '#start/command.server.ts';
import { checks, runChecks } from '#start/doctor/checks.server.ts';
import type { Finding, FindingState, Subject } from '#start/doctor/finding.server.ts';
import { openFiles } from '#start/open-files.server.ts';

const usage =
  'npm run doctor -- [--json] [--repair] [--adopt-store] [--only CHECK,…] [--mail ADDRESS]';

const read = () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      repair: { type: 'boolean', default: false },
      'adopt-store': { type: 'boolean', default: false },
      only: { type: 'string' },
      mail: { type: 'string' },
    },
  });
  const only = values.only?.split(',');
  const unknown = only?.filter((name) => !checks.some(({ check }) => check === name));
  if (unknown?.length) throw new Error(`unknown: ${unknown}`);
  return { ...values, only };
};

const marks: Record<FindingState, string> = { ok: '○', warning: '△', failing: '×' };
const clock = () => new Date();

// `npm run doctor`: examines an installation, beside running servers, and says what to do about each finding. Exits
// with 1 if something fails. Its connections refuse changes, unless --repair or --adopt-store.
await runCommand(
  { usage, read },
  ({ json, repair, only, mail, 'adopt-store': isAdopting }, env) => {
    const isReadOnly = !repair && !isAdopting;
    const opening = { maxConnections: 2, asItIs: true, mayBeRunning: true, isReadOnly };
    return withDatabase(env, opening, async (db) => {
      const subject: Subject = {
        ...{ db, clock, env },
        files: openFiles(env, clock),
        disk: diskOf(env.DATA_DIR),
      };
      const done = isAdopting ? [await adopt(subject)] : [];
      if (repair) done.push(...(await repairAll(subject, only)));
      const onCheck = process.stderr.isTTY ? showCheck : undefined;
      const findings = await runChecks(subject, { only, onCheck });
      onCheck?.('');
      if (mail) await sendTest(mail, env);
      if (json) console.log(JSON.stringify({ done, findings }, undefined, 2));
      else print(done, findings);
      if (findings.some(({ state }) => state === 'failing')) process.exitCode = 1;
    });
  },
);

/** Makes this store the installation's own, after the former one was lost. */
async function adopt({ db, files }: Subject): Promise<string> {
  if (files) await adoptStore(db, files);
  await auditRepair(db, 'file-store', 'adopted');
  return 'いまの置き場所を、このデータベースの置き場所にしました。';
}

async function repairAll(subject: Subject, only?: readonly string[]): Promise<string[]> {
  const done: string[] = [];
  for (const { check, repair } of checks) {
    if (!repair || (only && !only.includes(check))) continue;
    const says = await repair(subject);
    if (says === undefined) continue;
    done.push(says);
    await auditRepair(subject.db, check, says);
  }
  return done;
}

function auditRepair(db: Subject['db'], check: string, says: string): Promise<void> {
  return audit(db, { uid: 'system' }, 'doctor.repair', ['check', check], { at: clock(), says });
}

function showCheck(label: string): void {
  process.stderr.write(`\r\x1b[K${label && `${label} …`}`);
}

function print(repaired: readonly string[], findings: readonly Finding[]): void {
  for (const says of repaired) console.log(`＋ ${says}`);
  for (const { state, check, label, says, nextStep, details } of findings) {
    console.log(`${marks[state]} ${label}（${check}）：${says}`);
    for (const one of details) console.log(`    ${one}`);
    if (nextStep) console.log(`  → ${nextStep}`);
  }
  const count = (state: FindingState) => findings.filter((one) => one.state === state).length;
  console.log(`\n良好 ${count('ok')}、注意 ${count('warning')}、異常 ${count('failing')}`);
}

async function sendTest(to: string, env: Parameters<typeof openFiles>[0]): Promise<void> {
  if (env.SMTP_URL === '') throw new Error('SMTP_URL is not set: no mail can be sent.');
  const send = sendBySmtp({ url: env.SMTP_URL, from: env.MAIL_FROM });
  const text =
    'npm run doctor から送ったお試しのメールです。これが届いていれば、メールの設定は正しくできています。';
  const mail = {
    ...{ to, subject: '【たすき】メールのお試し', text: `${text}\n`, html: `<p>${text}</p>` },
    ...{ messageId: `<doctor-${randomUUID()}@tasuki>`, createdAt: clock() },
  };
  await send(mail, AbortSignal.timeout(20_000));
  console.log(`お試しのメールを ${to} に送りました。`);
}
