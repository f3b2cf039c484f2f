import { setTimeout as wait } from 'node:timers/promises';
import { openCluster } from '#kit/db/cluster.server.ts';
import { startServer } from '#test/server-process.ts';
import { mailServer, messageIdOf } from '#test/stand-ins/smtp-server.ts';
import { rowsOf, trialFolder } from './site.ts';
import { inSeconds, type Trial } from './trial.ts';

const kills = 3;
/** Mails that a process sends at once: these may be sent twice when it is killed. */
const inHand = 10;

/** Two processes send one outbox while one of them is killed repeatedly. */
export const twoSenders: Trial = {
  name: 'two processes, one outbox, kill -9 of one',
  unit: 'mails',
  usualAmount: 10_000,
  async run({ amount: count, progress, atEnd }) {
    const cluster = await openCluster({ dataDir: await trialFolder(atEnd) });
    atEnd(() => cluster.stop());
    const mails = await mailServer();
    atEnd(() => mails.close());
    const env = {
      DATABASE_URL: cluster.url,
      SECRET: 'a secret of thirty-two letters or more',
      SMTP_URL: mails.url,
    };
    const start = async (dataDir: string) => {
      const server = await startServer(dataDir, env);
      atEnd(() => server.stop());
      return server;
    };
    const killedDir = await trialFolder(atEnd);
    await start(await trialFolder(atEnd));
    let killed = await start(killedDir);
    const began = performance.now();
    await rowsOf(
      cluster.url,
      `insert into outbox_mails
         (dedupe_key, message_id, kind, recipient, subject, text_body, created_at)
       select 'torture:' || n, '<torture.' || n || '@tasuki.example>', 'welcome',
         n || '@tasuki.example', 'たすき', 'こんにちは', now()
       from generate_series(1, $1::int) n`,
      [count],
    );
    const leftOver = async () => {
      const [row] = await rowsOf<{ n: number }>(
        cluster.url,
        `select count(*)::int as n from outbox_mails where state <> 'sent'`,
      );
      return row?.n ?? 0;
    };
    for (let kill = 1; kill <= kills; kill++) {
      const goal = (count * kill) / (kills + 1);
      while (mails.accepted.length < goal) await wait(20);
      await killed.kill();
      progress(`${mails.accepted.length}/${count}, killed ${kill} times`);
      killed = await start(killedDir);
    }
    // The leases of the killed process's mails end after 40 s.
    const deadline = performance.now() + 120_000 + count * 20;
    for (let left = await leftOver(); left > 0 && performance.now() < deadline; ) {
      await wait(500);
      left = await leftOver();
      progress(`${count - left}/${count}`);
    }
    const tookMs = performance.now() - began;
    const faults: string[] = [];
    const left = await leftOver();
    if (left > 0) faults.push(`${left} mails never left`);
    const times = Map.groupBy(mails.accepted.map(messageIdOf), (id) => id);
    if (times.size !== count) faults.push(`${times.size} different mails arrived of ${count}`);
    const twice = mails.accepted.length - times.size;
    if (twice > kills * inHand) faults.push(`${twice} mails came twice, more than were in hand`);
    return {
      figures: `${count} mails, ${kills} kills, ${twice} came twice (same Message-ID), ${inSeconds(tookMs)}`,
      faults,
    };
  },
};
