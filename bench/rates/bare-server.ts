import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A process that sends the same bytes and headers to everyone: the upper bound of any cache. Its
// argument names a file of { headers, body }, the body in base64.

const [, , file = ''] = process.argv;
const { headers, body: encoded } = JSON.parse(await readFile(file, 'utf8')) as {
  headers: Record<string, string>;
  body: string;
};
const body = Buffer.from(encoded, 'base64');
const server = createServer((_request, response) => {
  response.writeHead(200, { ...headers, 'content-length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGTERM', () => process.exit(0));
