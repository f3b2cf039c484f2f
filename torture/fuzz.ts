import { randomInt } from 'node:crypto';
import { tablesWith } from '#test/factories/stored-text.ts';
import { fuzzOperation } from '#test/fuzz/fuzz-operation.ts';
import { type OpenApi, operationsOf } from '#test/fuzz/fuzz-requests.ts';
import { apiValues } from '#test/fuzz/fuzz-values.ts';
import { canary } from '#test/fuzz/odd-values.ts';
import { caller } from './callers.ts';
import { openSite } from './site.ts';
import { inSeconds, type Trial } from './trial.ts';

const atOnce = 3;
/** Each sends a third of the cases. */
const actors = [undefined, 'donor', 'operator'] as const;

/** Every API call with random requests over real sockets, as every kind of caller. */
export const fuzz: Trial = {
  name: 'odd requests to every call',
  unit: 'cases',
  usualAmount: 2_000,
  async run({ amount: cases, progress, atEnd }) {
    const site = await openSite(atEnd);
    const { server } = site;
    const databaseUrl = await site.databaseUrl();
    const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as OpenApi;
    const operations = operationsOf(document);
    const seed = randomInt(2 ** 31);
    const faults: string[] = [];
    const waiting = [...operations];
    let done = 0;
    let asked = 0;
    const began = performance.now();

    async function work() {
      const callers = actors.map((role) => ({ role, send: caller(server.url, databaseUrl, role) }));
      for (let operation = waiting.shift(); operation; operation = waiting.shift()) {
        for (const { role, send } of callers) {
          const ask = (request: Parameters<typeof send>[0]) => {
            asked += 1;
            return send(request);
          };
          const share = Math.ceil(cases / actors.length);
          await fuzzOperation(operation, { cases: share, seed, known: apiValues, ask }).catch(
            (error: Error) => {
              const { method, path } = operation;
              const cause = error.cause instanceof Error ? error.cause.message : '';
              const [, example = ''] = /Counterexample: (.*)/.exec(error.message) ?? [];
              faults.push(`${method} ${path} by ${role ?? 'a visitor'}: ${cause} ${example}`);
            },
          );
        }
        done += 1;
        progress(`${done}/${operations.length} calls, ${asked} requests`);
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work));

    for (const text of [canary, '\ufffd']) {
      const tables = await tablesWith(databaseUrl, text);
      if (tables.length > 0) faults.push(`${JSON.stringify(text)} was stored in ${tables.join()}`);
    }
    if (/"level":(50|60)/.test(server.output())) faults.push('the log has a defect');
    const tookMs = performance.now() - began;
    return {
      figures: `${operations.length} calls, ${asked} requests, seed ${seed}, ${inSeconds(tookMs)}`,
      faults,
    };
  },
};
