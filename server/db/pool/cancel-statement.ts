import { connect as connectTo } from 'node:net';
import type pg from 'pg';

/** Whoever can cancel nothing within it has lost the database. */
const longestMs = 1_000;

/** Code of a CancelRequest (PostgreSQL, Message Formats). */
const cancelCode = 80_877_102;

type Backend = { host: string; port: number; processID: number | null; secretKey: number };

/**
 * Asks the database to cancel what a connection has under way, by a connection of its own that needs no login and takes
 * none of the database's places. Resolves when it was asked, or cannot be. Never throws.
 */
export function cancelStatement(client: pg.ClientBase): Promise<void> {
  const { host, port, processID, secretKey } = client as unknown as Backend;
  if (processID === null) return Promise.resolve();
  const request = Buffer.alloc(16);
  for (const [at, value] of [16, cancelCode, processID, secretKey].entries()) {
    request.writeInt32BE(value, 4 * at);
  }
  const path = `${host}/.s.PGSQL.${port}`;
  const socket = host.startsWith('/') ? connectTo(path) : connectTo(port, host);
  return new Promise((resolve) => {
    const limit = setTimeout(() => socket.destroy(), longestMs);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(limit);
      resolve();
    });
    // The database closes once it has passed the request on.
    socket.once('connect', () => socket.write(request)).resume();
  });
}
