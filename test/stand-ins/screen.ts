import { act, createElement } from 'react';
import { onTestFinished, vi } from 'vitest';
import { createRoot } from './page/react.ts';

/** Container that React renders into. Hooks render nothing, so it holds no nodes. */
class Container extends EventTarget {
  readonly nodeType = 1;
  readonly nodeName = 'DIV';
  readonly tagName = 'DIV';
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml';
  textContent = '';
  readonly ownerDocument: EventTarget;
  constructor(ownerDocument: EventTarget) {
    super();
    this.ownerDocument = ownerDocument;
  }
}

/** Storage of a browser. `Object.keys` lists its items, as in a browser. */
function storage(): Storage {
  const methods = {
    get length() {
      return Object.keys(items).length;
    },
    key: (index: number) => Object.keys(items)[index] ?? null,
    getItem: (name: string) => items[name] ?? null,
    setItem: (name: string, value: string) => {
      items[name] = String(value);
    },
    removeItem: (name: string) => {
      delete items[name];
    },
  };
  const items: Record<string, string> = Object.create(methods);
  return items as unknown as Storage;
}

function Hook<Result>({ hook, results }: { hook: () => Result; results: Result[] }) {
  results.push(hook());
  return null;
}

/**
 * Browser tab without a page, in which React runs hooks with their state and effects. Its globals
 * replace the test's until it ends.
 */
export function screen() {
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), {
    nodeType: 9,
    activeElement: null,
    defaultView: window,
    getElementById: () => null,
    querySelector: () => null,
  });
  Object.assign(window, { document, HTMLIFrameElement: class {} });
  const globals = {
    window,
    document,
    CSS: { escape: (text: string) => text },
    location: { pathname: '/contact' },
    localStorage: storage(),
    sessionStorage: storage(),
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    IS_REACT_ACT_ENVIRONMENT: true,
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** Runs a hook until `leave`, or until the test ends. */
  function mount<Result>(hook: () => Result) {
    const results: Result[] = [];
    const root = createRoot(new Container(document) as never);
    act(() => root.render(createElement(Hook<Result>, { hook, results })));
    const leave = () => act(() => root.unmount());
    onTestFinished(leave);
    return {
      /** Result of the last render. */
      get now(): Result {
        return results.at(-1) as Result;
      },
      leave,
    };
  }

  return { window, document, mount };
}
