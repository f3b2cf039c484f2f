import { parentPort, workerData } from 'node:worker_threads';
import { ask } from './readers.ts';

// What measures how long readers wait has a thread of its own: collecting what the rest of the bench leaves would be
// counted as theirs.

const { origin, paths } = workerData as { origin: string; paths: readonly string[] };
const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort());
parentPort?.postMessage(await ask(origin, paths, stopping.signal));
