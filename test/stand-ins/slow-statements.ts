import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

// Preloaded into a server (`--import`): delays statements to its embedded PostgreSQL by
// SLOW_STATEMENT_MS, one in SLOW_STATEMENT_EVERY or all, as on a busy machine.

const delayMs = Number(process.env.SLOW_STATEMENT_MS);
const every = Number(process.env.SLOW_STATEMENT_EVERY ?? 1);
let sent = 0;

type Write = (...args: unknown[]) => void;
type Writable = { _write: Write; _writev: Write };

function slowDown(socket: Writable): void {
  let before = Promise.resolve();
  for (const method of ['_write', '_writev'] as const) {
    const write = socket[method];
    socket[method] = (...args) => {
      const done = args.pop() as () => void;
      sent += 1;
      const isSlow = sent % every === 0;
      before = before
        .then(() => (isSlow ? wait(delayMs) : undefined))
        .then(() => write.call(socket, ...args, () => undefined));
      // The next one may be prepared meanwhile, as behind a slow network.
      done();
    };
  }
}

const connect = Socket.prototype.connect as (this: Socket, ...args: unknown[]) => Socket;
Socket.prototype.connect = function connectSlowly(this: Socket, ...args: unknown[]) {
  if (JSON.stringify(args).includes('.s.PGSQL.')) slowDown(this as unknown as Writable);
  return connect.apply(this, args);
} as typeof Socket.prototype.connect;
