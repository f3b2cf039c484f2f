// The part of a browser's document that React and our components use. Nothing is laid out: every size is 0.

type Listener = { run: (event: Event) => void; isCapture: boolean; isOnce: boolean };
type Options = boolean | { capture?: boolean; once?: boolean; signal?: AbortSignal } | undefined;
type Handler = ((event: Event) => void) | { handleEvent: (event: Event) => void };

/** Node that hears events, and those of the nodes in it. */
export class PageNode {
  static readonly DOCUMENT_POSITION_PRECEDING = 2;
  static readonly DOCUMENT_POSITION_FOLLOWING = 4;
  readonly nodeType: number = 1;
  readonly nodeName: string = '';
  parentNode: PageNode | null = null;
  childNodes: PageNode[] = [];
  ownerDocument: PageDocument | null = null;
  #listeners = new Map<string, Listener[]>();

  addEventListener(type: string, handler: Handler | null, options?: Options) {
    if (!handler) return;
    const { capture = false, once = false, signal } = typeof options === 'object' ? options : {};
    if (signal?.aborted) return;
    const isCapture = options === true || capture;
    const run = typeof handler === 'function' ? handler : handler.handleEvent;
    const known = this.#listeners.get(type) ?? [];
    if (known.some((one) => one.run === run && one.isCapture === isCapture)) return;
    this.#listeners.set(type, [...known, { run, isCapture, isOnce: once }]);
    signal?.addEventListener('abort', () => this.removeEventListener(type, run, isCapture));
  }
  removeEventListener(type: string, handler: Handler | null, options?: Options) {
    const isCapture = options === true || (typeof options === 'object' && options.capture === true);
    const kept = this.#listeners
      .get(type)
      ?.filter((one) => one.run !== handler || one.isCapture !== isCapture);
    if (kept) this.#listeners.set(type, kept);
  }
  dispatchEvent(event: Event): boolean {
    const path: PageNode[] = [this];
    for (let node = this.parentNode; node; node = node.parentNode) path.push(node);
    const root = path.at(-1);
    if (root instanceof PageDocument) path.push(root.defaultView);
    Object.defineProperty(event, 'target', { value: this, configurable: true });
    for (const node of path.toReversed()) node.#hear(event, true);
    for (const node of event.bubbles ? path : [this]) node.#hear(event, false);
    return !event.defaultPrevented;
  }
  #hear(event: Event, isCapture: boolean) {
    if (event.cancelBubble) return;
    Object.defineProperty(event, 'currentTarget', { value: this, configurable: true });
    for (const one of this.#listeners.get(event.type) ?? []) {
      if (one.isCapture !== isCapture) continue;
      if (one.isOnce) this.removeEventListener(event.type, one.run, isCapture);
      one.run.call(this, event);
    }
  }

  get firstChild(): PageNode | null {
    return this.childNodes[0] ?? null;
  }
  get lastChild(): PageNode | null {
    return this.childNodes.at(-1) ?? null;
  }
  get nextSibling(): PageNode | null {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  get previousSibling(): PageNode | null {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) - 1] ?? null;
  }
  get parentElement(): PageElement | null {
    return this.parentNode instanceof PageElement ? this.parentNode : null;
  }
  get isConnected(): boolean {
    return this.getRootNode() instanceof PageDocument;
  }
  getRootNode(): PageNode {
    return this.parentNode ? this.parentNode.getRootNode() : this;
  }
  contains(other: PageNode | null | undefined): boolean {
    for (let node = other; node; node = node.parentNode) if (node === this) return true;
    return false;
  }
  appendChild<Child extends PageNode>(node: Child): Child {
    return this.insertBefore(node, null);
  }
  insertBefore<Child extends PageNode>(node: Child, before: PageNode | null): Child {
    node.parentNode?.removeChild(node);
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
    return node;
  }
  removeChild<Child extends PageNode>(node: Child): Child {
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    node.parentNode = null;
    return node;
  }
  get textContent(): string {
    return this.childNodes.map((node) => node.textContent).join('');
  }
  set textContent(text: string) {
    for (const node of this.childNodes) node.parentNode = null;
    this.childNodes = [];
    if (text !== '') this.appendChild(new PageText(text));
  }
  compareDocumentPosition(other: PageNode): number {
    const all = nodesIn(this.getRootNode());
    return all.indexOf(other) > all.indexOf(this)
      ? PageNode.DOCUMENT_POSITION_FOLLOWING
      : PageNode.DOCUMENT_POSITION_PRECEDING;
  }
  querySelectorAll(selectors: string): PageElement[] {
    const isWanted = testOf(selectors);
    return nodesIn(this)
      .slice(1)
      .filter((node) => node instanceof PageElement)
      .filter(isWanted);
  }
  querySelector(selectors: string): PageElement | null {
    return firstIn(this, testOf(selectors));
  }
}

