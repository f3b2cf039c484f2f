import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { KeptSession } from '#bench/session.ts';
import { connect } from '#kit/db/database.server.ts';
import {
  application,
  insertApplications,
  resultFile,
  resultLine,
} from '#test/factories/donating.ts';
import { databaseUrlOf } from '#test/server-process.ts';

/** Writes until stopped; `stop` resolves to the number of writes. */
export type Writer = { stop(): Promise<number> };

/** Runs `one` about `perSecond` times a second, whether or not the previous one is finished. */
function startWriter(perSecond: number, one: (n: number) => Promise<void>): Writer {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let written = 0;
  const failures: unknown[] = [];
  const loop = (async () => {
    for (let n = 0; !stopping.signal.aborted; n++) {
      const each = one(n)
        .then(() => {
          written += 1;
        })
        .catch((error) => void failures.push(error))
        .finally(() => underWay.delete(each));
      underWay.add(each);
      await wait(1_000 / perSecond);
    }
    await Promise.all(underWay);
  })();
  return {
    async stop() {
      stopping.abort();
      await loop;
      if (failures.length > written) throw failures[0];
      return written;
    },
  };
}

/** More than a run imports. */
const maxResults = 5_000;

/** Applications to organisations of the sample whose boxes have arrived, by number. */
export async function prepareApplications(
  dataDir: string,
  count = maxResults,
): Promise<(n: number) => string> {
  const { db, pool } = connect(await databaseUrlOf(dataDir), { statementMs: 0 });
  try {
    const { rows } = await db.execute<{ id: string }>(
      `select id from associates where is_listed order by id`,
    );
    const associateIdOf = (n: number) => rows[n % rows.length]?.id ?? '';
    await insertApplications(
      db,
      Array.from({ length: count }, (_, n) => application(n, { associateId: associateIdOf(n) })),
    );
    return associateIdOf;
  } finally {
    await pool.end();
  }
}

/** The operator imports results and releases them at once, `perSecond` times a second. */
export function importResults(
  origin: string,
  operator: KeptSession,
  { associateIdOf, from }: { associateIdOf: (n: number) => string; from: number },
  perSecond = 10,
): Writer {
  return startWriter(perSecond, async (count) => {
    const n = from + count;
    const csv = resultFile(
      resultLine(n, { associate: associateIdOf(n), appraised: 1_000 + (n % 9_000) }),
    );
    const reply = await fetch(`${origin}/api/csv/appraisal-result?release=now`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await operator.token()}`,
      },
      body: JSON.stringify({ csv, overrideReason: '測定のためです。' }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`an import was answered ${reply.status}: ${text}`);
  });
}

/** Changes organisations' texts in turn, `perSecond` times a second. */
export async function changeAssociates(dataDir: string, perSecond = 20): Promise<Writer> {
  const client = new pg.Client({ connectionString: await databaseUrlOf(dataDir) });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    'select id from associates where is_listed order by id',
  );
  const writer = startWriter(perSecond, async (n) => {
    const id = rows[(n * 31) % rows.length]?.id;
    await client.query(`update associates set summary = summary || '' where id = $1`, [id]);
  });
  return { stop: () => writer.stop().finally(() => client.end()) };
}
