import { randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { submit } from '#test/process/writers.ts';
import { watchSlowness } from '#test/stand-ins/slowness.ts';
import { disagreements } from './agreement.ts';
import { openLedger } from './ledger.ts';
import { associateId, openSite } from './site.ts';
import { inSeconds, longest, median, type Trial } from './trial.ts';

const writers = 20;
const longestRecoveryMs = 10_000;

/** kill -9 of PostgreSQL during writes; the server survives and recovers. */
export const killDatabase: Trial = {
  name: 'kill -9 PostgreSQL, 20 writers',
  unit: 'rounds',
  usualAmount: 20,
  async run({ amount: rounds, progress, atEnd }) {
    const site = await openSite(atEnd);
    const { server } = site;
    const acknowledged = openLedger(join(site.dataDir, 'acknowledged'));
    atEnd(async () => acknowledged.close());
    const faults: string[] = [];
    const recoveriesMs: number[] = [];
    let isOver = false;
    let lastAcknowledgedMs = 0;

    /** Submits until the end, each key until it is acknowledged. */
    async function write() {
      while (!isOver) {
        const key = randomUUID();
        for (let id: string | undefined; id === undefined; ) {
          id = await submit({ url: server.url, associateId, key });
          if (id === undefined) await wait(50);
          else acknowledged.acknowledge(key, id);
        }
        lastAcknowledgedMs = performance.now();
      }
    }
    const postmasterPid = async () => {
      const file = join(site.dataDir, 'postgres', 'postmaster.pid');
      const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
      return Number.isNaN(pid) ? undefined : pid;
    };
    const writing = Promise.all(Array.from({ length: writers }, write));

    for (let round = 1; round <= rounds; round++) {
      const before = acknowledged.count();
      while (acknowledged.count() - before < writers) await wait(5);
      await wait(randomInt(300));
      const slowness = watchSlowness(server.url);
      const killed = performance.now();
      const pid = await postmasterPid();
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      // Its children may finish their work: it is back when a new one has responded.
      let restartedMs = Number.POSITIVE_INFINITY;
      while (lastAcknowledgedMs < restartedMs && performance.now() - killed < 60_000) {
        await wait(10);
        const now = await postmasterPid();
        const isAnother = now !== undefined && now !== pid;
        if (isAnother) restartedMs = Math.min(restartedMs, performance.now());
      }
      const tookMs = performance.now() - killed;
      recoveriesMs.push(tookMs - (await slowness()));
      progress(`${round}/${rounds}, ${acknowledged.count()} acknowledged`);
    }
    isOver = true;
    await writing;
    faults.push(...(await disagreements(await site.databaseUrl(), acknowledged)));
    if (longest(recoveriesMs) > longestRecoveryMs) faults.push('it recovers too late');
    if (server.process.exitCode !== null) faults.push('the server ended');
    if (/"level":(50|60)/.test(server.output())) faults.push('the log has a defect');
    const total = acknowledged.read().size;
    return {
      figures:
        `${rounds} kills, ${total} acknowledged; writing again after ` +
        `${inSeconds(median(recoveriesMs))} (at most ${inSeconds(longest(recoveriesMs))})`,
      faults,
    };
  },
};