/** A node with all that is in it, in the order of the page. */
function nodesIn(node: PageNode, all: PageNode[] = []): PageNode[] {
  all.push(node);
  for (const child of node.childNodes) nodesIn(child, all);
  return all;
}

/** The first element below a node that passes. */
function firstIn(node: PageNode, test: Test): PageElement | null {
  for (const child of node.childNodes) {
    const found = child instanceof PageElement && test(child) ? child : firstIn(child, test);
    if (found) return found;
  }
  return null;
}

class PageText extends PageNode {
  override readonly nodeType = 3;
  override readonly nodeName = '#text';
  nodeValue: string;
  constructor(text: string) {
    super();
    this.nodeValue = text;
  }
  override get textContent() {
    return this.nodeValue;
  }
  override set textContent(text: string) {
    this.nodeValue = text;
  }
}

type Test = (element: PageElement) => boolean;

/** Whether an element is what one part of a selector says: `input[type=checkbox]`, `#id`, `.name`. */
function partTest(selector: string): Test {
  const parts = selector.match(/^[\w*-]+|#[^[.#]+|\.[^[.#]+|\[[^\]]*\]/g) ?? [];
  const tests = parts.map((part): Test => {
    if (part.startsWith('#')) return ({ id }) => id === part.slice(1);
    if (part.startsWith('.')) return (one) => one.className.split(' ').includes(part.slice(1));
    const [, name = '', how, value = ''] = /^\[([\w-]+)(\^?=)?"?([^"\]]*)"?\]$/.exec(part) ?? [];
    if (name === '') return ({ localName }) => part === '*' || localName === part.toLowerCase();
    if (!how) return (one) => one.hasAttribute(name);
    if (how === '=') return (one) => one.getAttribute(name) === value;
    return (one) => one.getAttribute(name)?.startsWith(value) ?? false;
  });
  return (element) => tests.every((test) => test(element));
}

/** A part of a selector with what has to be around it. */
function stepsTest(selector: string): Test {
  const [own = () => false, ...around] = selector.trim().split(/\s+/).map(partTest).toReversed();
  return (element) => {
    if (!own(element)) return false;
    let { parentElement } = element;
    for (const test of around) {
      while (parentElement && !test(parentElement)) ({ parentElement } = parentElement);
      if (!parentElement) return false;
      ({ parentElement } = parentElement);
    }
    return true;
  };
}

const knownTests = new Map<string, Test>();
function testOf(selectors: string): Test {
  let known = knownTests.get(selectors);
  if (!known) {
    const tests = selectors.split(',').map(stepsTest);
    known = (element) => tests.some((test) => test(element));
    knownTests.set(selectors, known);
  }
  return known;
}

const html = 'http://www.w3.org/1999/xhtml';
const noRectangle = { left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0, x: 0, y: 0 };

