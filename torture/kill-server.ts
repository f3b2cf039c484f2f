import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Ledger, submit, submitUntilRefused } from '#test/process/writers.ts';
import { disagreements } from './agreement.ts';
import { openLedger } from './ledger.ts';
import { associateId, openSite } from './site.ts';
import { inSeconds, longest, median, type Trial } from './trial.ts';

const writers = 20;
/** Or twice the duration of a start after an orderly stop. */
const maxStartMs = 5_000;

/** kill -9 of the server during writes, and a start on the remaining data. */
export const killServer: Trial = {
  name: 'kill -9 the server, 20 writers',
  unit: 'rounds',
  usualAmount: 100,
  async run({ amount: rounds, progress, atEnd }) {
    const site = await openSite(atEnd);
    const acknowledged = openLedger(join(site.dataDir, 'acknowledged'));
    atEnd(async () => acknowledged.close());
    const ledger: Ledger = new Map();
    const faults: string[] = [];
    const startsMs: number[] = [];
    let { server } = site;
    const startAgain = async () => {
      const began = performance.now();
      server = await site.start();
      return performance.now() - began;
    };
    // Duration of a start after an orderly stop, for comparison on a busy machine.
    await server.stop();
    const orderlyMs = await startAgain();
    for (let round = 1; round <= rounds; round++) {
      const where = { url: server.url, associateId };
      const writing = Array.from({ length: writers }, () =>
        submitUntilRefused(where, ledger, acknowledged.acknowledge),
      );
      // However slow the machine, every round has something that could be lost.
      const before = acknowledged.count();
      while (acknowledged.count() - before < writers) await wait(5);
      await wait(randomInt(300));
      await server.kill();
      await Promise.all(writing);
      startsMs.push(await startAgain());
      if (round % 5 === 0 || round === rounds) {
        faults.push(...(await disagreements(await site.databaseUrl(), acknowledged)));
      }
      progress(`${round}/${rounds}, ${acknowledged.count()} acknowledged`);
    }
    const unanswered = [...ledger].filter(([, id]) => id === undefined).map(([key]) => key);
    for (const key of unanswered) {
      const id = await submit({ url: server.url, associateId, key });
      if (id === undefined) faults.push(`a retry of ${key} was not answered`);
      else acknowledged.acknowledge(key, id);
    }
    faults.push(...(await disagreements(await site.databaseUrl(), acknowledged)));
    const total = acknowledged.read().size;
    if (median(startsMs) > Math.max(maxStartMs, 2 * orderlyMs)) {
      faults.push('it is ready too late');
    }
    return {
      figures:
        `${rounds} kills, ${total} acknowledged, ${unanswered.length} lost answers retried; ` +
        `ready after ${inSeconds(median(startsMs))} (at most ${inSeconds(longest(startsMs))}; ` +
        `after a stop in order ${inSeconds(orderlyMs)})`,
      faults: [...new Set(faults)],
    };
  },
};
