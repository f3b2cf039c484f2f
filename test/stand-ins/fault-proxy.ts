import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { serverRole } from '#kit/db/cluster/cluster-roles.server.ts';

/** Kinds of connection failures. */
export type Fault = 'refuse' | 'hang' | 'reset' | 'slow';

/** A PostgreSQL proxy that a test can make fail. */
export type FaultProxy = {
  url: string;
  /** Makes open and new connections fail. */
  fail(fault: Fault): Promise<void>;
  /** Lets everything through again; broken connections stay broken. */
  mend(): Promise<void>;
  close(): Promise<void>;
};

const slownessMs = 6_000;

/** Opens a proxy to the PostgreSQL behind `socketPath`, for the database `tasuki`. */
export async function faultProxy(socketPath: string): Promise<FaultProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let fault: Fault | undefined;

  /** Forwards bytes as the current fault allows; with `hang` never. */
  function pass(from: Socket, to: Socket) {
    from.on('data', async (bytes: Buffer) => {
      if (fault === 'hang') return from.pause();
      if (fault === 'slow') {
        from.pause();
        await wait(slownessMs, undefined, { ref: false });
        from.resume();
      }
      if (!to.destroyed) to.write(bytes);
    });
    from.on('error', () => undefined);
    from.on('close', () => to.destroy());
  }

  const server = createServer((socket) => {
    if (fault === 'reset') return socket.resetAndDestroy();
    const pair: [Socket, Socket] = [socket, connect(socketPath)];
    pairs.add(pair);
    socket.on('close', () => pairs.delete(pair));
    pass(pair[0], pair[1]);
    pass(pair[1], pair[0]);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as { port: number }).port;
  };
  const port = await listen(0);

  function breakAll() {
    for (const [socket, upstream] of pairs) {
      socket.resetAndDestroy();
      upstream.destroy();
    }
  }
  /** Stops listening; open connections are not affected. */
  const stopListening = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    breakAll();
    await closed;
  };

  return {
    url: `postgresql://${serverRole}@127.0.0.1:${port}/tasuki`,
    async fail(next) {
      fault = next;
      if (next === 'refuse') await stopListening();
      if (next === 'reset') breakAll();
    },
    async mend() {
      fault = undefined;
      if (!server.listening) await listen(port);
    },
    close: stopListening,
  };
}
