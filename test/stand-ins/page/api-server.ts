import { act } from 'react';
import { onTestFinished, vi } from 'vitest';
import type { Refusal, RefusalType } from '#kit/errors/refusal.ts';
import { undoGlobals } from './leaving.ts';
import { noteAsked, quiet } from './quiet.ts';

/** A request of a page. Idempotency keys are numbered in order of appearance: "key 1". */
export type Sent = { to: string; body?: unknown; ifMatch?: string; key?: string; token?: string };
type Request = { method: string; headers: Headers; body?: unknown; signal?: AbortSignal | null };
type Waiting = { sent: Sent; resolve: (response: Response) => void; reject: (e: unknown) => void };
type Answered = { status?: number; headers?: Record<string, string> };

const statusOf: Partial<Record<RefusalType, number>> = {
  ValidationError: 422,
  Forbidden: 403,
  NotFound: 404,
  Conflict: 409,
  Gone: 410,
  TooManyRequests: 429,
  InternalError: 500,
  ServiceUnavailable: 503,
};

/** Files as name and size, everything else as sent. */
function bodyOf(body: unknown): unknown {
  if (typeof body === 'string') return JSON.parse(body);
  if (!(body instanceof FormData)) return body;
  const textOf = (value: FormDataEntryValue) =>
    typeof value === 'string' ? value : `${value.name} ${value.size}`;
  const names = [...new Set(body.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = body.getAll(name).map(textOf);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}

function responseOf(body: unknown, { status = 200, headers = {} }: Answered): Response {
  if (body instanceof Response) return body.clone();
  if (body instanceof Blob) return new Response(body, { status, headers });
  const text = JSON.stringify(body ?? null);
  // Read at once: a streamed body takes a varying number of turns.
  return Object.assign(new Response(text, { status, headers }), {
    json: async () => JSON.parse(text),
    text: async () => text,
  });
}

/**
 * Replaces the API behind fetch and XMLHttpRequest until the test ends. Requests in `known` ("GET
 * /api/…") are answered at once; others wait until the test answers them.
 */
export function apiServer(known: Record<string, unknown> = {}) {
  const sent: Sent[] = [];
  const asked: string[] = [];
  const over = new AbortController();
  onTestFinished(() => over.abort());
  const waiting: Waiting[] = [];
  const keys: string[] = [];
  const keyName = (key: string) => {
    if (!keys.includes(key)) keys.push(key);
    return `key ${keys.indexOf(key) + 1}`;
  };
  const answers = new Map(Object.entries(known));

  function take(path: string, { method, headers, body, signal }: Request): Promise<Response> {
    const one: Sent = { to: `${method} ${path}` };
    const key = headers.get('idempotency-key');
    const ifMatch = headers.get('if-match');
    const token = headers.get('authorization');
    if (body !== undefined && body !== null) one.body = bodyOf(body);
    if (ifMatch !== null) one.ifMatch = ifMatch;
    if (key !== null) one.key = keyName(key);
    if (token !== null && !token.endsWith('.test')) one.token = token;
    asked.push(one.to);
    noteAsked();
    if (answers.has(one.to)) {
      const answer = answers.get(one.to);
      const value = typeof answer === 'function' ? answer(one) : answer;
      return value instanceof Error
        ? Promise.reject(value)
        : Promise.resolve(responseOf(value, {}));
    }
    sent.push(one);
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const request = { sent: one, resolve, reject };
    waiting.push(request);
    const abort = () => {
      if (waiting.includes(request)) waiting.splice(waiting.indexOf(request), 1);
      reject(new DOMException('aborted', 'AbortError'));
    };
    // Ignore deadlines that pass after the test.
    signal?.addEventListener('abort', abort, { signal: over.signal });
    return promise;
  }

  vi.stubGlobal('fetch', (path: string, request: Partial<Request> = {}) =>
    take(path, { method: 'GET', ...request, headers: new Headers(request.headers) }),
  );
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      #to = { method: '', path: '' };
      #headers = new Headers();
      #leaving = new AbortController();
      readonly upload: { onprogress?: (event: object) => void } = {};
      status = 0;
      responseText = '';
      #answered = new Headers();
      onload?: () => void;
      onerror?: () => void;
      onabort?: () => void;
      onloadend?: () => void;
      open(method: string, path: string) {
        this.#to = { method, path };
      }
      setRequestHeader(name: string, value: string) {
        this.#headers.set(name, value);
      }
      getAllResponseHeaders() {
        return [...this.#answered].map(([name, value]) => `${name}: ${value}`).join('\r\n');
      }
      abort() {
        this.#leaving.abort();
        this.onabort?.();
        this.onloadend?.();
      }
      send(body: unknown) {
        const { method, path } = this.#to;
        progress.report = (loaded, total) =>
          this.upload.onprogress?.({ lengthComputable: true, loaded, total });
        take(path, { method, headers: this.#headers, body, signal: this.#leaving.signal })
          .then(async (response) => {
            this.status = response.status;
            this.responseText = await response.text();
            this.#answered = response.headers;
            this.onload?.();
          })
          .catch(() => !this.#leaving.signal.aborted && this.onerror?.())
          .finally(() => !this.#leaving.signal.aborted && this.onloadend?.());
      }
    },
  );
  const progress: { report?: (loaded: number, total: number) => void } = {};
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  undoGlobals();

  function next(to?: string): Waiting {
    const at = to === undefined ? 0 : waiting.findIndex(({ sent: one }) => one.to === to);
    const [found] = at < 0 ? [] : waiting.splice(at, 1);
    if (!found) throw new Error(`nothing waits${to ? ` for ${to}` : ''}; asked: ${asked}`);
    return found;
  }
  /** Answers a waiting request, also of a page that was just opened. */
  const answer = async (body: unknown = {}, { to, ...how }: Answered & { to?: string } = {}) => {
    if (waiting.length === 0) await quiet();
    next(to).resolve(responseOf(body, how));
    await quiet();
  };

  return {
    /** Requests that are not `known`, in order. */
    sent,
    /** All requests. */
    asked,
    /** Requests without a response yet. */
    get waiting() {
      return waiting.map(({ sent: one }) => one.to);
    },
    /** Answers the first waiting request, or the first one `to` an address. */
    answer,
    /** Refuses it like the API. */
    refuse: (type: RefusalType, message: string, more: Partial<Refusal> & { to?: string } = {}) => {
      const { to, ...body } = more;
      return answer({ type, message, ...body }, { to, status: statusOf[type] });
    },
    /** Fails it without a response. */
    lose: async (to?: string) => {
      if (waiting.length === 0) await quiet();
      next(to).reject(new TypeError('Failed to fetch'));
      await quiet();
    },
    /** Answers this request at once from now on. */
    know: (to: string, value: unknown) => void answers.set(to, value),
    /** Reports upload progress. */
    progress: (loaded: number, total: number) => act(async () => progress.report?.(loaded, total)),
  };
}
export type ApiServer = ReturnType<typeof apiServer>;
