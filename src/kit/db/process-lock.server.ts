import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { isLivingProcess, processMark } from './process-mark.server.ts';

const tryEveryMs = 50;
/** A holder that shuts down cleanly is gone within this time. */
const endsWithinMs = 1_000;

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/** Name of a connection that holds a lock for this process. */
export const holderName = `tasuki holder ${machine} ${processMark}`;

/**
 * Takes an advisory lock for as long as `client` is connected, under `holderName`. Waits for a holder that died on this
 * machine: its lock is released once its connection is found dead. False if a living process holds it.
 */
export async function takeProcessLock(
  client: pg.Client,
  key: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const began = performance.now();
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [key]);
    if (rows[0].taken) return true;
    if (performance.now() - began > endsWithinMs && (await isHeldByLiving(client, key)))
      return false;
    await wait(tryEveryMs, undefined, { signal });
  }
}

async function isHeldByLiving(client: pg.Client, key: number): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1 AND l.classid = 0 AND l.objid = $1::bigint
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [key],
  );
  return rows.some(({ name }) => isLiving(String(name)));
}

function isLiving(name: string): boolean {
  const [, , where, mark] = name.split(' ');
  // On another machine or unnamed: unknown, so assumed alive.
  return where !== machine || !mark || isLivingProcess(mark);
}
