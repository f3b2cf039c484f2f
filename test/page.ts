import { vi } from 'vitest';
import { browser } from './browser.ts';
import type { TestApp } from './test-app.ts';

/** Network fault of one request: not sent, executed with the response lost, or answered by someone else. */
type Fault = 'unreachable' | 'lost' | Response;

class Storage {
  #items = new Map<string, string>();
  get length() {
    return this.#items.size;
  }
  key = (index: number) => [...this.#items.keys()][index] ?? null;
  getItem = (key: string) => this.#items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.#items.set(key, value);
  removeItem = (key: string) => void this.#items.delete(key);
}

/**
 * A browser's globals over the real API: persistent storage, a cookie jar, and a fetch that can
 * fail. `open` loads the modules of src/people/session again, like opening a page.
 */
export function fakeBrowser(app: TestApp['app']) {
  const { get, post, jar } = browser(app);
  const faults = new Map<string, Fault>();
  const requests: { path: string; authorization: string | null; status: number }[] = [];
  const window = new EventTarget();
  const localStorage = new Storage();
  const sessionStorage = new Storage();
  vi.stubGlobal('window', window);
  vi.stubGlobal('location', { pathname: '/mypage/account/tel' });
  vi.stubGlobal('localStorage', localStorage);
  vi.stubGlobal('sessionStorage', sessionStorage);
  vi.stubGlobal(
    'fetch',
    async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
      const fault = faults.get(path);
      faults.delete(path);
      if (fault === 'unreachable') throw new TypeError('Failed to fetch');
      if (fault instanceof Response) return fault;
      const sent = new Headers(headers);
      const reply =
        method === 'GET'
          ? await get(path, Object.fromEntries(sent))
          : await post(path, body ?? undefined, Object.fromEntries(sent));
      if (fault === 'lost') throw new TypeError('Failed to fetch');
      requests.push({ path, authorization: sent.get('authorization'), status: reply.statusCode });
      return new Response(reply.body, { status: reply.statusCode });
    },
  );
  return {
    jar,
    faults,
    requests,
    localStorage,
    sessionStorage,
    /** The storage event in this page after a change in another tab. */
    hearStorage(key: string) {
      window.dispatchEvent(Object.assign(new Event('storage'), { key }));
    },
    async open() {
      vi.resetModules();
      const session = await import('#people/session/session.ts');
      const signIn = await import('#people/session/sign-in.ts');
      const registration = await import('#people/session/registration.ts');
      const { api } = await import('#kit/client/api.ts');
      const current = await import('#people/session/current-appraisal.ts');
      const forms = await import('#kit/forms/held-values.ts');
      const { listenToServerErrors } = await import('#kit/client/server-error.ts');
      return {
        ...session,
        ...signIn,
        ...registration,
        ...current,
        ...forms,
        api,
        listenToServerErrors,
      };
    },
  };
}
