import { parentPort, workerData } from 'node:worker_threads';
import { ask } from './readers.ts';

// Readers have a thread of their own: garbage collection of the rest of the benchmark would
// otherwise count as waiting.

const { origin, paths } = workerData as { origin: string; paths: readonly string[] };
const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort());
parentPort?.postMessage(await ask(origin, paths, stopping.signal));
