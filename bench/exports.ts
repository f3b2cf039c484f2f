import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { databaseUrlOf, removeDataDir } from '#test/server-process.ts';
import { dataFolder, fillOtherLists, sizeOf } from './million.ts';
import { startServer } from './server.ts';
import { keepSession } from './session.ts';

/** Minimum throughput in bytes per second, for exports that take more than a second. */
const leastRate = 10_000_000;
const megabyte = 1_000_000;

type Download = { bytes: number; firstMs: number; ms: number; isWhole: boolean };

/**
 * `npm run bench -- exports [--keep] [--donations N] [--only WORD]`: throughput and time to first
 * byte of the operator's files, and the server's peak memory meanwhile.
 */
export async function reportExports(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      keep: { type: 'boolean' },
      donations: { type: 'string', default: '1000000' },
      only: { type: 'string', default: '' },
    },
  });
  const size = sizeOf(Number(values.donations));
  const folder = await dataFolder(size);
  const server = await startServer({ DATA_DIR: folder, SAMPLE_DATA: 'off' });
  const client = new pg.Client({ connectionString: await databaseUrlOf(folder) });
  await client.connect();
  try {
    await fillOtherLists(client, size);
    const { rows } = await client.query<{
      value: { signIns: { role: string; email: string; password: string }[] };
    }>(`select value from settings where key = 'sample'`);
    const operator = rows[0]?.value.signIns.find(({ role }) => role === 'operator');
    const session = await keepSession(
      server.origin,
      operator?.email ?? '',
      operator?.password ?? '',
    );
    console.log(`\n## Files of ${size.donations} donations\n`);
    console.log(
      '| | MB | first byte ms | s | MB a second | memory MB | |\n|---|--:|--:|--:|--:|--:|---|',
    );
    const months = await lastMonth(client);
    for (const path of exportPaths(months).filter((one) => one.includes(values.only))) {
      const memory = watchMemory(server.pid);
      const file = await download(server.origin + path, await session.token());
      console.log(row(path, file, await memory()));
    }
  } finally {
    await client.end();
    await server.stop();
    if (!values.keep) await removeDataDir(folder);
  }
}

async function lastMonth(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ month: string }>(
    `select to_char(max(at), 'YYYY-MM') as month from ledger_lines`,
  );
  return rows[0]?.month ?? '';
}

const exportPaths = (month: string) => [
  ...[
    ...['applications', 'donors', 'associates', 'mails', 'messages', 'listings', 'pledge-reports'],
    ...['audit-log', 'identity-checks', 'results/batches', 'tracking/boxes', 'intake/scans'],
    ...['kits/batches', 'dealer-ledger', 'ledger/lines', 'money/associates', 'money/months'],
    ...['remittance-runs', 'remittances', 'sales', 'fund-payouts', 'appraisals'],
  ].map((name) => `/api/office/${name}.csv`),
  `/api/office/journals.zip?software=freee&from=${month}&to=${month}&gifts=each`,
  '/api/office/ledger/export.jsonl',
];

/** Reads a file without storing it. */
async function download(url: string, token: string): Promise<Download> {
  const began = performance.now();
  const clientRequest = request(url, { headers: { authorization: `Bearer ${token}` } });
  const [reply] = (await once(clientRequest.end(), 'response')) as [IncomingMessage];
  let [bytes, firstMs] = [0, 0];
  reply.on('data', (part: Buffer) => {
    if (bytes === 0) firstMs = performance.now() - began;
    bytes += part.length;
  });
  const isWhole = await once(reply, 'end').then(
    () => reply.complete && reply.statusCode === 200,
    () => false,
  );
  return { bytes, firstMs, ms: performance.now() - began, isWhole };
}

/** Peak memory (MB) of a process until the returned function is called; Linux only. */
function watchMemory(pid: number): () => Promise<number> {
  let most = 0;
  const sampleMemory = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    most = Math.max(most, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024);
  };
  const timer = setInterval(() => void sampleMemory(), 200);
  return async () => {
    clearInterval(timer);
    await sampleMemory();
    return most;
  };
}

function row(path: string, { bytes, firstMs, ms, isWhole }: Download, memory: number): string {
  const rate = bytes / (ms / 1_000);
  const isSlow = ms > 1_000 && rate < leastRate;
  const verdict = isWhole ? (isSlow ? '**slow**' : '') : '**broke off**';
  const figures = [
    (bytes / megabyte).toFixed(1),
    firstMs.toFixed(0),
    (ms / 1_000).toFixed(2),
    (rate / megabyte).toFixed(1),
    memory.toFixed(0),
  ];
  return `| ${path.replace('/api/office/', '')} | ${figures.join(' | ')} | ${verdict} |`;
}
