import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Parsed response to raw bytes. */
export type RawReply = {
  /** 0 if the connection was closed without a response. */
  status: number;
  headers: Headers;
  body: string;
  /** False if the connection was reset rather than closed in order. */
  isEndedInOrder: boolean;
};

const timeoutMs = 10_000;

/** An open connection to the server of `url`; the caller closes it. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
  await once(socket, 'connect');
  return socket;
}

/** Sends bytes over a new connection and reads until the server closes it. */
export async function sendRaw(url: string, bytes: string | Buffer): Promise<RawReply> {
  const socket = await openSocket(url);
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no end of the answer')));
  socket.write(bytes);
  return readReply(socket);
}

/** Reads a connection until its end. */
export async function readReply(socket: Socket): Promise<RawReply> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const isEndedInOrder = await once(socket, 'end').then(
    () => true,
    () => false,
  );
  socket.destroy();
  const text = Buffer.concat(chunks).toString('utf8');
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1] ?? 0),
    headers: new Headers(pairs),
    body: rest.join('\r\n\r\n'),
    isEndedInOrder,
  };
}
