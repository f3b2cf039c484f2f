import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { readAhead } from '#kit/db/read-ahead.server.ts';

/**
 * A file as a stream, generated at most one part ahead of the reader. Waits for the first part: an error until then is
 * a refusal with its status. A later error breaks the connection off (`breakOffStreams`).
 */
export async function fileStream(parts: AsyncIterable<Uint8Array>): Promise<Readable> {
  const iterator = readAhead(parts);
  const first = await iterator.next();
  async function* all() {
    try {
      for (let part = first; !part.done; part = await iterator.next()) yield part.value;
    } finally {
      await iterator.return(undefined);
    }
  }
  return Readable.from(all(), { objectMode: false });
}

const isStream = (payload: unknown): payload is Readable =>
  typeof (payload as Readable | null)?.pipe === 'function';

/**
 * Resets the connection of a stream that fails or stalls for the idle timeout. An orderly end would make a partial file
 * look complete: a response of HTTP/1.0, which some proxies request, ends with its connection.
 */
export function breakOffStreams(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!isStream(payload)) return;
    // An injected request has no socket to reset.
    const breakOff = () => request.raw.socket.resetAndDestroy?.();
    payload.once('error', breakOff);
    reply.raw.once('timeout', breakOff);
  });
}
