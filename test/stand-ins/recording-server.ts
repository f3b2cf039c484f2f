import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type RecordedRequest = {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
};

/** Replaces a third-party server, and records all requests. */
export async function recordingServer(
  answer: (request: RecordedRequest) => {
    status?: number;
    type?: string;
    body?: string;
    location?: string;
  } = () => ({}),
) {
  const requests: RecordedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const recorded = { method, url, headers, body: Buffer.concat(chunks).toString() };
    requests.push(recorded);
    const { status = 200, type = 'text/plain', body = 'ok', location } = answer(recorded);
    response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    requests,
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
export type RecordingServer = Awaited<ReturnType<typeof recordingServer>>;
