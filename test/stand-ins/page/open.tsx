import { Window } from 'happy-dom';
import { act, type ReactNode } from 'react';
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from 'react-router';
import { expect, onTestFinished, vi } from 'vitest';
import { clearMessage, useMessage } from '#kit/ui/message.ts';
import { showToast, ToastRegion } from '#kit/ui/toast.tsx';
import { leaving, undoGlobals } from './leaving.ts';
import { quiet, settled } from './quiet.ts';
import { createRoot } from './react.ts';

type Place = {
  /** Address of the page; "/" by default. */
  path?: string;
  /** Pattern of its route, for parameters: "/staff/:associateId". */
  route?: string;
  state?: unknown;
  /** Loader data by the id of a parent route. */
  loaderData?: Record<string, unknown>;
  /** Outlet context of the layout. */
  outlet?: unknown;
  /** `handle` of its route. */
  handle?: unknown;
};

/**
 * Globals that our components and React use. Event targets stay Node's: a module loaded meanwhile
 * keeps its own for later tests.
 */
const globalNames = [
  ...(['window', 'document', 'location', 'history', 'localStorage', 'sessionStorage'] as const),
  ...(['CSS', 'Event', 'CustomEvent', 'KeyboardEvent', 'Node', 'Element'] as const),
  ...(['HTMLElement', 'HTMLInputElement', 'HTMLTextAreaElement', 'HTMLSelectElement'] as const),
  ...(['HTMLFormElement', 'HTMLDialogElement', 'HTMLIFrameElement', 'MutationObserver'] as const),
];

const ofNode = { Event, dispatch: EventTarget.prototype.dispatchEvent };

/** Lets Node's event targets, which modules create, accept a tab's events. */
function acceptEvents(): void {
  vi.spyOn(EventTarget.prototype, 'dispatchEvent').mockImplementation(function (
    this: EventTarget,
    event,
  ) {
    const { type } = event;
    const own = event instanceof ofNode.Event ? event : new ofNode.Event(type);
    return ofNode.dispatch.call(this, own);
  });
}

