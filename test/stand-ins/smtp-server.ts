import { createServer, type Server, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type TestMailServer = {
  port: number;
  url: string;
  /** Accepted mails, raw. */
  accepted: string[];
  close(): Promise<void>;
};

type Refusal = { code: number; text: string };

const toError = (refusal: Refusal | undefined) =>
  refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code });

/** A mail server that accepts everything except recipients that `refuse` refuses. */
export async function mailServer({
  port = 0,
  refuse = () => undefined,
  refuseSender,
}: {
  port?: number;
  refuse?: (recipient: string) => Refusal | undefined;
  /** Refuses every sender with this. */
  refuseSender?: Refusal;
} = {}): Promise<TestMailServer> {
  const accepted: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Senders keep idle connections for two seconds; no test needs to wait for that.
    closeTimeout: 20,
    onRcptTo({ address }, _session, done) {
      done(toError(refuse(address)));
    },
    onMailFrom(_address, _session, done) {
      done(toError(refuseSender));
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        accepted.push(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
  });
  // A connection broken by the other side is an error for this server, not for a test.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address() as { port: number };
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    accepted,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A raw listener in place of a mail server; `onSocket` handles each connection. */
async function listening(port: number, onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as { port: number };
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    /** Number of connections so far. */
    connections: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A mail server that accepts connections and then sends nothing. */
export const hangingMailServer = ({ port = 0 } = {}) => listening(port, () => undefined);

/** A mail server that crashes after receiving a complete mail, before acknowledging it. */
export async function crashingMailServer({ port = 0 } = {}) {
  const received: string[] = [];
  const server = await listening(port, (socket) => {
    let text = '';
    let isMail = false;
    socket.write('220 here\r\n');
    socket.on('data', (bytes: Buffer) => {
      text += bytes;
      if (isMail && text.endsWith('\r\n.\r\n')) {
        received.push(text);
        socket.destroy();
      } else if (!isMail && text.endsWith('\r\n')) {
        isMail = text.startsWith('DATA');
        text = '';
        socket.write(isMail ? '354 go on\r\n' : '250 yes\r\n');
      }
    });
  });
  return { ...server, received };
}

/** Message-ID of a raw mail. */
export const messageIdOf = (raw: string) => /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim();

/** Decoded bodies of a raw mail: text and HTML. */
export const bodiesOf = (raw: string): string[] =>
  [...raw.matchAll(/base64\r\n\r\n([\w+/=\r\n]+)/g)].map(([, encoded = '']) =>
    Buffer.from(encoded, 'base64').toString('utf8'),
  );