export class PageElement extends PageNode {
  override readonly nodeName: string;
  readonly namespaceURI: string;
  readonly style: Record<string, unknown> = {};
  #attributes = new Map<string, string>();
  scrollLeft = 0;
  scrollTop = 0;
  constructor(name: string, document: PageDocument, namespace = html) {
    super();
    this.nodeName = namespace === html ? name.toUpperCase() : name;
    this.namespaceURI = namespace;
    this.ownerDocument = document;
    this.style.setProperty = (property: string, value: string) => {
      this.style[property] = value;
    };
  }
  get tagName() {
    return this.nodeName;
  }
  get localName() {
    return this.nodeName.toLowerCase();
  }
  getAttribute(name: string): string | null {
    return this.#attributes.get(name.toLowerCase()) ?? null;
  }
  setAttribute(name: string, value: unknown) {
    this.#attributes.set(name.toLowerCase(), String(value));
  }
  setAttributeNS(_namespace: string, name: string, value: unknown) {
    this.setAttribute(name, value);
  }
  removeAttribute(name: string) {
    this.#attributes.delete(name.toLowerCase());
  }
  hasAttribute(name: string): boolean {
    return this.#attributes.has(name.toLowerCase());
  }
  toggleAttribute(name: string, isThere: boolean) {
    if (isThere) this.setAttribute(name, '');
    else this.removeAttribute(name);
  }
  get id() {
    return this.getAttribute('id') ?? '';
  }
  get className() {
    return this.getAttribute('class') ?? '';
  }
  get name() {
    return this.getAttribute('name') ?? '';
  }
  set name(name: string) {
    this.setAttribute('name', name);
  }
  get type(): string {
    return this.getAttribute('type') ?? '';
  }
  set type(type: string) {
    this.setAttribute('type', type);
  }
  get disabled() {
    return this.hasAttribute('disabled');
  }
  get open() {
    return this.hasAttribute('open');
  }
  set open(isOpen: boolean) {
    this.toggleAttribute('open', isOpen);
  }
  get dataset() {
    const nameOf = (key: string | symbol) =>
      `data-${String(key).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return new Proxy({} as Record<string, string | undefined>, {
      get: (_, key) => this.getAttribute(nameOf(key)) ?? undefined,
      set: (_, key, value) => {
        this.setAttribute(nameOf(key), value);
        return true;
      },
      deleteProperty: (_, key) => {
        this.removeAttribute(nameOf(key));
        return true;
      },
    });
  }
  set innerHTML(text: string) {
    this.textContent = text.replace(/<[^>]*>/g, '');
  }
  get form(): PageElement | null {
    return this.closest('form');
  }
  matches(selectors: string): boolean {
    return testOf(selectors)(this);
  }
  closest(selectors: string): PageElement | null {
    return this.matches(selectors) ? this : (this.parentElement?.closest(selectors) ?? null);
  }
  getBoundingClientRect() {
    return noRectangle;
  }
  scrollIntoView() {}
  showPopover() {}

  focus() {
    const document = this.ownerDocument;
    if (!document || this.disabled || document.activeElement === this) return;
    document.focused?.blur(this);
    document.focused = this;
    this.dispatchEvent(new Event('focusin', { bubbles: true }));
  }
  blur(next?: PageElement) {
    const document = this.ownerDocument;
    if (document?.focused !== this) return;
    document.focused = undefined;
    const event = new Event('focusout', { bubbles: true });
    this.dispatchEvent(Object.assign(event, { relatedTarget: next ?? null }));
  }
  click() {
    if (this.disabled) return;
    const undo = this.activate();
    const isWanted = this.dispatchEvent(new Event('click', { bubbles: true, cancelable: true }));
    if (!isWanted) undo?.();
    else if (this.nodeName === 'BUTTON' && this.type !== 'button') this.form?.requestSubmit(this);
    else if (this.nodeName === 'SUMMARY' && this.parentElement) {
      this.parentElement.open = !this.parentElement.open;
      this.parentElement.dispatchEvent(new Event('toggle'));
    }
  }
  /** Changes by a click what it changes by itself; returns what takes that back. */
  protected activate(): (() => void) | undefined {
    return undefined;
  }

  get elements(): PageElement[] {
    return this.querySelectorAll('input,select,textarea,button');
  }
  get method() {
    return this.getAttribute('method') ?? 'get';
  }
  requestSubmit(submitter?: PageElement) {
    const event = new Event('submit', { bubbles: true, cancelable: true });
    this.dispatchEvent(Object.assign(event, { submitter }));
  }

  showModal() {
    this.open = true;
  }
  close() {
    if (!this.open) return;
    this.open = false;
    this.dispatchEvent(new Event('close'));
  }
}

/** What holds a value of its own, apart from the attribute that it began with. */
class PageControl extends PageElement {
  selectionStart = 0;
  selectionEnd = 0;
  protected typed: string | undefined;
  select() {}
  setSelectionRange(start: number, end: number) {
    Object.assign(this, { selectionStart: start, selectionEnd: end });
  }
}

class PageInput extends PageControl {
  files: File[] = [];
  #isChecked: boolean | undefined;
  override get type(): string {
    return this.getAttribute('type') ?? 'text';
  }
  override set type(type: string) {
    this.setAttribute('type', type);
  }
  get value(): string {
    const otherwise = this.type === 'checkbox' || this.type === 'radio' ? 'on' : '';
    return this.typed ?? this.getAttribute('value') ?? otherwise;
  }
  set value(value: string) {
    if (this.type === 'file') this.files = [];
    else if (this.type === 'checkbox' || this.type === 'radio') this.setAttribute('value', value);
    else this.typed = String(value);
  }
  get validity() {
    return { valid: true };
  }
  get defaultValue(): string {
    return this.getAttribute('value') ?? '';
  }
  set defaultValue(value: string) {
    this.setAttribute('value', value);
  }
  get checked(): boolean {
    return this.#isChecked ?? this.hasAttribute('checked');
  }
  set checked(isChecked: boolean) {
    this.#check(isChecked);
  }
  /** Not by the setter, by which React takes note of what it has set itself. */
  #check(isChecked: boolean) {
    this.#isChecked = isChecked;
    if (!isChecked || this.type !== 'radio' || this.name === '') return;
    for (const other of this.getRootNode().querySelectorAll('input[type=radio]')) {
      const isBeside = other !== this && other.name === this.name && other.form === this.form;
      if (isBeside && other instanceof PageInput) other.#isChecked = false;
    }
  }
  get defaultChecked(): boolean {
    return this.hasAttribute('checked');
  }
  set defaultChecked(isChecked: boolean) {
    this.toggleAttribute('checked', isChecked);
  }
  protected override activate() {
    if (this.type !== 'checkbox' && this.type !== 'radio') return undefined;
    const before = this.checked;
    this.#check(this.type === 'radio' || !before);
    return () => this.#check(before);
  }
}

class PageTextArea extends PageControl {
  get value(): string {
    return this.typed ?? this.textContent;
  }
  set value(value: string) {
    this.typed = String(value);
  }
  get defaultValue(): string {
    return this.textContent;
  }
  set defaultValue(value: string) {
    this.textContent = value;
  }
}

class PageOption extends PageElement {
  #isSelected = false;
  defaultSelected = false;
  get value(): string {
    return this.getAttribute('value') ?? this.textContent;
  }
  get selected(): boolean {
    return this.#isSelected;
  }
  set selected(isSelected: boolean) {
    const list = this.closest('select');
    if (isSelected && list instanceof PageSelect) {
      for (const other of list.options) other.#isSelected = false;
    }
    this.#isSelected = isSelected;
  }
}

class PageSelect extends PageElement {
  get options(): PageOption[] {
    return this.querySelectorAll('option').filter((one) => one instanceof PageOption);
  }
  get value(): string {
    const { options } = this;
    return (options.find(({ selected }) => selected) ?? options[0])?.value ?? '';
  }
  set value(value: string) {
    for (const option of this.options) option.selected = option.value === value;
  }
}

const kinds: Readonly<Record<string, typeof PageElement>> = {
  input: PageInput,
  textarea: PageTextArea,
  select: PageSelect,
  option: PageOption,
};

/** Globals that our components and React compare elements with. */
export const elementKinds = {
  Node: PageNode,
  Element: PageElement,
  HTMLElement: PageElement,
  HTMLInputElement: PageInput,
  HTMLTextAreaElement: PageTextArea,
  HTMLSelectElement: PageSelect,
  HTMLIFrameElement: class {},
};

export class PageDocument extends PageNode {
  override readonly nodeType = 9;
  override readonly nodeName = '#document';
  readonly documentElement = new PageElement('html', this);
  readonly head = new PageElement('head', this);
  readonly body = new PageElement('body', this);
  readonly defaultView: PageNode;
  visibilityState = 'visible';
  focused: PageElement | undefined;
  constructor(view: PageNode) {
    super();
    this.defaultView = view;
    this.appendChild(this.documentElement);
    this.documentElement.appendChild(this.head);
    this.documentElement.appendChild(this.body);
  }
  get activeElement(): PageElement {
    return this.focused?.isConnected ? this.focused : this.body;
  }
  createElement(name: string): PageElement {
    return new (kinds[name] ?? PageElement)(name, this);
  }
  createElementNS(namespace: string, name: string): PageElement {
    return new PageElement(name, this, namespace);
  }
  createTextNode(text: string): PageNode {
    return new PageText(text);
  }
  getElementById(id: string): PageElement | null {
    return firstIn(this, (one) => one.id === id);
  }
}