/** Opens a browser tab without layout. Its globals replace the test's until the test ends. */
export function openTab() {
  acceptEvents();
  const own = new Window({ url: 'http://localhost/' });
  const window = own as unknown as globalThis.Window & typeof globalThis;
  const media = Object.assign(new window.EventTarget(), { matches: false });
  const replaced = {
    matchMedia: () => media,
    // One clock: the one that a test may stop.
    setTimeout: (run: () => void, ms?: number) => setTimeout(run, ms),
    clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
    requestAnimationFrame: (run: () => void) => setTimeout(run),
    scrollTo: () => undefined,
  };
  Object.assign(window, replaced);
  window.HTMLElement.prototype.showPopover = () => undefined;
  for (const name of globalNames) vi.stubGlobal(name, window[name]);
  const { matchMedia, requestAnimationFrame, scrollTo } = replaced;
  const globals = {
    ...{ matchMedia, requestAnimationFrame, scrollTo },
    addEventListener: window.addEventListener.bind(window),
    removeEventListener: window.removeEventListener.bind(window),
    IS_REACT_ACT_ENVIRONMENT: true,
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  let count = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    count += 1;
    return `blob:${count}`;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  undoGlobals(() => own.happyDOM.close());
  const complaints = vi.spyOn(console, 'error');
  // React's warnings point to visible defects: duplicate keys, lost state.
  onTestFinished(() => expect(complaints.mock.calls).toEqual([]));
  const goTo = (url: string) => own.happyDOM.setURL(url);
  /** The tab becomes visible or hidden. */
  const look = (value: DocumentVisibilityState) =>
    Object.defineProperty(window.document, 'visibilityState', { value, configurable: true });
  return { window, document: window.document, media, goTo, look };
}
export type Tab = ReturnType<typeof openTab>;

/** Messages that the layouts show over a page. */
function Told() {
  const message = useMessage();
  return (
    <>
      <ToastRegion />
      <div id="message">
        {message && [message.title, message.message, ...(message.fields ?? [])].join(' ')}
      </div>
    </>
  );
}

/** Opens a page with this part and offers a person's actions on it. The page is closed when the test ends. */
export function open(
  part: ReactNode | (() => ReactNode),
  { path = '/', route = '*', state, loaderData = {}, outlet, handle }: Place = {},
  tab: Tab = openTab(),
) {
  const Part = typeof part === 'function' ? part : () => part;
  const { document } = tab;
  const container = document.body.appendChild(document.createElement('div'));
  const inner: RouteObject = {
    path: route,
    handle,
    element: (
      <>
        <main>
          <Part />
        </main>
        <Told />
      </>
    ),
  };
  const routes = Object.keys(loaderData).reduce<RouteObject>(
    (child, id) => ({
      id,
      loader: () => null,
      element: <Outlet context={outlet} />,
      children: [child],
    }),
    { element: <Outlet context={outlet} />, children: [inner, { path: '*', element: null }] },
  );
  const at = new URL(path, 'http://localhost');
  const router = createMemoryRouter([routes], {
    initialEntries: [{ pathname: at.pathname, search: at.search, hash: at.hash, state }],
    hydrationData: { loaderData },
  });
  tab.goTo(at.href);
  // Clears messages of an earlier test.
  act(() => {
    showToast('');
    clearMessage();
  });
  const root = createRoot(container);
  act(() => root.render(<RouterProvider router={router} />));
  const leave = leaving(() => {
    act(() => root.unmount());
    router.dispose();
  });
  const whole = (): HTMLElement => container.querySelector('main') ?? container;
  return withGetters(actionsIn(whole), {
    tab,
    leave,
    router,
    /** Current address. */
    get at() {
      const { pathname, search, hash } = router.state.location;
      return pathname + search + hash;
    },
    get toast() {
      return document.querySelector('[role=status] p.shadow-float')?.textContent ?? '';
    },
    /** Text of the modal message. */
    get message() {
      return document.querySelector('#message')?.textContent ?? '';
    },
  });
}
/** Merges both objects, keeping getters. */
const withGetters = <One extends object, Other extends object>(one: One, other: Other) =>
  Object.defineProperties(one, Object.getOwnPropertyDescriptors(other)) as One & Other;
export type Page = ReturnType<typeof open>;

const inline = /^(SPAN|A|B|I|EM|STRONG|BDI|TIME|SMALL|WBR|S)$/;
const unread = /^(svg|STYLE|SCRIPT|NOSCRIPT|OPTION)$/;

/** Text of a node, one line per block. */
function readable(node: Node): string {
  if (node.nodeType === 3) return node.textContent ?? '';
  if (node.nodeType !== 1) return '';
  if (unread.test(node.nodeName)) return '';
  if (node.nodeName === 'BR') return '\n';
  const text = [...node.childNodes].map(readable).join('');
  return inline.test(node.nodeName) ? text : `\n${text}\n`;
}
const linesIn = (node: Node): string[] =>
  readable(node)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
const textIn = (node: Node | null) => (node ? linesIn(node).join(' ') : '');

/** Accessible name of a control: its aria-label, its label, or its own text. */
function nameOf(element: HTMLElement): string {
  const said = element.getAttribute('aria-label');
  if (said !== null) return said;
  const root = element.ownerDocument;
  const by = element.getAttribute('aria-labelledby')?.split(' ');
  if (by) return by.map((id) => textIn(root.querySelector(`[id="${id}"]`))).join(' ');
  const label =
    (element.id === '' ? null : root.querySelector(`label[for="${element.id}"]`)) ??
    element.closest('label') ??
    (element.nodeName === 'FIELDSET' ? element.querySelector('legend') : null);
  return textIn(label ?? element).replace(/\s*(※必須|任意)$/, '');
}

/** Any element found by name: a field, a button, a part that opens. */
type Control = HTMLInputElement & Pick<HTMLDetailsElement, 'open'>;

/** Reads and acts in a part of a page like a person. */
function actionsIn(scope: () => HTMLElement) {
  function find(selector: string, name: string): Control {
    const all = [...scope().querySelectorAll<Control>(selector)];
    const found =
      all.find((one) => nameOf(one) === name) ?? all.find((one) => nameOf(one).startsWith(name));
    if (!found) throw new Error(`no ${selector} "${name}" among: ${all.map(nameOf).join(' | ')}`);
    return found;
  }
  const control = (name: string) => find('input,textarea,select', name);
  const button = (name: string) => find('button,a,summary', name);
  /** Changes a value like a browser, so that React notices. */
  function put(element: Control, value: string, event: string) {
    const prototype = Object.getPrototypeOf(element);
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
    element.dispatchEvent(new Event(event, { bubbles: true }));
  }
  const then = async (work: () => void) => {
    await act(async () => work());
    await quiet();
  };
  const enter = async (work: () => void) => {
    act(work);
    await settled();
  };

  return {
    get lines() {
      return linesIn(scope());
    },
    get text() {
      return textIn(scope());
    },
    /** Facts by label, from definition lists; several under one label become a list. */
    get facts(): Record<string, string> {
      const names = [...scope().querySelectorAll('dt')];
      return Object.fromEntries(
        names.map((name) => {
          const values: string[] = [];
          let next = name.nextSibling;
          for (; next && next.nodeName === 'DD'; next = next.nextSibling) values.push(textIn(next));
          return [textIn(name), values.join(' / ')];
        }),
      );
    },
    /** Table cells, row by row, headings included. */
    get rows(): string[][] {
      const cellsOf = (row: HTMLElement) => [...row.querySelectorAll('th,td')].map(textIn);
      return [...scope().querySelectorAll('tr')].map(cellsOf);
    },
    get alerts() {
      return [...scope().querySelectorAll('[role=alert]')].map(textIn);
    },
    /** Names of all buttons. */
    get buttons() {
      return [...scope().querySelectorAll('button')].map(nameOf);
    },
    /** Link targets by link name. */
    get links(): Record<string, string> {
      const all = [...scope().querySelectorAll('a')];
      return Object.fromEntries(all.map((link) => [nameOf(link), link.getAttribute('href') ?? '']));
    },
    find,
    all: (selector: string) => [...scope().querySelectorAll<Control>(selector)],
    /** Values of all fields by name. */
    get values(): Record<string, unknown> {
      const all = [...scope().querySelectorAll<Control>('input,textarea,select')];
      return Object.fromEntries(
        all.map((one) => [
          nameOf(one),
          one.type === 'checkbox' || one.type === 'radio' ? one.checked : one.value,
        ]),
      );
    },
    valueOf: (name: string) => control(name).value,
    isTicked: (name: string) => control(name).checked,
    /** Whether the button currently ignores clicks. */
    isBusy: (name: string) => button(name).getAttribute('aria-busy') === 'true',
    isDisabled: (name: string) => find('button,input,select,textarea', name).disabled,
    has: (name: string) =>
      [...scope().querySelectorAll<HTMLElement>('button,a')].some((one) => nameOf(one) === name),
    /** Types into a field and leaves it. */
    type: (name: string, text: string) =>
      enter(() => {
        const field = control(name);
        field.focus();
        put(field, text, 'input');
        field.blur();
      }),
    /** Chooses an option by its text, or one of several cards. */
    choose: (name: string, choice?: string) =>
      enter(() => {
        const field = control(name);
        if (field.nodeName !== 'SELECT') return field.click();
        const options = [...field.querySelectorAll('option')];
        const chosen = options.find((one) => one.textContent === choice);
        if (!chosen) throw new Error(`no "${choice}" in ${options.map((one) => one.textContent)}`);
        put(field, chosen.value, 'change');
      }),
    tick: (name: string) => enter(() => control(name).click()),
    attach: (name: string, ...files: File[]) =>
      then(() => {
        const field = control(name);
        Object.defineProperty(field, 'files', { value: files, configurable: true });
        field.dispatchEvent(new Event('change', { bubbles: true }));
      }),
    press: (name: string) => then(() => button(name).click()),
    /** Submits the form as Enter does. */
    submit: () => then(() => scope().querySelector('form')?.requestSubmit()),
    /** Presses a key in a field. */
    key: (name: string, key: string) =>
      then(() => {
        const event = new Event('keydown', { bubbles: true, cancelable: true });
        control(name).dispatchEvent(Object.assign(event, { key }));
      }),
    /** The same actions within the window, group, row or entry of this name. */
    within: (selector: string, name: string) => actionsIn(() => find(selector, name)),
    do: then,
    /** Waits until the page contains this text. */
    until: async (words: string) => {
      for (let tries = 0; tries < 100 && !textIn(scope()).includes(words); tries += 1)
        await quiet();
    },
  };
}

/** Runs a hook on a page of its own. */
export function openHook<Result>(hook: () => Result, place: Place = {}, tab: Tab = openTab()) {
  const results: Result[] = [];
  const run = () => {
    results.push(hook());
    return null;
  };
  const page = open(run, place, tab);
  return {
    page,
    tab,
    leave: page.leave,
    /** Result of the last render. */
    get now(): Result {
      return results.at(-1) as Result;
    },
    /** Result of each render. */
    results,
    do: (what: (now: Result) => unknown) => page.do(() => void what(results.at(-1) as Result)),
  };
}
