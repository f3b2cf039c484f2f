import { setTimeout as wait } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Database, urlOf } from '#kit/db/database.server.ts';
import { cancelStatement } from '#kit/db/pool/cancel-statement.server.ts';
import { endOutage } from '#kit/observing/outages.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { readChanges } from './changes.server.ts';
import { type ChangedRecords, type Topic, topicNames } from './table-topics.server.ts';

const askEveryMs = 1_000;
/**
 * A connection silent for this long is dropped, since the network may have lost it. The limit doubles up to the
 * longest, since a busy database is not gone.
 */
const [shortestAnswerMs, longestAnswerMs] = [3_000, 12_000];
const reconnectPauseMs = 500;
/** Payload sent by a migration; triggers send their topic (src/kit/db/migrations). */
const schemaPayload = 'schema';

/** The returned promise resolves once the listener has handled the change. */
type Listener = (changed: ReadonlySet<Topic>, records: ChangedRecords) => unknown;

/**
 * Notifies this process of changes to public data by any process (docs/product.md, Public pages). A dedicated
 * connection listens for notifications and, since those can be lost, polls the versions each second. After a lost
 * connection everything counts as changed.
 */
export const topics = ({ workDb, clock }: { workDb: Database; clock: () => Date }) => {
  const listeners = new Set<Listener>();
  const versions = new Map<string, string>();
  let client: pg.Client | undefined;
  let answerMs = shortestAnswerMs;
  let stopping: AbortController | undefined;
  let timer: NodeJS.Timeout | undefined;
  let connecting: Promise<void> | undefined;
  let day = '';
  let settling: Promise<unknown> = Promise.resolve();
  let look: ((db: Pick<Database, 'execute'>) => Promise<void>) | undefined;
  let others: { caughtUp(): Promise<void> } | undefined;
  let looking: Promise<void> | undefined;
  let reading: Promise<boolean> | undefined;
  let readingNext: Promise<boolean> | undefined;

  function notify(changed: readonly Topic[], records: ChangedRecords = new Map()) {
    if (changed.length === 0) return;
    const set = new Set(changed);
    settling = Promise.all([settling, ...[...listeners].map((listener) => listener(set, records))]);
  }

  function turnDay() {
    const today = jstDay(clock());
    const hasTurned = day !== '' && today !== day;
    day = today;
    // Months, certifications and campaigns change with the day.
    if (hasTurned) notify(topicNames);
  }

  async function readRecords(asked: pg.Client, changed: readonly Topic[]) {
    const records = new Map<Topic, readonly string[]>();
    for (const topic of changed) {
      const version = versions.get(topic);
      if (version === undefined) continue;
      const { keys = [] } = await readChanges(limited(asked, answerMs), topic, Number(version));
      if (keys.length > 0) records.set(topic, keys);
    }
    return records;
  }

  /** False if the versions could not be read; `lost` then reconnects. */
  async function readVersions(): Promise<boolean> {
    const askedClient = client;
    if (!askedClient) return false;
    try {
      const beganMs = performance.now();
      const { rows } = await query<{ topic: string; version: string }>(
        askedClient,
        'select topic, version from topic_versions',
        answerMs,
      );
      if (performance.now() - beganMs < shortestAnswerMs / 2) answerMs = shortestAnswerMs;
      const changed = rows.filter(({ topic, version }) => versions.get(topic) !== version);
      const changedTopics = topicNames.filter((name) =>
        changed.some(({ topic }) => topic === name),
      );
      const records = await readRecords(askedClient, changedTopics);
      for (const { topic, version } of changed) versions.set(topic, version);
      notify(changedTopics, records);
      return true;
    } catch {
      lost(askedClient);
      return false;
    }
  }

  /** One query at a time. Callers during a query wait for the next one, which must see later writes. */
  function ask(): Promise<boolean> {
    if (!reading) {
      reading = readVersions().finally(() => {
        reading = undefined;
      });
      return reading;
    }
    readingNext ??= reading.then(() => {
      readingNext = undefined;
      return ask();
    });
    return readingNext;
  }

  /** At start it waits without a limit for the connection. */
  async function open({ isAtStart = false } = {}) {
    const limitMs = isAtStart ? 0 : answerMs;
    const opened = new pg.Client({
      // Not the requests' database: a pooler would lose what it listens to.
      connectionString: urlOf(workDb),
      keepAlive: true,
      connectionTimeoutMillis: limitMs,
      application_name: 'tasuki topics',
    });
    opened.on('error', () => lost(opened));
    opened.on('end', () => lost(opened));
    opened.on('notification', ({ payload }) => {
      if (payload === schemaPayload) void askSchema();
      else void ask();
    });
    try {
      await opened.connect();
      await query(opened, 'listen topics', limitMs);
    } catch (error) {
      await closeConnection(opened);
      throw error;
    }
    client = opened;
    await askSchema();
    // Changes between two connections were not notified.
    versions.clear();
    await ask();
  }

  /** One check at a time: further ones would only queue behind a hanging statement. */
  function askSchema() {
    if (client && look) {
      looking ??= look(limited(client, answerMs)).finally(() => {
        looking = undefined;
      });
    }
    return looking;
  }

  function lost(which: pg.Client) {
    if (client !== which) return;
    client = undefined;
    connecting ??= closeConnection(which)
      .then(reconnect)
      .finally(() => {
        connecting = undefined;
      });
  }

  async function reconnect() {
    const signal = stopping?.signal;
    while (signal && !signal.aborted && !client) {
      await wait(reconnectPauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await open().then(
        () => endOutage('the database is not available'),
        () => {
          answerMs = Math.min(2 * answerMs, longestAnswerMs);
        },
      );
    }
  }

  async function refresh(): Promise<void> {
    if (!(await ask())) notify(topicNames);
    await settling;
  }

  return {
    /** Starts watching. Throws if the database cannot be reached; waits for a slow one. */
    async start(): Promise<void> {
      stopping = new AbortController();
      turnDay();
      await open({ isAtStart: true });
      timer = setInterval(() => {
        turnDay();
        // While disconnected nothing is notified: cached values stay in use until the database is back.
        if (client) void ask().then(askSchema);
      }, askEveryMs).unref();
    },

    async stop(): Promise<void> {
      stopping?.abort();
      clearInterval(timer);
      await connecting;
      await reading;
      const open = client;
      client = undefined;
      await open?.end().catch(() => undefined);
    },

    /** Whether changes are being watched. While they are not, nothing may be cached. */
    isWatching: () => timer !== undefined && !stopping?.signal.aborted,

    /** Version of a topic known to this process; undefined if unknown. */
    versionOf(topic: Topic): number | undefined {
      const version = versions.get(topic);
      return version === undefined ? undefined : Number(version);
    },

    /** Notifies of topics as if all their records had changed. */
    tell: (changed: readonly Topic[]): void => notify(changed),

    /** Calls `listener` after every change with the changed topics. Returns a function to unsubscribe. */
    on(listener: Listener): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },

    /**
     * Resolves once listeners have handled everything committed before the call. Await it after a write and before
     * the response, so that writers see their own changes. If that cannot be determined, everything counts as
     * changed. Never throws.
     */
    refresh,

    /** Does the same in all processes behind this port. */
    async refreshAll(): Promise<void> {
      await Promise.all([refresh(), others?.caughtUp()]);
    },

    /** Calls `by` on connecting, each second, and when a migration notifies. It must not throw. */
    watchSchema(by: (db: Pick<Database, 'execute'>) => Promise<void>): void {
      look = by;
    },

    /** Sets the other processes behind the port. */
    join(theOthers: { caughtUp(): Promise<void> }): void {
      others = theOthers;
    },
  };
};

/** Closes a connection and cancels its pending statement. */
async function closeConnection(client: pg.Client): Promise<void> {
  await cancelStatement(client);
  client.end().catch(() => undefined);
}

const query = <Row extends pg.QueryResultRow>(client: pg.Client, text: string, limitMs: number) =>
  client.query<Row>({ text, query_timeout: limitMs } as pg.QueryConfig);

/** The same connection with a time limit on each query. */
function limited(client: pg.Client, limitMs: number) {
  const ask = (config: pg.QueryConfig, values: unknown[]) =>
    client.query({ ...config, query_timeout: limitMs } as pg.QueryConfig, values);
  return drizzle({ query: ask } as unknown as pg.Client);
}

export type Topics = ReturnType<typeof topics>;
