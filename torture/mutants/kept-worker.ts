import type { Worker } from 'node:worker_threads';
import { ThreadsPoolWorker } from 'vitest/node';

// Loading the product takes longer than most tests that find a mutant, and a mutant that takes
// effect after loading can be switched on in the already loaded product. So Vitest's thread is
// reused between runs.

type Message = { type?: string };
type Listener = (message: unknown) => void;
/** Vitest creates one per run. */
type Side = Omit<ThreadsPoolWorker, '_thread'> & {
  _thread?: Worker | undefined;
  heard?: [event: string, listener: Listener][];
  isAskedToEnd?: boolean;
};

let kept: Worker | undefined;

/** Ends the reused thread, so that the next run loads the product. */
export async function endKeptWorker(): Promise<void> {
  const thread = kept;
  kept = undefined;
  await thread?.terminate();
}

/** Responds in place of the thread, which is neither started nor ended. */
function answer({ heard = [] }: Side, type: string): void {
  const message = { type, __vitest_worker_response__: true };
  queueMicrotask(() => {
    for (const [event, listener] of heard) if (event === 'message') listener(message);
  });
}

/** Makes every run of this process use one thread, until endKeptWorker. */
export function keepWorker(): void {
  const worker: Side = ThreadsPoolWorker.prototype as unknown as Side;
  const { on, off, send, start, stop } = worker;
  const isBegun = new WeakSet<Worker>();
  Object.assign(worker, {
    async start(this: Side) {
      this._thread = kept;
      if (kept) return;
      await start.call(this);
      const thread = this._thread as unknown as Worker;
      kept = thread;
      thread.once('exit', () => {
        if (kept === thread) kept = undefined;
      });
    },
    on(this: Side, event: string, listener: Listener) {
      this.heard ??= [];
      this.heard.push([event, listener]);
      on.call(this, event, listener);
    },
    off(this: Side, event: string, listener: Listener) {
      this.heard = this.heard?.filter(([, known]) => known !== listener) ?? [];
      off.call(this, event, listener);
    },
    send(this: Side, message: Message) {
      const thread = this._thread;
      if (thread && message.type === 'start' && isBegun.has(thread)) return answer(this, 'started');
      if (thread && message.type === 'start') isBegun.add(thread);
      this.isAskedToEnd = message.type === 'stop';
      if (message.type === 'stop' && thread === kept) return answer(this, 'stopped');
      send.call(this, message as never);
    },
    /** If it was not asked to end first, the run was aborted: its thread is not reused. */
    async stop(this: Side) {
      const thread = this._thread;
      for (const [event, listener] of this.heard ?? []) thread?.off(event, listener);
      if (thread && thread === kept && this.isAskedToEnd) this._thread = undefined;
      else if (thread) await stop.call(this);
    },
  });
}
