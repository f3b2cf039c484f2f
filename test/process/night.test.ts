import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { runSql } from '#test/database.ts';
import { databaseUrlOf, freePort, removeDataDir, startServer } from '#test/server-process.ts';
import { mailServer } from '#test/stand-ins/smtp-server.ts';
import { dataFolder } from './data-folder.ts';
import { submit } from './writers.ts';

// A night in words: something breaks, its alert fires on what the product tells, and the commands of its runbook in
// docs/operations.md mend it. What Prometheus makes of series over time: ops/prometheus/alerts.test.yml.

const waiting = { timeout: 60_000, interval: 100 };

/** Alerts of the form `max(metric) > number`, by name: the metric, the bound, the anchor of the runbook. */
async function simpleAlerts() {
  const text = await readFile('ops/prometheus/alerts.yml', 'utf8');
  const blocks = text.split(/^ {6}- alert: /m).slice(1);
  return new Map(
    blocks.flatMap((block) => {
      const found =
        /^(\w+)\n +expr: max\((\S+)\) (>|==) (\d+)\n[\s\S]*operations\.md#([\w-]+)/.exec(block);
      if (!found) return [];
      const [, name = '', metric = '', sign = '', bound = '', runbook = ''] = found;
      return [[name, { metric, sign, bound: Number(bound), runbook }] as const];
    }),
  );
}

test('the mail server refuses: the alert fires, its runbook finds the reason and mends it', async () => {
  const dataDir = await dataFolder('empty');
  onTestFinished(() => removeDataDir(dataDir));
  const [wrongPort, metricsPort] = [await freePort(), await freePort()];
  const start = (smtpPort: number) =>
    startServer(dataDir, {
      ...{ SAMPLE_DATA: 'off', TRUST_PROXY: '1', METRICS_PORT: String(metricsPort) },
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    });
  const alerts = await simpleAlerts();
  /** Names of the alerts whose expression holds now. */
  async function firing() {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const read = (sample: string) =>
      text.split('\n').flatMap((line) => {
        const [name, value] = line.split(' ');
        return name === sample ? [Number(value)] : [];
      });
    return [...alerts].flatMap(([name, { metric, sign, bound }]) => {
      const [value] = read(metric);
      const holds = value !== undefined && (sign === '>' ? value > bound : value === bound);
      return holds ? [name] : [];
    });
  }

  let server = await start(wrongPort);
  onTestFinished(async () => void (await server.stop()));
  const database = await databaseUrlOf(dataDir);
  await runSql(
    database,
    `insert into associates (id, name, summary, classification) values ('ao', '青い海の会', '', 'npo')`,
  );
  expect(await submit({ url: server.url, associateId: 'ao', key: randomUUID() })).toMatch(/^TS-/);
  expect(await firing()).toEqual([]);

  // Nobody has looked for twenty minutes.
  await runSql(database, `update outbox_mails set created_at = created_at - interval '20 minutes'`);
  await expect.poll(firing, waiting).toEqual(['TasukiMailsWaiting']);

  const operations = await readFile('docs/operations.md', 'utf8');
  const runbook = alerts.get('TasukiMailsWaiting')?.runbook ?? '';
  const section = operations
    .split(/^### /m)
    .find((one) => one.toLowerCase().replaceAll(' ', '-').startsWith(`${runbook}\n`));
  // Step 1: the reason is in the log.
  const searched = /grep '([^']+)'/.exec(section ?? '')?.[1] ?? 'nothing';
  const said = () =>
    server
      .output()
      .split('\n')
      .find((line) => line.includes(searched));
  await expect.poll(said, waiting).toContain('ESOCKET');
  expect(section).toContain('`ESOCKET` nobody answers');
  // Step 2: the setting is mended, and the server restarted.
  expect(section).toContain('mend `SMTP_URL`');
  const right = await mailServer();
  onTestFinished(() => right.close());
  await server.stop();
  server = await start(right.port);
  await expect.poll(() => right.accepted.length, waiting).toBe(1);
  await expect.poll(firing, waiting).toEqual([]);
}, 240_000);
