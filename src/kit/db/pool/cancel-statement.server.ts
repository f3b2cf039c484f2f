import { connect as connectTo } from 'node:net';
import type pg from 'pg';

/** Timeout: if even cancelling fails within it, the database is lost. */
const timeoutMs = 1_000;

/** Code of a CancelRequest (PostgreSQL, Message Formats). */
const cancelCode = 80_877_102;

type Backend = { host: string; port: number; processID: number | null; secretKey: number };

/**
 * Asks the database to cancel a connection's current statement, over a separate connection that needs no login and no
 * connection slot. Resolves once requested, or if that is impossible. Never throws.
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
    const limit = setTimeout(() => socket.destroy(), timeoutMs);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(limit);
      resolve();
    });
    // The database closes the connection after handling the request.
    socket.once('connect', () => socket.write(request)).resume();
  });
}
